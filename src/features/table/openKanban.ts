// Opens a kanban by the URL of its page, because servers don't list them. It then stays in the tree.
import * as vscode from "vscode";
import { isFailure, isInaccessible } from "../../model/failure.ts";
import { parseKanbanUrl } from "../../model/kanban.ts";
import type { Site } from "../../model/site.ts";
import type { KanbanTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { failureText } from "../../vscode/failureText.ts";
import { type InputCheckResult, promptWithCheck } from "../../vscode/prompts.ts";

type KanbanServices = Pick<Services, "sites" | "catalog" | "knownKanbans">;

function parseUrl(text: string): { readonly url: URL; readonly kanbanId: number } | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const kanbanId = url && parseKanbanUrl(url);
  return url === undefined || kanbanId === undefined ? undefined : { url, kanbanId };
}

function findSite({ sites }: KanbanServices, { href }: URL): Site | undefined {
  return sites.list().find(({ web }) => href.startsWith(`${web}/`));
}

function reject(message: string): InputCheckResult<KanbanTarget> {
  return { kind: "rejected", message };
}

async function loadKanban(
  services: KanbanServices,
  text: string,
  signal: AbortSignal,
): Promise<InputCheckResult<KanbanTarget>> {
  const parsed = parseUrl(text);
  if (parsed === undefined) {
    return reject(
      vscode.l10n.t("This isn't the URL of a kanban. Open the kanban in your browser and copy its URL."),
    );
  }
  const { url, kanbanId } = parsed;
  const site = findSite(services, url);
  if (site === undefined) {
    return reject(vscode.l10n.t("You aren't connected to {0}. Connect to the site first.", url.host));
  }
  try {
    const { client, account } = await services.catalog.getSite(site).connect();
    const kanban = await client.kanban(kanbanId, signal);
    await (await services.knownKanbans()).add(site.api, account, kanban);
    return {
      kind: "accepted",
      value: { siteApi: site.api, kanbanId: kanban.id, trackerId: kanban.trackerId },
    };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return reject(
      isInaccessible(failure)
        ? vscode.l10n.t("{0} has no such kanban, or you don't have access to it. Check the URL.", site.label)
        : failureText(failure, site.label),
    );
  }
}

/** Prompts for the URL, which may be in the clipboard; `undefined` if the user dismisses the prompt. */
export async function openKanban(services: KanbanServices): Promise<KanbanTarget | undefined> {
  const copied = (await vscode.env.clipboard.readText()).trim();
  return promptWithCheck({
    title: vscode.l10n.t("Open Kanban"),
    prompt: vscode.l10n.t("Paste the URL of the kanban"),
    placeholder: "https://tuleap.example.com/kanban/1",
    value: parseUrl(copied) === undefined ? "" : copied,
    check: (text, signal) => loadKanban(services, text.trim(), signal),
  });
}

/** Only from the tree: nothing changes on the server. */
export async function removeKanbans(
  { sites, catalog, knownKanbans }: KanbanServices,
  kanbans: readonly KanbanTarget[],
): Promise<void> {
  for (const { siteApi, kanbanId } of kanbans) {
    const site = sites.find(siteApi);
    if (site === undefined) continue;
    await (await knownKanbans()).remove(siteApi, await catalog.getSite(site).getAccount(), kanbanId);
  }
}
