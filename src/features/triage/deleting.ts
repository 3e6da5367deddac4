// Artifacts deleted, one or many, once the person has seen which, and what that means.
import * as vscode from "vscode";
import { artifactLabel, withoutLinks } from "../../model/displayText.ts";
import type { RateLimit } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { ChosenArtifact, DecisionArguments, DecisionTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import { deleteMany, type Deletion, type Deletions } from "../../store/triage/deleting.ts";
import type { Concern, Selected, States } from "../../store/triage/states.ts";
import { failureText } from "../../vscode/failureText.ts";
import { withProgress } from "../../vscode/notifications.ts";
import type { Concerns } from "./concern.ts";
import { nowText } from "./decided.ts";
import { decisionTargets } from "./decisionTargets.ts";

// Deletions in words: what is about to go, and what came of it.

/** So many are named; of the others only how many there are. */
const mostNamed = 8;

function labelOf({ row: { id, title } }: Selected): string {
  return artifactLabel(id, title);
}

function named(lines: readonly string[]): string {
  const rest = lines.length - mostNamed;
  if (rest <= 1) return lines.join("\n");
  return [...lines.slice(0, mostNamed), vscode.l10n.t("… and {0} more", rest)].join("\n");
}

function questionText(condemned: readonly Selected[]): string {
  const [only] = condemned;
  return condemned.length === 1 && only !== undefined
    ? vscode.l10n.t("Delete {0}?", labelOf(only))
    : vscode.l10n.t("Delete {0} artifacts?", condemned.length);
}

function unsentText(unsent: readonly Selected[]): string | undefined {
  const [first] = unsent;
  if (first === undefined) return undefined;
  return unsent.length === 1
    ? vscode.l10n.t("What you typed about {0} and did not send stays on this machine.", labelOf(first))
    : vscode.l10n.t(
        "What you typed about {0} of them and did not send stays on this machine.",
        unsent.length,
      );
}

/** What people should know before they say yes. `unsent` are those that something typed about waits to be sent. */
function warningText(condemned: readonly Selected[], unsent: readonly Selected[], site: string): string {
  const parts = [
    condemned.length === 1 ? undefined : named(condemned.map(labelOf)),
    vscode.l10n.t("Only administrators of the tracker may delete artifacts."),
    vscode.l10n.t(
      "A daily limit applies: it counts the last 24 hours, is set by the administrators of {0}, and is the same for all projects.",
      site,
    ),
    vscode.l10n.t("Some servers archive what is deleted; on others it is gone for good."),
    unsentText(unsent),
  ];
  return parts.filter((part) => part !== undefined).join("\n\n");
}

function changedText(changed: readonly Selected[]): string {
  const [only] = changed;
  return changed.length === 1 && only !== undefined
    ? vscode.l10n.t("{0} was changed since it was shown to you.", labelOf(only))
    : vscode.l10n.t("{0} artifacts were changed since they were shown to you.", changed.length);
}

function changedDetail(changed: readonly Selected[]): string {
  return named(changed.map(({ row }) => vscode.l10n.t("Now: {0}", `#${row.id} ${nowText(row)}`)));
}

function quotaText(quota: RateLimit | undefined): string {
  const { limit, remaining } = quota ?? {};
  if (limit === undefined || remaining === undefined) return "";
  return vscode.l10n.t("{0} of {1} deletions within 24 hours are left.", remaining, limit);
}

/** Why something was not deleted; undefined where it was, or where nobody wants it any more. */
function whyNot(outcome: Deletion, site: string): string | undefined {
  switch (outcome.kind) {
    case "deleted":
    case "cancelled":
      return undefined;
    case "quotaReached":
      return outcome.limit === undefined
        ? vscode.l10n.t("The limit of deletions within 24 hours is reached.")
        : vscode.l10n.t("The limit of {0} deletions within 24 hours is reached.", outcome.limit);
    case "notAdministrator":
      return vscode.l10n.t("Only administrators of its tracker may delete it.");
    case "switchedOff":
      return vscode.l10n.t("{0} lets nobody delete artifacts.", site);
    case "changedSince":
      return vscode.l10n.t("It was changed since it was shown to you.");
    case "gone":
      return vscode.l10n.t("It is no longer there, or hidden from you.");
    case "notAllowed":
    case "failed":
      return failureText(outcome.failure, site);
  }
}

interface Place {
  readonly site: Site;
  readonly states: States;
}

type Item = Deletions["items"][number];

/** What a later round says of an artifact counts. */
function merged(earlier: Deletions, later: Deletions): Deletions {
  const again = new Set(
    [...later.items.map(({ condemned }) => condemned), ...later.left].map(({ row }) => row.id),
  );
  const isOver = ({ condemned }: Item): boolean => !again.has(condemned.row.id);
  return {
    items: [...earlier.items.filter(isOver), ...later.items],
    left: [...earlier.left, ...later.left],
  };
}

/** What stands against all others too. */
function meetsAll({ kind }: Deletion): boolean {
  return kind === "quotaReached" || kind === "switchedOff";
}

function changedIn({ items }: Deletions): readonly Selected[] {
  return items.flatMap(({ outcome }) => (outcome.kind === "changedSince" ? [outcome.now] : []));
}

export class Deleting {
  readonly #services: Services;
  readonly #concerns: Concerns;

  constructor(services: Services, concerns: Concerns) {
    this.#services = services;
    this.#concerns = concerns;
  }

  async remove(...given: DecisionArguments): Promise<void> {
    const targets = await decisionTargets(this.#services, given, vscode.l10n.t("Delete Artifact"));
    const concerns = await this.#seen(targets);
    const [place] = concerns;
    if (place === undefined) return;
    const condemned = concerns.map(({ selected }) => selected);
    if (!(await this.#isMeant(place.site, condemned))) return;
    const first = await this.#delete(place, condemned);
    await this.#tell(place, await this.#afterAnotherLook(place, first));
  }

  async #seen(targets: readonly DecisionTarget[]): Promise<readonly Concern[]> {
    const concerns: Concern[] = [];
    for (const target of targets) {
      const concern = await this.#concerns.of(target);
      if (concern !== undefined) concerns.push(concern);
    }
    return concerns;
  }

  async #isMeant(site: Site, condemned: readonly Selected[]): Promise<boolean> {
    const unsent = await this.#unsent(site, condemned);
    const remove = vscode.l10n.t("Delete");
    const choice = await vscode.window.showWarningMessage(
      withoutLinks(questionText(condemned)),
      { modal: true, detail: warningText(condemned, unsent, site.label) },
      remove,
    );
    return choice === remove;
  }

  /** Those that something typed about waits to be sent. */
  async #unsent({ api }: Site, condemned: readonly Selected[]): Promise<readonly Selected[]> {
    const drafts = await this.#services.drafts.list();
    const ids = new Set(
      drafts.flatMap(({ subject }) =>
        subject.kind === "artifact" && subject.siteApi === api ? [subject.artifactId] : [],
      ),
    );
    return condemned.filter(({ row }) => ids.has(row.id));
  }

  #delete({ states, site }: Place, condemned: readonly Selected[]): Promise<Deletions> {
    const [only] = condemned;
    const title =
      condemned.length === 1 && only !== undefined
        ? vscode.l10n.t("Deleting {0}", labelOf(only))
        : vscode.l10n.t("Deleting from {0}", site.label);
    return withProgress(title, (signal, report) =>
      deleteMany(states, condemned, signal, (done, of) =>
        report({ message: vscode.l10n.t("{0} of {1}", done, of), percent: (100 * done) / of }),
      ),
    );
  }

  /** What was changed since it was shown is shown first, and goes only if it is meant all the same. */
  async #afterAnotherLook(place: Place, deletions: Deletions): Promise<Deletions> {
    const changed = changedIn(deletions);
    const isOver = deletions.left.length > 0 || deletions.items.some(({ outcome }) => meetsAll(outcome));
    if (changed.length === 0 || isOver) return deletions;
    const remove = vscode.l10n.t("Delete All the Same");
    const choice = await vscode.window.showWarningMessage(
      withoutLinks(changedText(changed)),
      { modal: true, detail: changedDetail(changed) },
      remove,
    );
    if (choice !== remove) return deletions;
    const later = await this.#delete(place, changed);
    return this.#afterAnotherLook(place, merged(deletions, later));
  }

  async #tell(place: Place, deletions: Deletions): Promise<void> {
    const { items, left } = deletions;
    const isOne = items.length + left.length === 1;
    const deleted = items.flatMap(({ outcome }) => (outcome.kind === "deleted" ? [outcome] : []));
    const [item] = items;
    if (deleted.length === items.length && left.length === 0) {
      const text =
        isOne && item !== undefined
          ? vscode.l10n.t("{0} was deleted.", labelOf(item.condemned))
          : vscode.l10n.t("{0} artifacts were deleted.", deleted.length);
      const said = `${text} ${quotaText(deleted.at(-1)?.quota)}`.trim();
      void vscode.window.showInformationMessage(withoutLinks(said));
    } else if (isOne && item !== undefined) {
      this.#sayNotDeleted(place, item);
    } else {
      await this.#list(place, deletions);
    }
  }

  #sayNotDeleted({ site }: Place, { condemned, outcome }: Item): void {
    // Whoever has turned away knows.
    const why = outcome.kind === "changedSince" ? undefined : whyNot(outcome, site.label);
    if (why === undefined) return;
    const text = vscode.l10n.t("{0} was not deleted. {1}", labelOf(condemned), why);
    void vscode.window.showErrorMessage(withoutLinks(text));
  }

  /** Which were deleted, which not, and why. */
  async #list({ site }: Place, { items, left }: Deletions): Promise<void> {
    const gone = items.filter(({ outcome }) => outcome.kind === "deleted");
    const kept = items.filter(({ outcome }) => outcome.kind !== "deleted");
    const end = kept.find(({ outcome }) => meetsAll(outcome));
    const why = end === undefined ? undefined : whyNot(end.outcome, site.label);
    const count = vscode.l10n.t("Deleted {0} of {1} artifacts.", gone.length, items.length + left.length);
    const notDeleted = [
      ...kept.map(({ condemned, outcome }) =>
        [labelOf(condemned), whyNot(outcome, site.label)].filter((part) => part !== undefined).join(": "),
      ),
      ...left.map(labelOf),
    ];
    const detail = [
      ...(gone.length === 0
        ? []
        : [vscode.l10n.t("Deleted:"), named(gone.map(({ condemned }) => labelOf(condemned))), ""]),
      vscode.l10n.t("Not deleted:"),
      named(notDeleted),
    ].join("\n");
    const show = vscode.l10n.t("Show What Is Left");
    const choice = await vscode.window.showWarningMessage(
      withoutLinks([why, count].filter((part) => part !== undefined).join(" ")),
      { modal: true, detail },
      show,
    );
    if (choice !== show) return;
    const artifacts = [...kept.map(({ condemned }) => condemned), ...left].map(chosenOf);
    await this.#services.commands.run("artifacts.openTable", {
      kind: "selection",
      siteApi: site.api,
      artifacts,
    });
  }
}

function chosenOf({ row, trackerId }: Selected): ChosenArtifact {
  return { artifactId: row.id, trackerId };
}
