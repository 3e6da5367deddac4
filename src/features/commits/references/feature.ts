// Links, hovers, completions and checks of references in documents and terminals.
import * as vscode from "vscode";
import { settingKeys } from "../../../protocol/contributions.ts";
import type { Services } from "../../../services.ts";
import { memoizeAsync } from "../../../vscode/async.ts";
import { type CodeCommentsFeature, createCodeCommentsFeature } from "../codeComments/feature.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { ReferenceCompletions } from "./referenceCompletions.ts";
import type { LineHovers } from "./lineHovers.ts";
import { ReferenceHovers } from "./referenceHovers.ts";
import {
  openArtifactFromExternalLink,
  DocumentReferenceLinks,
  TerminalReferenceLinks,
} from "./referenceLinks.ts";

export interface ReferencesFeature {
  readonly links: DocumentReferenceLinks;
  /** The targets of links may have changed. */
  readonly onDidChangeLinks: vscode.Event<void>;
  readonly hovers: ReferenceHovers;
  /** Artifacts behind a line. Loaded with the first hover, or if the setting for the current line is on. */
  lines(): Promise<LineHovers>;
  readonly terminalLinks: TerminalReferenceLinks;
  readonly completions: ReferenceCompletions;
  /** Stale references and TODOs in comments of source code. */
  readonly codeComments: CodeCommentsFeature;
  /** Loads `lines` for the setting. */
  readonly currentLine: vscode.Disposable;
  openExternalLink(uri: vscode.Uri): Promise<void>;
}

/** Runs `load` once the setting for the current line is on. */
function watchCurrentLineSetting(load: () => void): vscode.Disposable {
  const check = (): void => {
    if (vscode.workspace.getConfiguration().get(settingKeys.currentLine) === true) load();
  };
  check();
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(settingKeys.currentLine)) check();
  });
}

export function createReferencesFeature(
  context: CommitsContext,
  services: Pick<Services, "addDisposable">,
): ReferencesFeature {
  const { workspace, errorHandler } = context;
  const lines = memoizeAsync(async () =>
    services.addDisposable(new (await import("./lineHovers.ts")).LineHovers(context)),
  );
  return {
    links: new DocumentReferenceLinks(workspace),
    onDidChangeLinks: workspace.onDidChangeSites,
    hovers: new ReferenceHovers(context),
    lines,
    terminalLinks: new TerminalReferenceLinks(context),
    completions: new ReferenceCompletions(context),
    codeComments: createCodeCommentsFeature(context),
    currentLine: watchCurrentLineSetting(() =>
      errorHandler.runInBackground("load text of the current line", lines),
    ),
    openExternalLink: (uri) => openArtifactFromExternalLink(context, uri),
  };
}
