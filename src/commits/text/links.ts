// References in files as links. Nothing is asked of a server for them.
import * as vscode from "vscode";
import type { Workplace } from "../workplace.ts";
import { commandLink } from "./commandLink.ts";
import { shownReferences } from "./shownReferences.ts";
import { linkedPart } from "./textBounds.ts";
import { whereaboutsOf } from "./whereabouts.ts";

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
