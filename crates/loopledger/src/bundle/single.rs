//! The viewer and its data in one HTML file.

use super::PageError;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use loopledger_read::gzip;
use sha2::{Digest as _, Sha256};

/// What starts the viewer; the page's policy names its digest.
const BOOT: &str = include_str!("single.js");

/// Stands where the policy goes, until the digests of all that it allows are known.
const POLICY: &str = "\u{0}policy";

/// A tag of the page.
struct Tag<'h> {
    start: usize,
    end: usize,
    text: &'h str,
}

/// The viewer's page with its styles, its program and the data in it, so that it works from a
/// disk, without a server. `file` gives the viewer's other files by their address in the page.
///
/// Its policy allows the scripts and styles that stand in it, by their digests, and blobs, which
/// the page makes of its own blocks; nothing else can be asked for.
///
/// # Errors
/// [`PageError`] where the page is not as `cargo xtask web` builds it.
pub fn single_page<'f>(
    html: &str,
    file: impl Fn(&str) -> Option<&'f [u8]>,
    data: &[(String, Vec<u8>)],
) -> Result<String, PageError> {
    if html.contains("loopledger-listing") {
        return Err(PageError::HasListing);
    }
    let named = |address: &str| {
        file(address.trim_start_matches("./")).ok_or_else(|| PageError::NoFile(address.to_owned()))
    };
    let mut out = String::new();
    let mut styles = Vec::new();
    let mut has_program = false;
    let mut has_policy = false;
    let mut at = 0;
    while let Some(tag) = next_tag(html, at) {
        out.push_str(html.get(at..tag.start).unwrap_or_default());
        at = tag.end;
        let is = |name: &str, value: &str| attribute(tag.text, name) == Some(value);
        if tag.text.starts_with("<meta") && is("http-equiv", "Content-Security-Policy") {
            has_policy = true;
            out.push_str(POLICY);
        } else if tag.text.starts_with("<link") && is("rel", "stylesheet") {
            let css = text_of(named(attribute(tag.text, "href").unwrap_or_default())?)?;
            if css.contains("</style") {
                return Err(PageError::Unexpected("a style that ends its own element"));
            }
            out.push_str("<style>");
            out.push_str(css);
            out.push_str("</style>");
            styles.push(digest(css));
        } else if tag.text.starts_with("<link")
            && (is("rel", "modulepreload") || is("rel", "preload"))
        {
            // What would be loaded ahead is here already.
        } else if tag.text.starts_with("<script") {
            let (Some(js), Some(wasm)) = (
                attribute(tag.text, "data-js"),
                attribute(tag.text, "data-wasm"),
            ) else {
                return Err(PageError::Unexpected(
                    "a script besides the one that starts it",
                ));
            };
            let rest = html.get(at..).unwrap_or_default();
            at += rest.find("</script>").ok_or(PageError::NoHead)? + "</script>".len();
            let js = text_of(named(js)?)?;
            push_block(&mut out, "js", None, classic(js)?.as_bytes());
            push_block(&mut out, "wasm", None, named(wasm)?);
            for (name, bytes) in data {
                push_block(&mut out, "data", Some(name), bytes);
            }
            out.push_str("<script type=\"module\">");
            out.push_str(BOOT);
            out.push_str("</script>\n<meta name=\"robots\" content=\"noindex\">");
            has_program = true;
        } else {
            out.push_str(tag.text);
        }
    }
    out.push_str(html.get(at..).unwrap_or_default());
    if !has_program {
        return Err(PageError::Unexpected("no script that starts it"));
    }
    if !has_policy {
        return Err(PageError::Unexpected("no content security policy"));
    }
    Ok(out.replace(POLICY, &policy(&styles)))
}

fn policy(styles: &[String]) -> String {
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src {} 'wasm-unsafe-eval' blob:; style-src {}; img-src data: blob:; \
         worker-src blob:; base-uri 'none'; form-action 'none'\">",
        digest(BOOT),
        if styles.is_empty() {
            "'none'".to_owned()
        } else {
            styles.join(" ")
        }
    )
}

/// A script's or style's digest as a policy names it.
fn digest(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// A block that no browser runs, with compressed bytes.
fn push_block(out: &mut String, role: &str, name: Option<&str>, bytes: &[u8]) {
    out.push_str("<script type=\"application/gzip\" data-loopledger=\"");
    out.push_str(role);
    out.push('"');
    if let Some(name) = name {
        out.push_str(" data-name=\"");
        for letter in name.chars() {
            match letter {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                _ => out.push(letter),
            }
        }
        out.push('"');
    }
    out.push('>');
    STANDARD.encode_string(gzip(bytes), out);
    out.push_str("</script>\n");
}

/// What wasm-bindgen makes for a page, as a script that is no module: a worker that comes from a
/// disk can load no modules. It leaves the function that starts the program in a global.
fn classic(js: &str) -> Result<String, PageError> {
    let other =
        || PageError::Unexpected("a program of another shape than wasm-bindgen's for the web");
    let (body, exports) = js.rsplit_once("export").ok_or_else(other)?;
    let exports = exports.trim_start().strip_prefix('{');
    let exports = exports.and_then(|rest| rest.trim_end().strip_suffix("};"));
    let init = exports
        .ok_or_else(other)?
        .split(',')
        .find_map(|name| name.trim().strip_suffix(" as default"))
        .ok_or_else(other)?;
    // Minified, all of it stands in one line.
    let is_module = |statement: &str| {
        ["import", "export"].iter().any(|word| {
            let rest = statement.trim_start().strip_prefix(word);
            rest.is_some_and(|rest| rest.starts_with([' ', '{', '*', '"', '\'']))
        })
    };
    if !(body.is_empty() || body.ends_with([';', '}', '\n']))
        || body.split(['\n', ';']).any(is_module)
    {
        return Err(other());
    }
    // Only asked for where nobody says what to start.
    let body = body.replace("import.meta.url", "self.location.href");
    // Its names stay its own: minified, they are short, and a script's would be everybody's.
    Ok(format!(
        "(() => {{\n{body}\nself.loopledgerInit = {init};\n}})();\n"
    ))
}

fn text_of(bytes: &[u8]) -> Result<&str, PageError> {
    std::str::from_utf8(bytes).map_err(|_| PageError::Unexpected("a file that is not UTF-8"))
}

/// The next tag that may have to be changed.
fn next_tag(html: &str, from: usize) -> Option<Tag<'_>> {
    let rest = html.get(from..)?;
    let starts = ["<meta ", "<link ", "<script "];
    let start = starts
        .into_iter()
        .filter_map(|name| rest.find(name))
        .min()?;
    let mut is_quoted = false;
    for (offset, letter) in rest.get(start..)?.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '>' if !is_quoted => {
                let (start, end) = (from + start, from + start + offset + 1);
                return Some(Tag {
                    start,
                    end,
                    text: html.get(start..end)?,
                });
            }
            _ => {}
        }
    }
    None
}

/// The value of a tag's attribute, as Trunk writes it: in double quotes.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let rest = tag.get(start..)?;
    rest.get(..rest.find('"')?)
}

#[cfg(test)]
mod tests {
    use super::{PageError, classic, single_page};

    const PAGE: &str = "<html><head>\
        <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self'\">\
        <link rel=\"icon\" href=\"data:,<svg>\">\
        <link rel=\"stylesheet\" href=\"./a.css\" integrity=\"sha384-x\"/>\
        <script type=\"module\" src=\"./boot.js\" data-js=\"./a.js\" data-wasm=\"./a.wasm\"></script>\
        <link rel=\"preload\" href=\"./a.wasm\"></head><body>kept</body></html>";

    fn file(name: &str) -> Option<&'static [u8]> {
        match name {
            "a.css" => Some(b"p { color: red }"),
            "a.js" => Some(b"let url = import.meta.url;\nexport { sync, start as default };\n"),
            "a.wasm" => Some(b"\0asm"),
            _ => None,
        }
    }

    #[test]
    fn one_file_names_no_other() {
        let data = [("a \"b\" <c>.json".to_owned(), b"[]".to_vec())];
        let page = single_page(PAGE, file, &data).unwrap();
        for gone in ["./", "integrity", "'self'", "unsafe-inline", "preload"] {
            assert!(!page.contains(gone), "{gone}: {page}");
        }
        assert!(page.contains("<style>p { color: red }</style>"));
        assert!(page.contains("href=\"data:,<svg>\""));
        assert!(page.contains("data-name=\"a &quot;b&quot; &lt;c&gt;.json\""));
        assert!(page.contains("kept"));
    }

    #[test]
    fn the_policy_names_the_style_by_its_digest() {
        let page = single_page(PAGE, file, &[]).unwrap();
        // printf 'p { color: red }' | openssl dgst -sha256 -binary | base64
        assert!(
            page.contains("style-src 'sha256-ngewhhP73WDIbgwseeu52VAAJgKdGUsu1IUQQsAm8m4=';"),
            "{page}"
        );
    }

    #[test]
    fn a_program_becomes_a_script_that_is_no_module() {
        assert_eq!(
            classic("let a = import.meta.url;\n\nexport { s, start as default };\n").unwrap(),
            "(() => {\nlet a = self.location.href;\n\n\nself.loopledgerInit = start;\n})();\n"
        );
        assert_eq!(
            classic("let a=import.meta.url;export{s,t as default};\n").unwrap(),
            "(() => {\nlet a=self.location.href;\nself.loopledgerInit = t;\n})();\n"
        );
        for other in [
            "let a;",
            "\nexport { a };",
            "import x from './x.js';\nexport { a as default };",
            "export class A {}\nexport { a as default };",
            "let a;import{x}from\"./x.js\";export{a as default};",
        ] {
            assert!(classic(other).is_err(), "{other}");
        }
    }

    #[test]
    fn a_page_of_another_shape_is_refused() {
        let check = |from: &str, to: &str| single_page(&PAGE.replace(from, to), file, &[]);
        assert_eq!(
            check("./a.js", "./b.js"),
            Err(PageError::NoFile("./b.js".to_owned()))
        );
        for (from, to) in [
            ("data-wasm", "data-other"),
            ("Content-Security-Policy", "refresh"),
            ("<script type", "<scripts type"),
        ] {
            assert!(
                matches!(check(from, to), Err(PageError::Unexpected(_))),
                "{from}"
            );
        }
    }
}
