// What is done with selected rows and needs nothing of their lists.
import * as vscode from "vscode";
import { artifactPage, reference } from "../model/artifact.ts";
import type { ArtifactTarget, DraftTarget, PageTarget, SvnRepositoryTarget } from "../protocol/commands.ts";
import { type RowArguments, selectedRows } from "../protocol/selectedRows.ts";
import type { Drafts } from "../store/drafts.ts";
import { copyableAddress, pageAddress } from "../store/siteAddress.ts";
import { discardDrafts } from "./drafts/draftCommands.ts";

export interface RowActions {
  discardDrafts(...given: RowArguments<DraftTarget>): Promise<void>;
  openInBrowser(...given: RowArguments<PageTarget | ArtifactTarget>): Promise<void>;
  copyReference(...given: RowArguments<ArtifactTarget>): Promise<void>;
  copyLink(...given: RowArguments<ArtifactTarget>): Promise<void>;
  /** Where repositories are checked out from. */
  copyAddress(...given: RowArguments<SvnRepositoryTarget>): Promise<void>;
}

function webAddress(target: PageTarget | ArtifactTarget): string {
  const page = "artifactId" in target ? artifactPage(target.artifactId, target.page) : target.page;
  return pageAddress(target.siteApi, page);
}

async function copyLines(lines: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(lines.join("\n"));
}

export function rowActionsOf(drafts: Drafts): RowActions {
  return {
    discardDrafts: (...given) => discardDrafts(drafts, selectedRows(...given)),
    async openInBrowser(...given) {
      for (const target of selectedRows(...given)) {
        await vscode.env.openExternal(vscode.Uri.parse(webAddress(target), true));
      }
    },
    copyReference: (...given) =>
      copyLines(selectedRows(...given).map(({ artifactId }) => reference(artifactId))),
    copyLink: (...given) => copyLines(selectedRows(...given).map(webAddress)),
    copyAddress: (...given) =>
      copyLines(selectedRows(...given).map(({ address = "" }) => copyableAddress(address))),
  };
}
