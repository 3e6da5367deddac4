import * as vscode from "vscode";
import type { Site } from "../../model/site.ts";
import type { Subject } from "../../model/subject.ts";
import type { ArtifactTarget, CommandAnswers, CommandArguments } from "../../protocol/commands.ts";
import { draftScheme } from "../../protocol/contributions.ts";
import type { AttachmentTools } from "../../store/attachments/attachments.ts";
import type { Catalog } from "../../store/catalog.ts";
import { ownTime } from "../../store/clock.ts";
import type { Drafts } from "../../store/drafts.ts";
import { Forms } from "../../store/forms.ts";
import type { Pins } from "../../store/mementos.ts";
import type { Me } from "../../store/queries/currentUser.ts";
import { Lists } from "../../store/queries/lists.ts";
import type { RecentlyOpened } from "../../store/queries/recent.ts";
import type { Reach } from "../../store/reach.ts";
import { Lookups } from "../../store/references/lookups.ts";
import type { Sites } from "../../store/sites.ts";
import type { SvnRepositories } from "../../store/svn/repositories.ts";
import type { Commands } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import type { OpenTabs } from "../../vscode/tabs.ts";
import { DraftFiles, urisIn } from "./draftFiles.ts";
import { FormActions } from "./formActions.ts";
import type { FormPanel } from "./formPanel.ts";
import { FormPanels } from "./formPanels.ts";
import { Neighbours } from "./neighbours.ts";
import { Opening } from "./openForm.ts";
import { pageMethods } from "./pageMethods.ts";
import { SvnOpening, svnWords } from "./svnForms.ts";

/** Keeps in mind what was opened, once it has a title; what is gone is nothing to go back to. */
export async function noteOpened(
  { catalog, recent }: { readonly catalog: Catalog; readonly recent: RecentlyOpened },
  site: Site,
  panel: FormPanel,
): Promise<void> {
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

export interface FormDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly reach: Reach;
  readonly drafts: Drafts;
  readonly recent: RecentlyOpened;
  readonly me: Me;
  readonly pins: Pins;
  readonly tools: () => Promise<AttachmentTools>;
  readonly extensionUri: vscode.Uri;
  readonly openForms: OpenTabs<Subject>;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
  readonly repositories: SvnRepositories;
}

/** What can be done to the form in front; nothing where there is none. */
interface InFront {
  save(): unknown;
  undo(): unknown;
  redo(): unknown;
  refresh(): unknown;
  discard(): unknown;
  openInBrowser(): unknown;
  next(): unknown;
  previous(): unknown;
}

export interface FormFeature extends vscode.Disposable {
  readonly opening: Opening;
  readonly svnOpening: SvnOpening;
  readonly panels: FormPanels;
  readonly draftFiles: DraftFiles;
  /** Those that are being worked at, in tabs or beside them. */
  readonly forms: Forms;
  readonly inFront: InFront;
  /** Brings to disk what is still on its way there; the window waits for it when it goes. */
  keepAll(): Promise<void>;
}

export function openForms(dependencies: FormDependencies): FormFeature {
  const { sites, catalog, reach, drafts, openForms, tools, boundary, commands, repositories } = dependencies;
  const forms = new Forms({
    catalog,
    drafts,
    siteAt: (api) => sites.find(api),
    now: () => Date.now(),
    time: ownTime,
    svn: {
      words: svnWords,
      remember: (site, projectId, repository) =>
        boundary.start("remember repository", () => repositories.remember(site, projectId, repository)),
      recall: (site, repositoryId) => repositories.recall(site, repositoryId),
    },
  });
  const draftFiles = new DraftFiles({ forms, sites, catalog });
  const actions = new FormActions({ commands, draftFiles });
  const panels: FormPanels = new FormPanels({
    ...dependencies,
    forms,
    methods: (panel) =>
      pageMethods({ catalog, forms, draftFiles, actions, tools, boundary, commands }, panel),
    onClosedUnsent: (editing) => boundary.start("closed form", () => opening.sayKept(editing)),
  });
  const neighbours = new Neighbours();
  const lookups = new Lookups(catalog, Date.now);
  const lists = new Lists({ ...dependencies, now: () => new Date() });
  const opening = new Opening({
    sites,
    catalog,
    boundary,
    commands,
    suggestions: { ...dependencies, lists, lookups },
    panels,
    neighbours,
    openForms,
    onOpened: (site, panel) => boundary.start("note opened", () => noteOpened(dependencies, site, panel)),
  });

  const svnOpening = new SvnOpening({
    sites,
    catalog,
    panels,
    repositories,
    hasNoSite: () => opening.hasNoSite(),
  });

  function openNext(target: ArtifactTarget, viewColumn: vscode.ViewColumn | undefined): Promise<unknown> {
    return opening.artifact(target, viewColumn);
  }

  function withActive(act: (panel: FormPanel) => unknown): () => unknown {
    return () => (panels.active === undefined ? undefined : act(panels.active));
  }

  const listening = vscode.Disposable.from(
    panels,
    draftFiles,
    lookups,
    panels.turned.listen(() => boundary.start("offer neighbours", () => neighbours.offer(panels.active))),
    // The document itself lives on for a while after its editor was closed.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const uri of closed.flatMap(urisIn)) {
        if (uri.scheme === draftScheme) boundary.start("close text", () => draftFiles.closed(uri));
      }
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) panels.look();
    }),
    drafts.changed.listen(() => boundary.start("look at drafts", () => forms.lookAround())),
    drafts.discarded.listen((subject) => boundary.start("discard form", () => forms.discard(subject))),
    catalog.written.listen(({ siteApi, artifactId, fieldIds }) => {
      forms.noteOwn(siteApi, artifactId, fieldIds);
      panels.look({ siteApi, artifactId });
    }),
    reach.changed.listen(({ siteApi, isBack }) => panels.reachChanged(siteApi, isBack)),
    catalog.forgotten.listen((siteApi) =>
      boundary.start("account changed", () => panels.accountChanged(siteApi)),
    ),
  );
  return {
    opening,
    svnOpening,
    panels,
    draftFiles,
    forms,
    inFront: {
      save: withActive((panel) => actions.save(panel, "checked")),
      undo: withActive((panel) => actions.step(panel, "undo")),
      redo: withActive((panel) => actions.step(panel, "redo")),
      refresh: withActive((panel) => actions.refresh(panel)),
      discard: withActive((panel) => actions.discard(panel)),
      openInBrowser: withActive((panel) => actions.openInBrowser(panel)),
      next: withActive((panel) => neighbours.go(panel, "next", openNext)),
      previous: withActive((panel) => neighbours.go(panel, "previous", openNext)),
    },
    dispose: () => listening.dispose(),
    keepAll: async () => {
      openForms.end();
      await forms.close();
    },
  };
}
