// Whether a message is for a Subversion repository that takes none without a reference, directly or by git-svn.
import * as vscode from "vscode";
import { gitSvnAddresses } from "../../store/commits/gitSvn.ts";
import { svnAddressOf } from "../../store/commits/svnInfo.ts";
import type { ReferenceRules } from "../../store/svn/referenceRules.ts";
import type { MessagePlace } from "./messageDocuments.ts";

interface KnownAddresses {
  readonly since: number;
  readonly addresses: Promise<readonly string[]>;
}

/** Longer than it takes to write a message. A working copy hardly ever moves. */
const keptMs = 60_000;

async function addressesOf({ root, asked }: MessagePlace): Promise<readonly string[]> {
  if (root.scheme !== "file") return [];
  const [ofGit, ofSvn] = await Promise.all([
    asked === undefined ? [] : gitSvnAddresses(asked),
    svnAddressOf(root.fsPath),
  ]);
  return ofSvn === undefined ? ofGit : [...ofGit, ofSvn];
}

export class RefusingRepositories {
  readonly #rules: ReferenceRules;
  readonly #now: () => number;
  readonly #known = new Map<string, KnownAddresses>();

  constructor(rules: ReferenceRules, now: () => number) {
    this.#rules = rules;
    this.#now = now;
  }

  /** By its name. */
  async of(place: MessagePlace): Promise<string | undefined> {
    if (!vscode.workspace.isTrusted) return undefined;
    for (const address of await this.#addresses(place)) {
      const refusing = await this.#rules.refusing(place.site, address);
      if (refusing !== undefined) return refusing;
    }
    return undefined;
  }

  #addresses(place: MessagePlace): Promise<readonly string[]> {
    const key = place.root.toString();
    const known = this.#known.get(key);
    if (known !== undefined && this.#now() - known.since < keptMs) return known.addresses;
    const addresses = addressesOf(place);
    this.#known.set(key, { since: this.#now(), addresses });
    return addresses;
  }
}
