import * as vscode from "vscode";
import { artifactPage, reference } from "../model/artifact.ts";
import type { ArtifactTarget, PageTarget } from "../protocol/commands.ts";
import { copyableAddress, pageAddress } from "../store/siteAddress.ts";

function webAddress(target: PageTarget | ArtifactTarget): string {
  const page = "artifactId" in target ? artifactPage(target.artifactId, target.page) : target.page;
  return pageAddress(target.siteApi, page);
}

export async function openInBrowser(target: PageTarget | ArtifactTarget): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(webAddress(target), true));
}

export async function copyReference({ artifactId }: ArtifactTarget): Promise<void> {
  await vscode.env.clipboard.writeText(reference(artifactId));
}

export async function copyLink(artifact: ArtifactTarget): Promise<void> {
  await vscode.env.clipboard.writeText(webAddress(artifact));
}

export async function copyAddress({
  address = "",
}: {
  readonly address?: string | undefined;
}): Promise<void> {
  await vscode.env.clipboard.writeText(copyableAddress(address));
}
