import * as vscode from "vscode";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import { draftScheme } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { ownTime } from "../../store/clock.ts";
import { Forms } from "../../store/forms.ts";
import { DraftFiles, urisIn } from "./draftFiles.ts";
import { FormActions } from "./formActions.ts";
import type { FormPanel } from "./formPanel.ts";
import { FormPanels } from "./formPanels.ts";
import { Neighbours } from "./neighbours.ts";
import { Opening } from "./openForm.ts";
import { SvnOpening, svnWords } from "./svnForms.ts";

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

export async function createFormFeature(services: Services): Promise<FormFeature> {
  const { sites, catalog, reach, drafts, openForms, boundary } = services;
  const repositories = await services.repositories();
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
  const draftFiles = new DraftFiles(services, forms);
  const actions = new FormActions(services, forms, draftFiles);
  const panels = new FormPanels(services, forms, (panel) => actions.methodsFor(panel));
  const neighbours = new Neighbours();
  const opening = new Opening(services, panels, neighbours);

  function openNext(target: ArtifactTarget, viewColumn: vscode.ViewColumn | undefined): Promise<unknown> {
    return opening.artifact(target, viewColumn);
  }

  function withActive(act: (panel: FormPanel) => unknown): () => unknown {
    return () => (panels.active === undefined ? undefined : act(panels.active));
  }

  const listening = vscode.Disposable.from(
    panels,
    draftFiles,
    opening,
    panels.turned.listen(() => boundary.start("offer neighbours", () => neighbours.offer(panels.active))),
    panels.closedUnsent.listen((editing) => boundary.start("closed form", () => opening.sayKept(editing))),
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
    svnOpening: new SvnOpening(services, panels),
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
    dispose: () => void listening.dispose(),
    keepAll: async () => {
      openForms.end();
      await forms.close();
    },
  };
}
