/** Format of request bodies: JSON, or XML for routes that support it. */
type WireFormat = "json" | "xml";

/** A configured Tuleap server. */
export interface Site {
  /** Root of the REST API without trailing slash; identifies the site in all keys. */
  readonly api: string;
  /** Root of the web interface without trailing slash. */
  readonly web: string;
  readonly label: string;
  readonly format: WireFormat;
  /** File with additional trusted certificates. */
  readonly caFile: string | undefined;
}

/** A signed-in user of a site. */
export interface Account {
  /** User id if the server reports it, otherwise a placeholder for the key. */
  readonly id: string;
  readonly name: string;
}

/** In milliseconds. */
export type KeyExpiry = number | "never";

const dayMs = 86_400_000;
/** Enough time to generate a new key. */
const expiryWarningDays = 7;

/** Days left if the key expires soon; otherwise undefined. */
export function getExpiryWarningDays(expiry: KeyExpiry | undefined, now: number): number | undefined {
  if (expiry === undefined || expiry === "never") return undefined;
  const daysLeft = Math.floor((expiry - now) / dayMs);
  return daysLeft < expiryWarningDays ? Math.max(daysLeft, 0) : undefined;
}

const localhostNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function isLocalhost({ hostname }: { readonly hostname: string }): boolean {
  return localhostNames.test(hostname);
}
