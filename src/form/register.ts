import * as vscode from "vscode";
import { artifactLabel, withoutLinks } from "../model/displayText.ts";
import type { Site } from "../model/site.ts";
import type { Subject } from "../model/subject.ts";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { ArtifactTarget, CommandArguments, DraftTarget } from "../protocol/commands.ts";
import type { Catalog } from "../store/catalog.ts";
import { type Drafts, thisProcess } from "../store/drafts.ts";
import type { Editing } from "../store/editing.ts";
import { Forms } from "../store/forms.ts";
import type { Sites } from "../store/sites.ts";
import { askArtifact } from "./askArtifact.ts";
import { askTracker } from "./askTracker.ts";
import { DraftFiles } from "./draftFiles.ts";
import { draftScheme } from "./draftPlace.ts";
import { FormActions } from "./formActions.ts";
import type { FormPanel } from "./formPanel.ts";
import { FormPanels, formViewType, type OpenOptions } from "./formPanels.ts";
import { OpenForms } from "./openForms.ts";
import { pageMethods } from "./pageMethods.ts";
import { snippetEdits, snippetOf } from "./selection.ts";

export interface FormDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly drafts: Drafts;
  readonly extensionUri: vscode.Uri;
  /** What a window remembers, for the tabs that a crash leaves behind. */
  readonly memory: vscode.Memento;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

export interface FormFeature extends vscode.Disposable {
  /** Brings to disk what is still on its way there; the window waits for it when it goes. */
  keepAll(): Promise<void>;
}

export function registerForm(dependencies: FormDependencies): FormFeature {
  const { sites, catalog, drafts, boundary, commands } = dependencies;
  const forms = new Forms({ catalog, drafts, siteAt: (api) => sites.find(api), now: () => Date.now() });
  const draftFiles = new DraftFiles({ forms, sites, catalog });
  const actions = new FormActions({ catalog, commands, draftFiles });
  const openForms = new OpenForms({ memory: dependencies.memory, boundary, ...thisProcess });
  const panels = new FormPanels({
    ...dependencies,
    forms,
    openForms,
    methods: (panel) => pageMethods({ catalog, forms, draftFiles, actions, boundary, commands }, panel),
    onClosedUnsent: (subject, editing) => boundary.start("closed form", () => sayKept(subject, editing)),
  });

  async function open(siteApi: string, artifactId: number, options: OpenOptions): Promise<void> {
    const site = sites.find(siteApi);
    if (site === undefined) return;
    const accountId = (await catalog.of(site).account())?.id;
    panels.open(site, { kind: "artifact", siteApi, accountId, artifactId }, options);
  }

  async function openArtifact(target: ArtifactTarget | undefined): Promise<void> {
    if (sites.list().length === 0) return commands.run("artifacts.connect");
    const artifact = target ?? (await askArtifact(sites.list()));
    if (artifact === undefined) return;
    await open(artifact.siteApi, artifact.artifactId, { trackerId: artifact.trackerId });
  }

  /** A draft is opened, and sent, by nobody but the one who typed it. */
  async function openDraft({ siteApi, subject }: DraftTarget): Promise<void> {
    const site = sites.find(siteApi);
    if (site === undefined) return;
    if ((await catalog.of(site).account())?.id === subject.accountId) {
      panels.open(site, subject);
      return;
    }
    await vscode.window.showInformationMessage(
      vscode.l10n.t(
        "This was typed with another account on {0}: sign in with that one to go on.",
        site.label,
      ),
    );
  }

  async function create(site: Site, trackerId: number, prepare?: OpenOptions["prepare"]): Promise<void> {
    const accountId = (await catalog.of(site).account())?.id;
    const subject: Subject = {
      kind: "new",
      siteApi: site.api,
      accountId,
      trackerId,
      key: crypto.randomUUID(),
    };
    panels.open(site, subject, prepare === undefined ? {} : { prepare });
  }

  async function createFromSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    if (sites.list().length === 0) return commands.run("artifacts.connect");
    const snippet = snippetOf(editor);
    const chosen = await askTracker(catalog, sites.list());
    if (chosen === undefined) return;
    const { semantics } = await catalog.of(chosen.site).tracker(chosen.trackerId);
    await create(chosen.site, chosen.trackerId, (editing) => {
      const form = editing.base?.form;
      if (form === undefined || editing.working.hasUnsent) return;
      for (const edit of snippetEdits(form, semantics.descriptionFieldId, snippet)) editing.edit(edit, 0);
    });
  }

  /** A closed tab can't ask, and needs not: what was typed is on disk. */
  async function sayKept(subject: Subject, { base }: Editing): Promise<void> {
    const site = sites.find(subject.siteApi);
    const account = site === undefined ? undefined : await catalog.of(site).account();
    const isOurs = site !== undefined && account?.id === subject.accountId;
    const reopen = vscode.l10n.t("Reopen");
    const name =
      subject.kind === "artifact"
        ? artifactLabel(subject.artifactId, base?.title)
        : (base?.tracker.label ?? "");
    const text = isOurs
      ? vscode.l10n.t("What you typed into {0} is kept, but not sent.", name)
      : vscode.l10n.t("What you typed into {0} is kept until you sign in with the same account again.", name);
    const choice = await vscode.window.showInformationMessage(
      withoutLinks(text),
      ...(isOurs ? [reopen] : []),
    );
    if (choice === reopen) await commands.run("artifacts.openDraft", { siteApi: subject.siteApi, subject });
  }

  async function reopenOrphans(): Promise<void> {
    const orphans = openForms.orphans();
    if (orphans.length === 0) return;
    await openForms.closeTabs(formViewType);
    for (const { subject, viewColumn } of orphans) {
      const site = sites.find(subject.siteApi);
      const account = site === undefined ? undefined : await catalog.of(site).account();
      if (site !== undefined && account?.id === subject.accountId) panels.open(site, subject, { viewColumn });
    }
  }

  const withActive = (act: (panel: FormPanel) => unknown): (() => unknown) => {
    return () => (panels.active === undefined ? undefined : act(panels.active));
  };

  async function keepAll(): Promise<void> {
    await Promise.all([forms.close(), openForms.end()]);
  }

  boundary.start("reopen forms", reopenOrphans);
  const registered = vscode.Disposable.from(
    panels,
    draftFiles,
    vscode.window.registerWebviewPanelSerializer(formViewType, panels),
    vscode.workspace.registerFileSystemProvider(draftScheme, draftFiles, { isCaseSensitive: true }),
    // The document itself lives on for a while after its editor was closed.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const { input } of closed) {
        const uri = input instanceof vscode.TabInputText ? input.uri : undefined;
        if (uri?.scheme === draftScheme) boundary.start("close text", () => draftFiles.closed(uri));
      }
    }),
    drafts.changed.listen(() => boundary.start("look at drafts", () => forms.lookAround())),
    drafts.discarded.listen((subject) => boundary.start("discard form", () => forms.discard(subject))),
    catalog.forgotten.listen((siteApi) =>
      boundary.start("account changed", () => panels.accountChanged(siteApi)),
    ),
    commands.register("artifacts.openArtifact", openArtifact),
    commands.register("artifacts.openDraft", openDraft),
    commands.register("artifacts.newArtifact", async (target) => {
      if (sites.list().length === 0) return commands.run("artifacts.connect");
      const site = target === undefined ? undefined : sites.find(target.siteApi);
      const chosen =
        target === undefined || site === undefined
          ? await askTracker(catalog, sites.list())
          : { site, trackerId: target.trackerId };
      if (chosen !== undefined) await create(chosen.site, chosen.trackerId);
    }),
    commands.register("artifacts.newFromSelection", createFromSelection),
    commands.register(
      "artifacts.saveForm",
      withActive((panel) => actions.save(panel, "checked")),
    ),
    commands.register(
      "artifacts.undoEdit",
      withActive((panel) => actions.step(panel, "undo")),
    ),
    commands.register(
      "artifacts.redoEdit",
      withActive((panel) => actions.step(panel, "redo")),
    ),
    commands.register(
      "artifacts.refreshForm",
      withActive((panel) => actions.refresh(panel)),
    ),
    commands.register(
      "artifacts.discardForm",
      withActive((panel) => actions.discard(panel)),
    ),
    commands.register(
      "artifacts.openFormInBrowser",
      withActive((panel) => actions.openInBrowser(panel)),
    ),
  );
  return { dispose: () => registered.dispose(), keepAll };
}
