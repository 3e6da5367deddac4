/** How bodies travel: JSON, or XML for the routes that can. */
type WireFormat = "json" | "xml";

/** A server the person connected to. */
export interface Site {
  /** Root of its REST API without a trailing slash; the site's identity in every key. */
  readonly api: string;
  /** Root of its web pages without a trailing slash. */
  readonly web: string;
  readonly label: string;
  readonly format: WireFormat;
  /** File of certificates that are trusted besides the usual ones. */
  readonly caFile: string | undefined;
}

/** Whom a site knows us as. */
export interface Account {
  /** The user's id where the server tells it, else one that stands for "whoever holds this key". */
  readonly id: string;
  readonly name: string;
}
