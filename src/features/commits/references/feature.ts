// Links, hovers, completions and checks of references in documents and terminals.
import type * as vscode from "vscode";
import { createCodeCommentsFeature } from "../codeComments/feature.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { ReferenceCompletions } from "./referenceCompletions.ts";
import { LineHovers } from "./lineHovers.ts";
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
  /** Artifacts behind a line. */
  readonly lines: LineHovers;
  readonly terminalLinks: TerminalReferenceLinks;
  readonly completions: ReferenceCompletions;
  /** Stale references and TODOs in comments of source code. */
  readonly codeComments: vscode.Disposable;
  openExternalLink(uri: vscode.Uri): Promise<void>;
}

export function createReferencesFeature(context: CommitsContext): ReferencesFeature {
  const { workspace } = context;
  return {
    links: new DocumentReferenceLinks(workspace),
    onDidChangeLinks: workspace.onDidChangeSites,
    hovers: new ReferenceHovers(context),
    lines: new LineHovers(context),
    terminalLinks: new TerminalReferenceLinks(context),
    completions: new ReferenceCompletions(context),
    codeComments: createCodeCommentsFeature(context),
    openExternalLink: (uri) => openArtifactFromExternalLink(context, uri),
  };
}
