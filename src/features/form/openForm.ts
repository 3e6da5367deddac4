// The ways into a form: an artifact, a draft, something new, and the tabs that a crash has left behind.
import * as vscode from "vscode";
import type { ArtifactRow } from "../../model/artifact.ts";
import { cleanLine } from "../../model/displayText.ts";
import type { Input } from "../../model/fields/registry.ts";
import type { Edit } from "../../model/form/draft.ts";
import type { Form } from "../../model/form/form.ts";
import type { Account, Site } from "../../model/site.ts";
import { isSubject, type Subject } from "../../model/subject.ts";
import type { Wish } from "../../model/triage/wish.ts";
import {
  type ArtifactQuestion,
  type ArtifactTarget,
  type CommandArguments,
  type DecisionTarget,
  type DraftTarget,
  type RowArguments,
  selectedRows,
  type TrackerTarget,
} from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { Editing } from "../../store/editing.ts";
import type { Base } from "../../store/keptDraft.ts";
import { notify } from "../../vscode/notifications.ts";
import { ArtifactPicker } from "./askArtifact.ts";
import { askTracker, type ChosenTracker, hasNoSite } from "./askTracker.ts";
import type { FormPanel } from "./formPanel.ts";
import type { FormPanels, OpenOptions } from "./formPanels.ts";
import { subjectName } from "./heading.ts";
import type { Neighbours } from "./neighbours.ts";
import { typeWish } from "./typeWish.ts";

// A selection in a file becomes the start of an artifact: its first line the title, all of it a quoted snippet.

interface Snippet {
  readonly title: string;
  /** In Markdown. */
  readonly text: string;
}

const longestTitle = 120;
const longestSnippet = 20_000;

/** A fence longer than any inside the code. */
function fence(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((ticks) => ticks.length));
  return "`".repeat(longest + 1);
}

/** Not through the middle of a character, and not without saying so. */
function cut(code: string): string {
  if (code.length <= longestSnippet) return code;
  return `${code.slice(0, longestSnippet).replace(/[\uD800-\uDBFF]$/, "")}\n…`;
}

/** Below its workspace folder; of a file from elsewhere only the name, since its folders are nobody's business. */
function placeIn({ uri }: vscode.TextDocument): string {
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const hasSeveral = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  return isInside ? vscode.workspace.asRelativePath(uri, hasSeveral) : (uri.path.split("/").at(-1) ?? "");
}

function snippetOf({ document, selection }: vscode.TextEditor): Snippet {
  const code = cut(document.getText(selection).replace(/\r\n?/g, "\n"));
  const path = placeIn(document);
  const first = selection.start.line + 1;
  // A selection that ends before the first letter of a line has nothing of that line.
  const last = selection.end.line + (selection.end.character === 0 && selection.end.line >= first ? 0 : 1);
  const lines = first === last ? `${first}` : `${first}-${last}`;
  const ticks = fence(code);
  const firstLine = code.split("\n").find((line) => line.trim() !== "") ?? "";
  return {
    title: cleanLine(firstLine, longestTitle),
    text: `\`${path}:${lines}\`\n\n${ticks}${document.languageId}\n${code.replace(/\n$/, "")}\n${ticks}\n`,
  };
}

/** The edits that put a snippet into a form: into its title, and into its description or its first long text. */
function snippetEdits(
  form: Form,
  descriptionId: number | undefined,
  { title, text }: Snippet,
): readonly Edit[] {
  const editable = form.fields.filter(({ access }) => access === "edit");
  const line =
    editable.find(({ id }) => id === form.promoted.title) ??
    editable.find(({ control }) => control.kind === "line");
  const long =
    editable.find(({ id, control }) => id === descriptionId && control.kind === "text") ??
    editable.find(({ control }) => control.kind === "text");
  return [
    ...(line?.control.kind === "line"
      ? [{ target: line.id, input: { kind: "line", text: title }, step: "begin" } as const]
      : []),
    ...(long === undefined
      ? []
      : [
          {
            target: long.id,
            input: { kind: "text", source: text, format: "commonmark" },
            step: "begin",
          } as const,
        ]),
  ];
}

/** Keeps in mind what was opened, once it has a title; what is gone is nothing to go back to. */
async function noteOpened({ catalog, recent }: Services, site: Site, panel: FormPanel): Promise<void> {
  await panel.loaded;
  const { subject, base, notices } = panel.editing;
  if (subject.kind !== "artifact") return;
  const account = await catalog.of(site).account();
  if (notices.some(({ kind }) => kind === "gone")) {
    await recent.drop(site.api, account, subject.artifactId);
  } else if (base !== undefined) {
    const { id, label = "" } = base.tracker;
    const tracker = id === undefined ? undefined : { id, label, color: base.color };
    await recent.note(site.api, account, { id: subject.artifactId, title: base.title, tracker });
  }
}

/** What a form shows of what a row would say, to be held against what there is later. */
function shownRow(id: number, { title, page, modifiedOn, revision }: Base): ArtifactRow {
  return {
    kind: "artifact",
    id,
    uri: `artifacts/${id}`,
    title,
    page,
    modifiedOn,
    revision,
    status: undefined,
    isOpen: undefined,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
  };
}

export class Opening implements vscode.Disposable {
  readonly #services: Services;
  readonly #panels: FormPanels;
  readonly #neighbours: Neighbours;
  readonly #picker: ArtifactPicker;

  constructor(services: Services, panels: FormPanels, neighbours: Neighbours) {
    this.#services = services;
    this.#panels = panels;
    this.#neighbours = neighbours;
    this.#picker = new ArtifactPicker(services, panels);
  }

  dispose(): void {
    this.#picker.dispose();
  }

  async artifacts(...[clicked, selected]: CommandArguments["artifacts.openArtifact"]): Promise<void> {
    for (const target of selectedRows(clicked, selected)) await this.artifact(target);
  }

  async drafts(...given: RowArguments<DraftTarget>): Promise<void> {
    for (const target of selectedRows(...given)) await this.draft(target);
  }

  async artifact(
    target: ArtifactTarget | undefined,
    viewColumn?: vscode.ViewColumn,
  ): Promise<FormPanel | undefined> {
    if (await hasNoSite(this.#services)) return undefined;
    const title = vscode.l10n.t("Go to Artifact");
    // One is there already.
    const except = this.inFront();
    const artifact = target ?? (await this.#picker.pick({ title, except }));
    const site = artifact === undefined ? undefined : this.#services.sites.find(artifact.siteApi);
    if (artifact === undefined || site === undefined) return undefined;
    const { artifactId, trackerId } = artifact;
    const accountId = (await this.#account(site))?.id;
    const subject = { kind: "artifact", siteApi: site.api, accountId, artifactId } as const;
    const panel = this.#panels.open(site, subject, { trackerId, viewColumn });
    this.#noteOpened(site, panel);
    this.#neighbours.opened(panel, artifact);
    await this.#neighbours.offer(this.#panels.active);
    return panel;
  }

  async withWish(target: ArtifactTarget, wish: Wish, before: Input | undefined): Promise<void> {
    const panel = await this.artifact(target);
    await panel?.loaded;
    // It may have been open for long.
    await panel?.editing.look(panel.signal);
    if (panel !== undefined) typeWish(panel, wish, before);
  }

  async choose(title: string, question: ArtifactQuestion = {}): Promise<ArtifactTarget | undefined> {
    if (await hasNoSite(this.#services)) return undefined;
    const { siteApi, other, resource } = question;
    return this.#picker.pick({ title, siteApi: siteApi ?? other?.siteApi, except: other, resource });
  }

  /** The artifact of the form in front, with what that shows of it. */
  inFront(): DecisionTarget | undefined {
    const { subject, base } = this.#panels.active?.editing ?? {};
    if (subject?.kind !== "artifact") return undefined;
    const { siteApi, artifactId } = subject;
    const artifact = base === undefined ? undefined : shownRow(artifactId, base);
    return { siteApi, artifactId, trackerId: base?.tracker.id, artifact };
  }

  async chooseTracker(title: string): Promise<TrackerTarget | undefined> {
    const { catalog, sites } = this.#services;
    if (await hasNoSite(this.#services)) return undefined;
    const chosen = await askTracker(catalog, sites.list(), title);
    return chosen && { siteApi: chosen.site.api, trackerId: chosen.trackerId };
  }

  /** A draft is opened, and sent, by nobody but the one who typed it. */
  async draft({ siteApi, subject }: DraftTarget): Promise<void> {
    const site = this.#services.sites.find(siteApi);
    if (site === undefined) return;
    if (await this.#isOwn(subject)) {
      this.#noteOpened(site, this.#panels.open(site, subject));
      return;
    }
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        "This was typed with another account on {0}: sign in with that one to go on.",
        site.label,
      ),
    );
  }

  async newArtifact(target: TrackerTarget | undefined): Promise<void> {
    const { sites } = this.#services;
    if (await hasNoSite(this.#services)) return;
    const site = target === undefined ? undefined : sites.find(target.siteApi);
    const chosen =
      target === undefined || site === undefined ? await this.#ask() : { site, trackerId: target.trackerId };
    if (chosen !== undefined) await this.#create(chosen, {});
  }

  async newFromSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || (await hasNoSite(this.#services))) return;
    const snippet = snippetOf(editor);
    const chosen = await this.#ask();
    if (chosen === undefined) return;
    const { semantics } = await this.#services.catalog.of(chosen.site).tracker(chosen.trackerId);
    await this.#create(chosen, {
      prepare: (editing) => {
        const form = editing.base?.form;
        if (form === undefined || editing.working.hasUnsent) return;
        for (const edit of snippetEdits(form, semantics.descriptionFieldId, snippet)) editing.edit(edit, 0);
      },
    });
  }

  /** A closed tab can't ask, and needs not: what was typed is on disk. */
  async sayKept(editing: Editing): Promise<void> {
    const { subject } = editing;
    const isOwn = await this.#isOwn(subject);
    const reopen = {
      label: vscode.l10n.t("Reopen"),
      run: () => this.draft({ siteApi: subject.siteApi, subject }),
    };
    const name = subjectName(editing);
    const text = isOwn
      ? vscode.l10n.t("What you typed into {0} is kept, but not sent.", name)
      : vscode.l10n.t("What you typed into {0} is kept until you sign in with the same account again.", name);
    notify(this.#services.boundary, "information", text, ...(isOwn ? [reopen] : []));
  }

  async orphans(): Promise<void> {
    const { sites, openForms } = this.#services;
    await openForms.closeOrphans();
    for (const { shown: subject, viewColumn } of openForms.orphans) {
      if (!isSubject(subject)) continue;
      const site = sites.find(subject.siteApi);
      if (site === undefined || !(await this.#isOwn(subject))) continue;
      this.#panels.open(site, subject, { viewColumn });
    }
  }

  #account(site: Site): Promise<Account | undefined> {
    return this.#services.catalog.of(site).account();
  }

  async #isOwn({ siteApi, accountId }: Subject): Promise<boolean> {
    const site = this.#services.sites.find(siteApi);
    return site !== undefined && (await this.#account(site))?.id === accountId;
  }

  #noteOpened(site: Site, panel: FormPanel): void {
    this.#services.boundary.start("note opened", () => noteOpened(this.#services, site, panel));
  }

  #ask(): Promise<ChosenTracker | undefined> {
    const { catalog, sites } = this.#services;
    return askTracker(catalog, sites.list(), vscode.l10n.t("New Artifact"));
  }

  async #create({ site, trackerId }: ChosenTracker, options: OpenOptions): Promise<void> {
    const accountId = (await this.#account(site))?.id;
    const key = crypto.randomUUID();
    this.#panels.open(site, { kind: "new", siteApi: site.api, accountId, trackerId, key }, options);
  }
}
