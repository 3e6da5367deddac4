import { type ConfigEntry, configEntries } from "./configEntries.ts";
import { type RemoteAddress, remoteAddress } from "./remoteAddress.ts";
import type { GitFailure, Repository } from "./repository.ts";

export interface Remote {
  readonly name: string;
  readonly address: RemoteAddress;
}

const wanted = /^(remote\..*\.url|url\..*\.insteadof)$/;

/** The remotes that are on some host, `origin` first. No part of them is a secret. */
export async function remotesOf(
  repository: Repository,
  signal?: AbortSignal,
): Promise<{ readonly kind: "remotes"; readonly remotes: readonly Remote[] } | GitFailure> {
  const found = await configEntries(repository, wanted, signal);
  if (found.kind !== "entries") return found;
  const shortForms = found.entries.flatMap(shortForm);
  const remotes = new Map<string, Remote>();
  for (const { key, value } of found.entries) {
    const [, name] = /^remote\.(.*)\.url$/s.exec(key) ?? [];
    // The first address of several is the one that is fetched from.
    if (name === undefined || remotes.has(name)) continue;
    const address = remoteAddress(written(value, shortForms));
    if (address !== undefined) remotes.set(name, { name, address });
  }
  const rank = ({ name }: Remote): number => (name === "origin" ? 0 : 1);
  return { kind: "remotes", remotes: [...remotes.values()].sort((left, right) => rank(left) - rank(right)) };
}

interface ShortForm {
  readonly short: string;
  readonly long: string;
}

function shortForm({ key, value }: ConfigEntry): readonly ShortForm[] {
  const [, long] = /^url\.(.*)\.insteadof$/s.exec(key) ?? [];
  return long === undefined || value === "" ? [] : [{ short: value, long }];
}

/** Written out as git does it: the longest short form counts. */
function written(url: string, forms: readonly ShortForm[]): string {
  const fitting = forms.filter(({ short }) => url.startsWith(short));
  const [form] = fitting.sort((left, right) => right.short.length - left.short.length);
  return form === undefined ? url : `${form.long}${url.slice(form.short.length)}`;
}
