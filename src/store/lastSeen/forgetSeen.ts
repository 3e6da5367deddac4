import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { lastSeenPlace, prefixOf } from "./place.ts";

/** Forgets what was seen of a site by whoever is not among those who are signed in. What needs no account to be seen stays. */
export async function forgetSeenByOthers(
  root: string,
  api: string,
  signedIn: readonly string[],
): Promise<void> {
  const { folder } = lastSeenPlace(root, api, undefined);
  const prefixes = [undefined, ...signedIn].map(prefixOf);
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => !prefixes.some((own) => name.startsWith(own)));
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
}

/** Forgets all that was seen of a site. */
export async function forgetSeenSite(root: string, api: string): Promise<void> {
  await rm(lastSeenPlace(root, api, undefined).folder, { recursive: true, force: true });
}
