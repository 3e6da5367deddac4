// What a decision is about: an artifact of a site, as the person has seen it, and as it is now where that is needed.
import * as vscode from "vscode";
import { artifactLabel } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { ArtifactTarget, DecisionTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import { ownTime } from "../../store/clock.ts";
import {
  type Concern,
  type Matter,
  rowOf,
  seenIn,
  type States,
  statesBySite,
} from "../../store/triage/states.ts";
import { withProgress } from "../../vscode/notifications.ts";

export function targetOf({ site, selected: { row, trackerId } }: Concern): ArtifactTarget {
  return { siteApi: site.api, artifactId: row.id, trackerId };
}

export class Concerns {
  readonly #sites: Services["sites"];
  readonly #statesOf: (site: Site) => States;

  constructor({ sites, catalog }: Pick<Services, "sites" | "catalog">) {
    this.#sites = sites;
    this.#statesOf = statesBySite(catalog);
  }

  /** As the person has seen it; what was named by its number only is read, and stands for whatever there is now. */
  async of(target: DecisionTarget): Promise<Concern | undefined> {
    const { artifact: row, artifactId, trackerId, siteApi } = target;
    if (row === undefined) return this.matter(target);
    const site = this.#sites.find(siteApi);
    if (site === undefined) return undefined;
    const selected = { row, trackerId, seenAt: ownTime.now() };
    return { site, states: this.#statesOf(site), selected, label: artifactLabel(artifactId, row.title) };
  }

  async matter(target: DecisionTarget): Promise<Matter | undefined> {
    const site = this.#sites.find(target.siteApi);
    if (site === undefined) return undefined;
    const seenAt = ownTime.now();
    const { artifactId, trackerId, artifact: shown } = target;
    const states = this.#statesOf(site);
    const meant = { row: { id: artifactId }, trackerId };
    const reading = vscode.l10n.t("Reading from {0}", site.label);
    const state = await withProgress(reading, (signal) => states.one(meant, signal));
    const selected =
      shown === undefined ? rowOf(meant, state) : seenIn({ row: shown, trackerId, seenAt }, state);
    const label = artifactLabel(artifactId, state.base.title);
    return { site, states, selected, label, form: state.base.form };
  }
}
