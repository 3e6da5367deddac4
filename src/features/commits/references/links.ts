// References as links: in documents, in terminals, and as addresses that other programs open in VS Code.
import * as vscode from "vscode";
import type { ArtifactTarget, CommandArguments } from "../../../protocol/commands.ts";
import { linkedFromOutside } from "../../../store/references/lookups.ts";
import type { CommitsContext } from "../commitsContext.ts";
import type { Workplace } from "../folderContext.ts";
import { firstFolder, whereaboutsAt, whereaboutsOf } from "./folder.ts";
import { upTo } from "./mayRefer.ts";
import { shownReferences } from "./shownReferences.ts";
import { linkedPart } from "./textBounds.ts";

// Commands as addresses, for links and hovers. What they carry is numbers and the address of a site that the person connected.

/** The commands that a hover may run, and no other. */
export const hoverCommands = [
  "artifacts.openArtifact",
  "artifacts.openInBrowser",
  "artifacts.copyReference",
  "artifacts.setStatus",
] as const satisfies readonly (keyof CommandArguments)[];

export function commandLink(
  command: (typeof hoverCommands)[number],
  { siteApi, artifactId, trackerId, page }: ArtifactTarget,
): vscode.Uri {
  const json = JSON.stringify([{ siteApi, artifactId, trackerId, page }]);
  // VS Code decodes what it has decoded before.
  const query = json.replaceAll("%", String.raw`\u0025`);
  return vscode.Uri.from({ scheme: "command", path: command, query });
}

// References in files as links. Nothing is asked of a server for them.

/** More in one file are a list that was generated. */
const mostLinks = 2000;

/** One whose site has to be asked for: that is done when somebody follows it. */
class OpenLink extends vscode.DocumentLink {
  readonly artifactId: number;
  readonly folder: vscode.Uri;

  constructor(range: vscode.Range, artifactId: number, folder: vscode.Uri) {
    super(range);
    this.artifactId = artifactId;
    this.folder = folder;
  }
}

export class ReferenceLinks {
  readonly #workplace: Workplace;

  constructor(workplace: Workplace) {
    this.#workplace = workplace;
  }

  async of(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const { version } = document;
    const { folder, site, grammar } = await whereaboutsOf(this.#workplace, document);
    // What was typed meanwhile is asked about anew.
    if (document.version !== version) return [];
    const found = shownReferences(linkedPart(document), grammar).slice(0, mostLinks);
    return found.map(({ start, end, artifactId }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const link =
        site === undefined
          ? new OpenLink(range, artifactId, folder)
          : new vscode.DocumentLink(
              range,
              commandLink("artifacts.openArtifact", { siteApi: site.api, artifactId }),
            );
      link.tooltip = vscode.l10n.t("Open Artifact #{0}", artifactId);
      return link;
    });
  }

  async resolve(link: vscode.DocumentLink): Promise<vscode.DocumentLink | undefined> {
    if (!(link instanceof OpenLink)) return link;
    const { folder, artifactId } = link;
    const site = await this.#workplace.askSite(folder);
    if (site === undefined) return undefined;
    link.target = commandLink("artifacts.openArtifact", { siteApi: site.api, artifactId });
    return link;
  }
}

// References in the terminal as links: those of `git log`, of a branch's name, of a test's output.

/** In characters: a terminal hands over lines of any length. */
const longestLine = 2000;
const mostTerminalLinks = 50;

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
  readonly #context: CommitsContext;

  constructor(context: CommitsContext) {
    this.#context = context;
  }

  async in({ line, terminal }: vscode.TerminalLinkContext): Promise<TerminalReference[]> {
    const { folder, grammar } = await whereaboutsAt(this.#context.workplace, folderOf(terminal));
    return shownReferences(upTo(line, longestLine), grammar)
      .slice(0, mostTerminalLinks)
      .map((reference) => new TerminalReference(reference, reference.artifactId, folder));
  }

  async open({ artifactId, folder }: TerminalReference): Promise<void> {
    const { workplace, commands } = this.#context;
    const site = await workplace.askSite(folder);
    if (site !== undefined) await commands.run("artifacts.openArtifact", { siteApi: site.api, artifactId });
  }
}

// Links that other programs open in VS Code (`store/references/deepLink`). They show an artifact and do nothing else.

export async function openFromOutside({ sites, commands }: CommitsContext, uri: vscode.Uri): Promise<void> {
  const linked = linkedFromOutside(sites.list(), uri);
  switch (linked.kind) {
    case "artifact":
      await commands.run("artifacts.openArtifact", {
        siteApi: linked.site.api,
        artifactId: linked.artifactId,
      });
      return;
    // What such a link says is anybody's: none of it is repeated.
    case "notConnected":
      void vscode.window.showWarningMessage(
        vscode.l10n.t("The link is about a site that you are not connected to."),
      );
      return;
    case "malformed":
      void vscode.window.showWarningMessage(vscode.l10n.t("The link names no artifact."));
  }
}
