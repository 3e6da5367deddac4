// Which artifact is meant, where no row of the tree says it: by its number, a reference, or a link.
import * as vscode from "vscode";
import { numberIn } from "../model/query/titles.ts";
import type { Site } from "../model/site.ts";
import { pickSite } from "../platform/pickSite.ts";
import type { ArtifactTarget } from "../protocol/commands.ts";
import { artifactIn } from "../store/siteAddress.ts";

/** A link names its site, a number does not. */
function fromLink(sites: readonly Site[], text: string): ArtifactTarget | undefined {
  for (const { api } of sites) {
    const artifactId = /^https?:/i.test(text) ? artifactIn(api, text) : undefined;
    if (artifactId !== undefined) return { siteApi: api, artifactId };
  }
  return undefined;
}

/** A number, a reference, or the path of a page: neither names a site. */
function numberNamed(sites: readonly Site[], text: string): number | undefined {
  const [first] = sites;
  return first !== undefined && text.startsWith("/") ? artifactIn(first.api, text) : numberIn(text);
}

interface ArtifactQuestion {
  readonly title: string;
  /** What stands there to begin with. */
  readonly inFront?: ArtifactTarget | undefined;
}

export async function askArtifact(
  sites: readonly Site[],
  { title, inFront }: ArtifactQuestion,
): Promise<ArtifactTarget | undefined> {
  const value = inFront === undefined ? "" : `#${inFront.artifactId}`;
  const text = await vscode.window.showInputBox({
    title,
    // Its address is fetched from elsewhere, mostly.
    ignoreFocusOut: true,
    value,
    prompt: vscode.l10n.t("Its number, a reference such as “bug #12”, or the address of its page"),
    validateInput: (typed) =>
      typed.trim() === "" ||
      numberNamed(sites, typed.trim()) !== undefined ||
      fromLink(sites, typed.trim()) !== undefined
        ? undefined
        : vscode.l10n.t(
            "This is neither a number, nor a reference, nor a page of a site you are connected to.",
          ),
  });
  if (text === undefined || text.trim() === "") return undefined;
  if (text.trim() === value) return inFront;
  const linked = fromLink(sites, text.trim());
  if (linked !== undefined) return linked;
  const [artifactId, site] = [numberNamed(sites, text.trim()), await pickSite(sites, { title })];
  return artifactId === undefined || site === undefined ? undefined : { siteApi: site.api, artifactId };
}
