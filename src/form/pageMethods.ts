// What the page of a form may ask for.
import * as vscode from "vscode";
import { isFailure } from "../model/failure.ts";
import { failureText } from "../platform/failureText.ts";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandAnswers, CommandArguments } from "../protocol/commands.ts";
import type { HostMethods, LinkTarget } from "../protocol/page.ts";
import { CallFailed } from "../protocol/rpc.ts";
import type { Forms } from "../store/forms.ts";
import type { History } from "../store/history.ts";
import { describe, findLinked, type Linked } from "../store/linkTargets.ts";
import { artifactIn, pageAddress } from "../store/siteAddress.ts";
import { type AttachmentDependencies, attachmentMethods } from "./attachmentMethods.ts";
import type { DraftFiles } from "./draftFiles.ts";
import type { FormActions } from "./formActions.ts";
import type { FormPanel } from "./formPanel.ts";
import { ShownCommits } from "./shownCommits.ts";
import { shownEntry } from "./shownHistory.ts";

export interface MethodsDependencies extends AttachmentDependencies {
  readonly forms: Forms;
  readonly draftFiles: DraftFiles;
  readonly actions: FormActions;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
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

/** Reads the history as the page asks for it, and again after something was written. */
class ShownHistory {
  readonly #panel: FormPanel;
  readonly #forms: Forms;
  #history: { readonly of: string; readonly read: History } | undefined;
  /** The state that was told last. */
  #shown: string | undefined;

  constructor(panel: FormPanel, forms: Forms, boundary: Boundary) {
    this.#panel = panel;
    this.#forms = forms;
    const listening = panel.editing.changed.listen(() => {
      const isOld = this.#history !== undefined && this.#shown !== panel.editing.base?.modifiedOn;
      if (isOld) boundary.start("read history", () => this.show("newest"));
    });
    panel.signal.addEventListener("abort", () => listening.dispose());
  }

  async show(want: "newest" | "older"): Promise<void> {
    const { editing, site } = this.#panel;
    const uri = editing.base?.changesetsUri;
    if (editing.base === undefined || uri === undefined) {
      this.#panel.tell("history", { kind: "none" });
      return;
    }
    if (this.#history?.of !== uri) {
      const read = this.#forms.history(site, editing.base);
      this.#history = read === undefined ? undefined : { of: uri, read };
    }
    this.#shown = editing.base.modifiedOn;
    await this.#read(want);
  }

  async #read(want: "newest" | "older"): Promise<void> {
    const history = this.#history?.read;
    if (history === undefined) return;
    try {
      await (want === "newest" ? history.readNewest() : history.readOlder());
      const now = Date.now();
      const entries = history.entries.map((entry) => shownEntry(entry, now));
      this.#panel.tell("history", { kind: "entries", entries, hasOlder: history.hasOlder });
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      const text = failureText(failure, this.#panel.site.label);
      this.#panel.tell("history", { kind: "problem", text });
    }
  }
}

/** Links in texts of a server: its own artifacts open here, other pages in the browser; nothing else is followed. */
async function openAddress(
  { commands }: MethodsDependencies,
  siteApi: string,
  address: string,
): Promise<void> {
  const artifactId = artifactIn(siteApi, address);
  if (artifactId !== undefined) return commands.run("artifacts.openArtifact", { siteApi, artifactId });
  const isWhole = /^(https?|mailto):/i.test(address);
  const url = isWhole ? address : pageAddress(siteApi, address);
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}

export function pageMethods(
  dependencies: MethodsDependencies,
  panel: FormPanel,
): Omit<HostMethods, "ready" | "edit"> {
  const { catalog, forms, draftFiles, actions, boundary, commands } = dependencies;
  const { site, editing } = panel;
  const history = new ShownHistory(panel, forms, boundary);
  const commits = new ShownCommits(panel, commands);
  const siteCatalog = () => catalog.of(site);
  return {
    undo: () => actions.step(panel, "undo"),
    redo: () => actions.step(panel, "redo"),
    save: () => actions.save(panel, "checked"),
    discard: () => actions.discard(panel),
    refresh: () => actions.refresh(panel),
    openInBrowser: () => actions.openInBrowser(panel),
    choose: ({ fieldId, choice }) => {
      if (editing.choose(fieldId, choice) === "taken") return;
      throw new CallFailed(vscode.l10n.t("This is being saved: choose when that is over."));
    },
    compare: ({ fieldId }) => draftFiles.compare(editing, fieldId),
    backToForm: () => editing.resolve(false),
    overwrite: () => actions.overwrite(panel),
    act: ({ noticeId, actionId }) => actions.act(panel, noticeId, actionId),
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
    openText: ({ target }) => draftFiles.show(editing, target),
    openArtifact: ({ artifactId }) =>
      commands.run("artifacts.openArtifact", { siteApi: site.api, artifactId }),
    openAddress: ({ address }) => openAddress(dependencies, site.api, address),
    ...attachmentMethods(dependencies, panel, boundary),
  };
}
