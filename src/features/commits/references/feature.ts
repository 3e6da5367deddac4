// References to artifacts in texts of all kinds.
import type * as vscode from "vscode";
import type { CommitsContext } from "../commitsContext.ts";
import { ReferenceCompletions } from "./completions.ts";
import { ReferenceHovers } from "./hovers.ts";
import { openFromOutside, ReferenceLinks, TerminalReferences } from "./links.ts";

export interface TextFeature {
  readonly links: ReferenceLinks;
  /** Links may lead elsewhere by now. */
  readonly linksChanged: vscode.Event<void>;
  readonly hovers: ReferenceHovers;
  readonly terminal: TerminalReferences;
  readonly completions: ReferenceCompletions;
  openFromOutside(uri: vscode.Uri): Promise<void>;
}

export function openTexts(context: CommitsContext): TextFeature {
  const { workplace } = context;
  return {
    links: new ReferenceLinks(workplace),
    linksChanged: workplace.sitesChanged,
    hovers: new ReferenceHovers(context),
    terminal: new TerminalReferences(context),
    completions: new ReferenceCompletions(context),
    openFromOutside: (uri) => openFromOutside(context, uri),
  };
}
