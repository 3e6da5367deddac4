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

/** When an access key ends, in milliseconds. */
export type KeyExpiry = number | "never";

const day = 86_400_000;
/** Long enough to get another one without haste. */
const noticeDays = 7;

/** How many days are left, where they are few enough to say so; undefined where they are not. */
export function daysToTell(expiry: KeyExpiry | undefined, now: number): number | undefined {
  if (expiry === undefined || expiry === "never") return undefined;
  const left = Math.floor((expiry - now) / day);
  return left < noticeDays ? Math.max(left, 0) : undefined;
}

const names = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address leads nowhere but here. */
export function isThisMachine({ hostname }: { readonly hostname: string }): boolean {
  return names.test(hostname);
}
