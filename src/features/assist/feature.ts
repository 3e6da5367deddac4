// The tools for assistants, loaded on first use.
import * as vscode from "vscode";
import { isFailure } from "../../model/failure.ts";
import { type ToolName, toolNames } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { ArtifactSnapshots } from "../../store/assist/artifactSnapshots.ts";
import { confirmChange, type ConfirmChange } from "./confirmChange.ts";
import { createReadTool, createSearchTool, createTrackerInfoTool } from "./readTools.ts";
import { toFailureResponse, toToolResult, ToolError, type AssistantTool } from "./assistantTool.ts";
import { createCommentTool, createNewArtifactTool, createUpdateTool } from "./writeTools.ts";

type Prepared = vscode.PreparedToolInvocation;
type Result = vscode.LanguageModelToolResult;

export interface AssistFeature extends vscode.Disposable {
  prepare(name: ToolName, input: unknown, token: vscode.CancellationToken): Promise<Prepared>;
  invoke(name: ToolName, input: unknown, token: vscode.CancellationToken): Promise<Result>;
}

export function createAssistFeature(
  services: Pick<Services, "sites" | "catalog" | "pinnedProjects" | "currentUser" | "errorHandler">,
  confirm: ConfirmChange = confirmChange,
): AssistFeature {
  const { sites, catalog, errorHandler } = services;
  const snapshots = new ArtifactSnapshots();
  const listener = catalog.onDidForgetSite.event((api) => snapshots.forgetSite(api));
  const tools: Readonly<Record<ToolName, AssistantTool>> = {
    [toolNames.search]: createSearchTool(services),
    [toolNames.tracker]: createTrackerInfoTool(services),
    [toolNames.read]: createReadTool(services, snapshots),
    [toolNames.create]: createNewArtifactTool(services, confirm),
    [toolNames.update]: createUpdateTool(services, snapshots, confirm),
    [toolNames.comment]: createCommentTool(services, snapshots, confirm),
  };

  /** Thrown errors reach the assistant: unexpected ones are logged and replaced by a generic message. */
  function toToolError(name: ToolName, thrown: unknown): Error {
    if (thrown instanceof ToolError) return thrown;
    if (isFailure(thrown)) {
      const { url } = thrown.request;
      return new ToolError(toFailureResponse(thrown, sites.findByUrl(url)?.label ?? url));
    }
    errorHandler.logError(name, thrown);
    return new Error("An error occurred in Artifacts for Tuleap. See its log for details.");
  }

  async function run<T>(
    name: ToolName,
    token: vscode.CancellationToken,
    work: (tool: AssistantTool, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const cancelListener = token.onCancellationRequested(() => controller.abort());
    if (token.isCancellationRequested) controller.abort();
    try {
      return await work(tools[name], controller.signal);
    } catch (thrown) {
      throw controller.signal.aborted ? new vscode.CancellationError() : toToolError(name, thrown);
    } finally {
      cancelListener.dispose();
    }
  }

  return {
    prepare: (name, input, token) => run(name, token, (tool, signal) => tool.prepare(input, signal)),
    invoke: (name, input, token) =>
      run(name, token, async (tool, signal) => toToolResult(await tool.invoke(input, signal))),
    dispose: () => listener.dispose(),
  };
}
