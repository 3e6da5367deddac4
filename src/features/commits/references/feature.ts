// References to artifacts in texts of all kinds.
import type * as vscode from "vscode";
import type { PartDependencies } from "../folderContext.ts";
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

export function openTexts(dependencies: PartDependencies): TextFeature {
  const { workplace } = dependencies;
  return {
    links: new ReferenceLinks(workplace),
    linksChanged: workplace.sitesChanged,
    hovers: new ReferenceHovers(dependencies),
    terminal: new TerminalReferences(dependencies),
    completions: new ReferenceCompletions(dependencies),
    openFromOutside: (uri) => openFromOutside(dependencies, uri),
  };
}
