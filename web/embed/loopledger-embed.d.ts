/** A file that a page hands over. */
export interface LoopledgerFile {
  /** The name that it is shown under. */
  name: string;
  /** Its content; a buffer is handed over, and empty afterwards. */
  bytes: ArrayBuffer | Blob;
  /** When it was last modified, in milliseconds since 1970. */
  modified?: number;
}

/** A place of the loaded data, and how it is shown; what is absent stays as it is. */
export interface LoopledgerTarget {
  page?: "report" | "attempts" | "replay" | "files";
  /** An attempt's id. */
  attempt?: string;
  /** A run's key, as the viewer's addresses write it. */
  run?: string;
  /** A step of the run, counted from 1. */
  step?: number;
  /** A variant's id. */
  variant?: string;
  lang?: "en" | "es";
  theme?: "auto" | "light" | "dark";
}

/** What is loaded; empty where there is nothing yet. */
export interface LoopledgerCounts {
  files?: number;
  attempts?: number;
  runs?: number;
}

/** What a load brought. */
export interface LoopledgerLoaded {
  /** Files of it. */
  files: number;
  /** How many of them were refused, because they are of no known format. */
  refused: number;
}

/** Why something did not happen; the codes stand in docs/embedding.md. */
export interface LoopledgerError {
  code: string;
  /** In English. */
  message: string;
}

/**
 * `<loopledger-report src="…" view="report" attempt="…" run="…" step="…" variant="…" lang="es"
 * theme="auto" height="480" label="…" timeout="30000" viewer="…">`
 */
export class LoopledgerReport extends HTMLElement {
  /** Loads files that the page has. Rejects with a {@link LoopledgerError}. */
  load(files: LoopledgerFile[]): Promise<LoopledgerLoaded>;
  /** Loads what is at addresses, which are relative to the page. */
  open(addresses: string | string[]): Promise<LoopledgerLoaded>;
  /** Shows a place. */
  go(target: LoopledgerTarget): Promise<unknown>;
}

declare global {
  interface HTMLElementTagNameMap {
    "loopledger-report": LoopledgerReport;
  }
  interface HTMLElementEventMap {
    /** The viewer answered, and what `src` names is loaded. Once. */
    "loopledger-ready": CustomEvent<LoopledgerCounts>;
    /** There is other data now. */
    "loopledger-loaded": CustomEvent<Required<LoopledgerCounts>>;
    /** Another step of a run is shown. */
    "loopledger-step": CustomEvent<{ run: string; step: number }>;
    /** Something did not happen. */
    "loopledger-error": CustomEvent<LoopledgerError>;
  }
}
