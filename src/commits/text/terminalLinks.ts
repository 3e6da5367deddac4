// References in the terminal as links: those of `git log`, of a branch's name, of a test's output.
import * as vscode from "vscode";
import type { Commands } from "../../platform/commands.ts";
import type { CommandArguments } from "../../protocol/commands.ts";
import type { Workplace } from "../workplace.ts";
import { shownReferences } from "./shownReferences.ts";
import { upTo } from "./upTo.ts";
import { firstFolder, whereaboutsAt } from "./whereabouts.ts";

interface TerminalSources {
  readonly workplace: Workplace;
  readonly commands: Commands<CommandArguments>;
}

/** In characters: a terminal hands over lines of any length. */
const longestLine = 2000;
const mostLinks = 50;

export class TerminalReference extends vscode.TerminalLink {
  readonly artifactId: number;
  readonly folder: vscode.Uri;

  constructor(
    place: { readonly start: number; readonly end: number },
    artifactId: number,
    folder: vscode.Uri,
  ) {
    super(place.start, place.end - place.start, vscode.l10n.t("Open Artifact #{0}", artifactId));
    this.artifactId = artifactId;
    this.folder = folder;
  }
}

/** Where its shell is, as far as that is told; else where it was started. */
function folderOf({ shellIntegration, creationOptions }: vscode.Terminal): vscode.Uri {
  const cwd = shellIntegration?.cwd ?? ("cwd" in creationOptions ? creationOptions.cwd : undefined);
  return (typeof cwd === "string" ? vscode.Uri.file(cwd) : cwd) ?? firstFolder();
}

export class TerminalReferences {
  readonly #sources: TerminalSources;

  constructor(sources: TerminalSources) {
    this.#sources = sources;
  }

  async in({ line, terminal }: vscode.TerminalLinkContext): Promise<TerminalReference[]> {
    const { folder, grammar } = await whereaboutsAt(this.#sources.workplace, folderOf(terminal));
    return shownReferences(upTo(line, longestLine), grammar)
      .slice(0, mostLinks)
      .map((reference) => new TerminalReference(reference, reference.artifactId, folder));
  }

  async open({ artifactId, folder }: TerminalReference): Promise<void> {
    const { workplace, commands } = this.#sources;
    const site = await workplace.askSite(folder);
    if (site !== undefined) await commands.run("artifacts.openArtifact", { siteApi: site.api, artifactId });
  }
}
