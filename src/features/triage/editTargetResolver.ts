// Resolves the artifact of a quick edit, as it was shown, and with its current form where that is needed.
import * as vscode from "vscode";
import { formatArtifactLabel } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { ArtifactTarget, TriageTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { monotonicClock } from "../../store/monotonicClock.ts";
import {
  type QuickEditTarget,
  type LoadedQuickEditTarget,
  toSelectedArtifact,
  refreshSelectedIfUnchanged,
  type ArtifactLoader,
  createArtifactLoaderLookup,
} from "../../store/triage/artifactLoader.ts";
import { withProgress } from "../../vscode/notifications.ts";

export function toArtifactTarget({ site, selected: { row, trackerId } }: QuickEditTarget): ArtifactTarget {
  return { siteApi: site.api, artifactId: row.id, trackerId };
}

export class EditTargetResolver {
  readonly #sites: Services["sites"];
  readonly #loaderFor: (site: Site) => ArtifactLoader;

  constructor({ sites, catalog }: Pick<Services, "sites" | "catalog">) {
    this.#sites = sites;
    this.#loaderFor = createArtifactLoaderLookup(catalog);
  }

  getLoader(site: Site): ArtifactLoader {
    return this.#loaderFor(site);
  }

  /** Uses the row that was shown; a target without a row is loaded. */
  async resolve(target: TriageTarget): Promise<QuickEditTarget | undefined> {
    const { artifact: row, artifactId, trackerId, siteApi } = target;
    if (row === undefined) return this.resolveWithForm(target);
    const site = this.#sites.find(siteApi);
    if (site === undefined) return undefined;
    const selected = { row, trackerId, seenAt: monotonicClock.now() };
    return {
      site,
      loader: this.#loaderFor(site),
      selected,
      label: formatArtifactLabel(artifactId, row.title),
    };
  }

  async resolveWithForm(target: TriageTarget): Promise<LoadedQuickEditTarget | undefined> {
    const site = this.#sites.find(target.siteApi);
    if (site === undefined) return undefined;
    const seenAt = monotonicClock.now();
    const { artifactId, trackerId, artifact: shownRow } = target;
    const loader = this.#loaderFor(site);
    const artifact = { row: { id: artifactId }, trackerId };
    const title = vscode.l10n.t("Loading from {0}…", site.label);
    const state = await withProgress(title, (signal) => loader.load(artifact, signal));
    const selected =
      shownRow === undefined
        ? toSelectedArtifact(artifact, state)
        : refreshSelectedIfUnchanged({ row: shownRow, trackerId, seenAt }, state);
    const label = formatArtifactLabel(artifactId, state.base.title);
    return { site, loader, selected, label, form: state.base.form };
  }
}
