// What a person does to a form as a whole: by its buttons, by keys, by commands; and what its page may ask for.
import * as vscode from "vscode";
import { artifactPage } from "../../model/artifact.ts";
import { withoutLinks } from "../../model/displayText.ts";
import { sameInput } from "../../model/form/input.ts";
import { isNewSubject } from "../../model/subject.ts";
import type { HostMethods, LinkTarget } from "../../protocol/page.ts";
import { CallFailed } from "../../protocol/rpc.ts";
import type { Services } from "../../services.ts";
import type { Editing } from "../../store/editing.ts";
import type { Forms } from "../../store/forms.ts";
import { describe, findLinked, type Linked } from "../../store/linkTargets.ts";
import type { EditingNotice } from "../../store/notices.ts";
import { artifactIn, pageAddress } from "../../store/sites.ts";
import type { SaveWay } from "../../store/submission.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { attachmentMethods } from "./attachmentMethods.ts";
import type { DraftFiles } from "./draftFiles.ts";
import type { FormPanel } from "./formPanel.ts";
import { subjectName } from "./heading.ts";
import type { NoticeAction } from "./notices.ts";
import { isAskedAbout, lostIn, lostTexts, namesWithin } from "./pageConflict.ts";
import { ShownCommits, ShownHistory } from "./shownHistory.ts";
import { confirmedWay } from "./svnForms.ts";

export class FormActions {
  readonly #services: Services;
  readonly #forms: Forms;
  readonly #draftFiles: DraftFiles;

  constructor(services: Services, forms: Forms, draftFiles: DraftFiles) {
    this.#services = services;
    this.#forms = forms;
    this.#draftFiles = draftFiles;
  }

  /** What the page may ask for; its panel answers `ready` and `edit` itself. */
  methodsFor(panel: FormPanel): Omit<HostMethods, "ready" | "edit"> {
    const { catalog, boundary, commands } = this.#services;
    const { site, editing } = panel;
    const siteCatalog = () => catalog.of(site);
    const history = new ShownHistory(panel, this.#forms, boundary, () => siteCatalog().shortNames);
    const commits = new ShownCommits(this.#services, panel);
    return {
      undo: () => this.step(panel, "undo"),
      redo: () => this.step(panel, "redo"),
      save: () => this.save(panel, "checked"),
      discard: () => this.discard(panel),
      refresh: () => this.refresh(panel),
      openInBrowser: () => this.openInBrowser(panel),
      choose: ({ fieldId, choice }) => {
        if (editing.choose(fieldId, choice) === "taken") return;
        throw new CallFailed(vscode.l10n.t("This is being saved: choose when that is over."));
      },
      compare: ({ fieldId }) => this.#draftFiles.compare(editing, fieldId),
      backToForm: () => editing.resolve(false),
      overwrite: () => this.overwrite(panel),
      act: ({ noticeId, actionId }) => this.act(panel, noticeId, actionId),
      findPeople: async ({ query }) => {
        const { client } = await siteCatalog().connection();
        const people = await client.people(query, panel.signal);
        return people.map(({ id, label, username }) => ({ id, label, detail: username }));
      },
      findArtifacts: async ({ query }) =>
        (await findLinked(siteCatalog(), query, editing.base?.tracker.id)).map(linkTarget),
      describeArtifacts: async ({ ids }) => (await describe(siteCatalog(), ids)).map(linkTarget),
      history: async ({ want }) => {
        if (want === "newest") boundary.start("read commits", () => commits.show());
        await history.show(want);
      },
      openCommit: (commit) => commits.open(commit),
      image: async ({ address }) => {
        const { client } = await siteCatalog().connection();
        const { type, bytes } = await client.image(address, panel.signal);
        return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
      },
      openText: ({ target }) => this.#draftFiles.show(editing, target),
      openArtifact: ({ artifactId }) =>
        commands.run("artifacts.openArtifact", { siteApi: site.api, artifactId }),
      openAddress: ({ address }) => openAddress(this.#services, site.api, address),
      ...attachmentMethods(this.#services, panel),
    };
  }

  step(panel: FormPanel, direction: "undo" | "redo"): void {
    const target = panel.editing.step(direction);
    if (target !== undefined) panel.focus(target);
  }

  /** Sends what was typed. The only way anything is ever sent. */
  async save(panel: FormPanel, way: SaveWay): Promise<void> {
    const { editing } = panel;
    const before = editing.subject;
    const wasResolving = editing.working.isResolving;
    // A text that is open in an editor may be ahead of the form.
    if (!(await this.#draftFiles.collect(editing))) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t("A text that is open in an editor could not be taken over: save it there first."),
      );
      return;
    }
    const sure = await confirmedWay(editing, way);
    // While one is asked, the tab may have gone: with the account that it belongs to, for instance.
    if (sure === undefined || panel.signal.aborted) return;
    const title = vscode.l10n.t("Saving to {0}", panel.site.label);
    const result = await withProgress(title, (signal) => editing.save(sure, signal));
    switch (result.kind) {
      case "saved":
        sayDone(panel, result.wasNew);
        // Editors of what was new have an address that means nothing any more.
        if (result.wasNew) await this.#draftFiles.close(before);
        else await this.#draftFiles.closeComparisons(before);
        break;
      case "nothing":
        panel.tell("announce", { text: vscode.l10n.t("There is nothing to save.") });
        break;
      case "problem":
        // What was not asked about is mended in the form.
        if (!isAskedAbout(editing, result.target)) editing.resolve(false);
        panel.focus(result.target);
        break;
      case "collision": {
        const [first] = editing.collisions;
        if (wasResolving && first !== undefined) panel.focus(first.fieldId);
        break;
      }
      case "notSaved":
        break;
    }
  }

  /** Sends what was typed over what others have saved, once the person has seen what goes. */
  async overwrite(panel: FormPanel): Promise<void> {
    const { editing } = panel;
    if (!editing.working.isResolving || editing.isSending) return;
    const lost = lostIn(editing);
    if (lost.length === 0) return this.save(panel, "checked");
    const overwrite = vscode.l10n.t("Overwrite");
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t("Overwrite what {0} saved?", namesWithin(lost)),
      { modal: true, detail: lostTexts(lost).join("\n") },
      overwrite,
    );
    if (choice !== overwrite || panel.signal.aborted) return;
    // Others may have gone on meanwhile: what the person was not shown stays a question.
    const now = lostIn(editing);
    for (const { fieldId, theirs } of lost) {
      const isAsSeen = now.some((each) => each.fieldId === fieldId && sameInput(each.theirs, theirs));
      const isOpen = editing.collisions.some((contest) => contest.fieldId === fieldId);
      if (isAsSeen && isOpen) editing.choose(fieldId, "mine");
    }
    await this.save(panel, "overwrite");
  }

  /** Undo does not bring back what was thrown away, so the person is asked. */
  async discard(panel: FormPanel): Promise<void> {
    const { editing } = panel;
    if (!editing.working.hasUnsent) {
      // What was given up for theirs needs no question.
      await editing.discard();
      if (isNewSubject(editing.subject)) panel.dispose();
      return;
    }
    const discard = vscode.l10n.t("Discard");
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t("Discard what you typed here?"),
      { modal: true, detail: vscode.l10n.t("It was not sent and can't be brought back.") },
      discard,
    );
    if (choice !== discard) return;
    await editing.discard();
    if (isNewSubject(editing.subject)) panel.dispose();
  }

  async refresh(panel: FormPanel): Promise<void> {
    if (panel.editing.base === undefined) return panel.tryAgain();
    const title = vscode.l10n.t("Reading from {0}", panel.site.label);
    await withProgress(title, (signal) => panel.editing.refresh(AbortSignal.any([signal, panel.signal])));
  }

  async openInBrowser({ editing: { subject, base } }: FormPanel): Promise<void> {
    const { commands } = this.#services;
    const { siteApi } = subject;
    if (subject.kind === "artifact") {
      const { artifactId } = subject;
      const page = artifactPage(artifactId, base?.page);
      await commands.run("artifacts.openInBrowser", { siteApi, artifactId, page });
    } else if (base?.page !== undefined) {
      await commands.run("artifacts.openInBrowser", { siteApi, page: base.page });
    }
  }

  /** What may have come of a creation without an answer; once it is found, the form that it was typed into has done its part. */
  async #openCandidate(panel: FormPanel, artifactId: number): Promise<void> {
    const { commands } = this.#services;
    const { editing, site, signal } = panel;
    const { subject, base } = editing;
    // A text that is open in an editor may be ahead of the form.
    const isIt = (await this.#draftFiles.collect(editing)) && (await editing.hasCreated(artifactId, signal));
    if (isIt) await editing.discard();
    await commands.run("artifacts.openArtifact", {
      siteApi: site.api,
      artifactId,
      trackerId: base?.tracker.id,
    });
    if (!isIt) return;
    await this.#draftFiles.close(subject);
    panel.dispose();
  }

  async act(panel: FormPanel, noticeId: string, actionId: string): Promise<void> {
    const { commands } = this.#services;
    const { editing, site } = panel;
    const opened = /^open (\d+)$/.exec(actionId)?.[1];
    if (opened !== undefined) return this.#openCandidate(panel, Number(opened));
    const [, side, field] = /^use(Mine|Theirs) (\d+)$/.exec(actionId) ?? [];
    if (side !== undefined) return useConcurrent(panel, Number(field), side === "Mine" ? "mine" : "theirs");
    switch (actionId as Exclude<NoticeAction, `${string} ${number}`>) {
      case "dismiss":
        return editing.dismiss(noticeId as EditingNotice["kind"]);
      case "resolve":
        return editing.resolve(true);
      case "saveAgain":
        return this.save(panel, "checked");
      case "overwrite": {
        const isOffered = editing.notices.some(({ kind }) => kind === "noRevision" || kind === "refusing");
        return isOffered ? this.save(panel, "overwrite") : undefined;
      }
      case "saveAnyway":
        return this.save(panel, "anyway");
      case "refresh":
        return this.refresh(panel);
      case "tryAgain":
        return panel.tryAgain();
      case "signIn":
        return commands.run("artifacts.signIn", { siteApi: site.api });
      case "takeOver":
        return editing.takeOver();
      case "discard":
        return this.discard(panel);
    }
  }
}

/** What was chosen is seen where it is. */
function useConcurrent(panel: FormPanel, fieldId: number, side: "mine" | "theirs"): void {
  if (panel.editing.chooseConcurrent(fieldId, side) === "taken") panel.focus(fieldId);
}

function savedText(editing: Editing, wasNew: boolean): string {
  const name = subjectName(editing);
  if (!wasNew) return vscode.l10n.t("Saved {0}.", name);
  return editing.subject.kind === "svn"
    ? vscode.l10n.t("Created {0}. It may take minutes until it can be used.", name)
    : vscode.l10n.t("Created {0}.", name);
}

function sayDone(panel: FormPanel, wasNew: boolean): void {
  const text = savedText(panel.editing, wasNew);
  panel.tell("announce", { text });
  // Nothing in the form would tell why it can't be used yet.
  const isToBeSeen = wasNew && panel.editing.subject.kind === "svn";
  if (isToBeSeen) void vscode.window.showInformationMessage(withoutLinks(text));
}

function linkTarget({ artifactId, row, trackerLabel }: Linked): LinkTarget {
  return {
    artifactId,
    reference: trackerLabel === undefined ? `#${artifactId}` : `${trackerLabel} #${artifactId}`,
    title: row?.title,
    status: row?.status,
    isOpen: row?.isOpen,
  };
}

/** Links in texts of a server: its own artifacts open here, other pages in the browser; nothing else is followed. */
async function openAddress({ commands }: Services, siteApi: string, address: string): Promise<void> {
  const artifactId = artifactIn(siteApi, address);
  if (artifactId !== undefined) return commands.run("artifacts.openArtifact", { siteApi, artifactId });
  const isWhole = /^(https?|mailto):/i.test(address);
  const url = isWhole ? address : pageAddress(siteApi, address);
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
