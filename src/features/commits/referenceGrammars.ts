import {
  type ReferenceGrammar,
  type ReferencePattern,
  parseValidPatterns,
} from "../../model/reference/findReferences.ts";
import type { Site } from "../../model/site.ts";
import { settingKeys } from "../../protocol/contributions.ts";
import type { Catalog } from "../../store/catalog.ts";
import { createUserListSetting } from "../../vscode/configuration.ts";

interface CachedGrammar {
  readonly state: string;
  readonly grammar: ReferenceGrammar;
}

/** Reads User Settings only; workspace settings are ignored. */
function readPatterns(name: string): readonly string[] {
  return createUserListSetting(name)
    .read()
    .filter((each) => typeof each === "string");
}

/** Patterns for artifact ids in branch names, in addition to Tuleap's own format. */
export function readBranchPatterns(): readonly ReferencePattern[] {
  return parseValidPatterns(readPatterns(settingKeys.branchPatterns));
}

export class ReferenceGrammars {
  readonly #catalog: Catalog;
  readonly #cachedGrammars = new Map<string, CachedGrammar>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Returns the same object until the grammar changes, because caches use it as key. */
  get(site: Site): ReferenceGrammar {
    const trackerNames = this.#catalog.getSite(site).trackerShortNames;
    const sources = readPatterns(settingKeys.referencePatterns);
    const state = JSON.stringify([trackerNames, sources]);
    const cached = this.#cachedGrammars.get(site.api);
    if (cached?.state === state) return cached.grammar;
    const grammar: ReferenceGrammar = { trackerNames, patterns: parseValidPatterns(sources) };
    this.#cachedGrammars.set(site.api, { state, grammar });
    return grammar;
  }
}
