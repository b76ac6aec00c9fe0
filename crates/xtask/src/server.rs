//! A static file server for one folder, on the loopback interface.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

const LONGEST_HEAD: u64 = 16 * 1024;
const PATIENCE: Duration = Duration::from_secs(10);

/// A folder, and the path under which it is served.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    folder: PathBuf,
    prefix: String,
}

impl Site {
    /// `prefix` is where the site starts, as in `/` or `/project/page/`.
    pub(crate) fn new(folder: &Path, prefix: &str) -> Result<Self> {
        let folder = fs::canonicalize(folder)
            .with_context(|| format!("there is nothing to serve in {}", folder.display()))?;
        let inner = prefix.trim_matches('/');
        if inner
            .chars()
            .any(|c| !(c.is_ascii_alphanumeric() || "/-_.~".contains(c)))
        {
            bail!("--prefix takes letters, digits and any of /-_.~");
        }
        let prefix = if inner.is_empty() {
            "/".to_owned()
        } else {
            format!("/{inner}/")
        };
        Ok(Self { folder, prefix })
    }

    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Serves until the listener fails for good.
    pub(crate) fn serve(&self, listener: &TcpListener) {
        let site = Arc::new(self.clone());
        for stream in listener.incoming().flatten() {
            let site = Arc::clone(&site);
            thread::spawn(move || {
                // A visitor who leaves early is no news.
                let _ = site.answer(stream);
            });
        }
    }

    fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut reader = BufReader::new(stream.try_clone()?.take(LONGEST_HEAD));
        let mut request = String::new();
        reader.read_line(&mut request)?;
        // The rest of the head is read, so that closing does not cut the answer off.
        let mut line = String::new();
        while reader.read_line(&mut line)? > 2 {
            line.clear();
        }
        let mut words = request.split_ascii_whitespace();
        let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let answer = match method {
            "GET" | "HEAD" => self.find(target),
            _ => Answer::Refused("405 Method Not Allowed"),
        };
        answer.write(&mut stream, method == "HEAD")
    }

    fn find(&self, target: &str) -> Answer {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        if self.prefix.strip_suffix('/') == Some(path) && !path.is_empty() {
            return Answer::Moved(self.prefix.clone());
        }
        let Some(inner) = path.strip_prefix(self.prefix.as_str()) else {
            return Answer::Refused("404 Not Found");
        };
        let Some(mut relative) = decode(inner) else {
            return Answer::Refused("400 Bad Request");
        };
        if relative.is_empty() || relative.ends_with('/') {
            relative.push_str("index.html");
        }
        // Every part is a plain name, and no link leads out of the folder.
        let plain = relative.split('/').all(|part| {
            !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', '\0', ':'])
        });
        let file = self.folder.join(&relative);
        match fs::canonicalize(&file) {
            Ok(file) if plain && file.starts_with(&self.folder) && file.is_file() => {
                Answer::File(file)
            }
            _ => Answer::Refused("404 Not Found"),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Answer {
    File(PathBuf),
    Moved(String),
    Refused(&'static str),
}

impl Answer {
    fn write(&self, stream: &mut impl Write, head_only: bool) -> io::Result<()> {
        match self {
            Self::File(path) => {
                let mut file = File::open(path)?;
                let length = file.metadata()?.len();
                write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {length}\r\n\
                     Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n\
                     Connection: close\r\n\r\n",
                    media_type(path)
                )?;
                if !head_only {
                    io::copy(&mut file, stream)?;
                }
            }
            Self::Moved(to) => write!(
                stream,
                "HTTP/1.1 301 Moved Permanently\r\nLocation: {to}\r\nContent-Length: 0\r\n\
                 Connection: close\r\n\r\n"
            )?,
            Self::Refused(status) => {
                write!(
                    stream,
                    "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\n\
                     Content-Length: {}\r\nConnection: close\r\n\r\n",
                    status.len()
                )?;
                if !head_only {
                    stream.write_all(status.as_bytes())?;
                }
            }
        }
        stream.flush()
    }
}

/// Undoes percent-encoding; `None` when the text is not encoded properly.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|end| end.to_str()).unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "jsonl" => "application/x-ndjson; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/vnd.microsoft.icon",
        "webmanifest" => "application/manifest+json",
        "txt" | "md" | "yaml" | "toml" | "csv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{TcpListener, TcpStream};
    use std::path::PathBuf;
    use std::{fs, thread};

    use super::{Answer, Site};

    /// A folder with a page in it, and a secret beside it.
    fn site(name: &str, prefix: &str) -> Site {
        let outside = std::env::temp_dir().join(format!("xtask-{}-{name}", std::process::id()));
        let folder = outside.join("dist");
        fs::create_dir_all(folder.join("in ner")).unwrap();
        fs::write(outside.join("secret.txt"), "secret").unwrap();
        fs::write(folder.join("index.html"), "<p>page").unwrap();
        fs::write(folder.join("in ner/app.wasm"), "\0asm").unwrap();
        Site::new(&folder, prefix).unwrap()
    }

    fn file(site: &Site, target: &str) -> Option<PathBuf> {
        match site.find(target) {
            Answer::File(path) => Some(path.strip_prefix(&site.folder).unwrap().to_path_buf()),
            _ => None,
        }
    }

    #[test]
    fn serves_the_folder_under_its_prefix_alone() {
        let site = site("prefix", "a/b");
        assert_eq!(file(&site, "/a/b/"), Some("index.html".into()));
        assert_eq!(file(&site, "/a/b/?x#y"), Some("index.html".into()));
        assert_eq!(file(&site, "/"), None);
        assert_eq!(file(&site, "/a/b/c"), None);
        assert_eq!(site.find("/a/b"), Answer::Moved("/a/b/".to_owned()));
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let site = site("traversal", "/");
        for target in [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/in%20ner/../../secret.txt",
            "/..%2fsecret.txt",
            "//../secret.txt",
            "/..\\secret.txt",
            "/%00",
            "/%zz",
            "",
        ] {
            assert_eq!(file(&site, target), None, "{target}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_nowhere_else_either() {
        let site = site("link", "/");
        let link = site.folder.join("link.txt");
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(site.folder.join("../secret.txt"), link).unwrap();
        assert_eq!(file(&site, "/link.txt"), None);
    }

    #[test]
    fn answers_over_a_socket() {
        let site = site("socket", "/");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || site.serve(&listener));
        let ask = |request: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        };
        let answer = ask("GET /in%20ner/app.wasm HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/wasm\r\n"));
        assert!(answer.ends_with("\r\n\r\n\0asm"));
        let answer = ask("HEAD / HTTP/1.1\r\n\r\n");
        assert!(answer.contains("Content-Length: 7\r\n") && answer.ends_with("\r\n\r\n"));
        assert!(ask("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
        assert!(ask("nonsense\r\n\r\n").starts_with("HTTP/1.1 405 "));
    }
}
