import type * as vscode from "vscode";
import { registerAssist } from "./features/assist/register.ts";
import { registerAttachments } from "./features/attachments/register.ts";
import { registerCommits } from "./features/commits/register.ts";
import { registerConnect } from "./features/connect/register.ts";
import { registerForm } from "./features/form/register.ts";
import { registerInbox } from "./features/inbox/register.ts";
import { registerInspect } from "./features/inspect/register.ts";
import { registerQueries } from "./features/queries/register.ts";
import { registerTable } from "./features/table/register.ts";
import { registerTree } from "./features/tree/register.ts";
import { registerTriage } from "./features/triage/register.ts";
import { createServices, type Services } from "./services.ts";

/** The API for other extensions and tests. */
export interface ExtensionApi {
  readonly tree: vscode.TreeDataProvider<unknown>;
}

let services: Services | undefined;

export function activate(context: vscode.ExtensionContext): ExtensionApi {
  services = createServices(context);
  context.subscriptions.push(services);
  const tree = registerTree(services);
  registerConnect(services);
  registerForm(services);
  registerAttachments(services);
  registerTriage(services);
  registerTable(services);
  registerQueries(services);
  registerCommits(services);
  registerInspect(services);
  registerAssist(services);
  registerInbox(services);
  return { tree };
}

/** VS Code waits for this before the extension host ends, but not for the subscriptions. */
export async function deactivate(): Promise<void> {
  await services?.shutdown();
}
