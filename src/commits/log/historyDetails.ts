// What we add to commits in the Graph and the Timeline: a way to link one, and its references as links.
import * as vscode from "vscode";
import { artifactPage } from "../../model/artifact.ts";
import { findReferences } from "../../model/reference/find.ts";
import type { Grammar } from "../../model/reference/grammar.ts";
import type { Site } from "../../model/site.ts";
import type { Boundary } from "../../platform/boundary.ts";
import { pageAddress } from "../../store/siteAddress.ts";
import type { GitApi, GitRepository, HistoryDetails } from "../gitApi.ts";
import type { Workplace } from "../workplace.ts";

interface DetailsDependencies {
  readonly workplace: Pick<Workplace, "api" | "changed" | "siteOf" | "grammarOf">;
  readonly boundary: Boundary;
}

/** What a reference looks like that can stand in a link as it is. */
const plain = /^[\w #:-]+$/;

function linked(message: string, site: Site, grammar: Grammar): string | undefined {
  const references = findReferences(message, grammar);
  if (references.length === 0) return undefined;
  let text = "";
  let done = 0;
  for (const { start, end, artifactId } of references) {
    const written = message.slice(start, end);
    if (!plain.test(written)) continue;
    const page = pageAddress(site.api, artifactPage(artifactId, undefined));
    text += `${message.slice(done, start)}[${written}](${page})`;
    done = end;
  }
  return text + message.slice(done);
}

function detailsFor({ workplace, boundary }: DetailsDependencies): HistoryDetails {
  /** Nobody waits for an error here. */
  async function quietly<T>(
    { rootUri }: GitRepository,
    answer: (site: Site) => T | undefined,
  ): Promise<T | undefined> {
    try {
      const site = vscode.workspace.isTrusted ? await workplace.siteOf(rootUri) : undefined;
      return site && answer(site);
    } catch (thrown) {
      boundary.note("details of commits", thrown);
      return undefined;
    }
  }
  return {
    provideAvatar: () => undefined,
    provideHoverCommands: (repository) =>
      quietly(repository, () => [
        {
          title: `$(link) ${vscode.l10n.t("Link to Artifact…")}`,
          tooltip: vscode.l10n.t("Link Commit to Artifact…"),
          command: "artifacts.linkCommit",
          arguments: [repository.rootUri.toString()],
        },
      ]),
    provideMessageLinks: (repository, message) =>
      quietly(repository, (site) => linked(message, site, workplace.grammarOf(site))),
  };
}

/** For as long as there is git, and again for another one. */
export function offerHistoryDetails(dependencies: DetailsDependencies): vscode.Disposable {
  const { workplace } = dependencies;
  let offeredTo: GitApi | undefined;
  let offered: vscode.Disposable | undefined;
  const offer = (): void => {
    const { api } = workplace;
    if (api === offeredTo) return;
    offered?.dispose();
    offeredTo = api;
    offered = api?.registerSourceControlHistoryItemDetailsProvider?.(detailsFor(dependencies));
  };
  const listening = workplace.changed(offer);
  offer();
  return vscode.Disposable.from(listening, { dispose: () => offered?.dispose() });
}
