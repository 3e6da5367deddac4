// Where on disk it stands what servers said last: a folder for each site, in which each file says whose it is.
import { createHash } from "node:crypto";
import { join } from "node:path";

export interface LastSeenPlace {
  /** Of the site. */
  readonly folder: string;
  /** What the names of the account's files begin with. */
  readonly prefix: string;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

export function prefixOf(accountId: string | undefined): string {
  return `${accountId === undefined ? "nobody" : digest(accountId)}-`;
}

/** Names neither the site nor the account: a folder's name may be seen by others. */
export function lastSeenPlace(root: string, api: string, accountId: string | undefined): LastSeenPlace {
  return { folder: join(root, digest(api)), prefix: prefixOf(accountId) };
}

export function fileOf({ folder, prefix }: LastSeenPlace, question: string): string {
  return join(folder, `${prefix}${digest(question)}.json`);
}
