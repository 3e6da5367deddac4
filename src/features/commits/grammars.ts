import { type Grammar, type Pattern, usablePatterns } from "../../model/reference/find.ts";
import type { Site } from "../../model/site.ts";
import { settings } from "../../protocol/contributions.ts";
import type { Catalog } from "../../store/catalog.ts";
import { userSetting } from "../../vscode/configuration.ts";

interface Known {
  readonly state: string;
  readonly grammar: Grammar;
}

/** What the person has set; a workspace has no say in it. */
function sourcesOf(name: string): readonly string[] {
  return userSetting(name)
    .read()
    .filter((each) => typeof each === "string");
}

/** By which the names of branches tell artifacts, beside the platform's own form. */
export function branchPatterns(): readonly Pattern[] {
  return usablePatterns(sourcesOf(settings.branchPatterns));
}

export class Grammars {
  readonly #catalog: Catalog;
  readonly #known = new Map<string, Known>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** The same object until something of it changes: caches go by it. */
  of(site: Site): Grammar {
    const trackers = this.#catalog.of(site).shortNames;
    const sources = sourcesOf(settings.referencePatterns);
    const state = JSON.stringify([trackers, sources]);
    const known = this.#known.get(site.api);
    if (known?.state === state) return known.grammar;
    const grammar: Grammar = { trackers, patterns: usablePatterns(sources) };
    this.#known.set(site.api, { state, grammar });
    return grammar;
  }
}
