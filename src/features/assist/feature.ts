// What assistants may do with artifacts; loaded when one of them first does something, which the person has to allow before.
import * as vscode from "vscode";
import { isFailure } from "../../model/failure.ts";
import { type ToolName, tools } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { Readings } from "../../store/assist/readings.ts";
import { askToWrite, type ConfirmWrite } from "./confirmation.ts";
import { readTool, searchTool, trackerTool } from "./readingTools.ts";
import { failureAnswer, resultOf, Told, type Tool } from "./tool.ts";
import { commentTool, createTool, updateTool } from "./writingTools.ts";

type Prepared = vscode.PreparedToolInvocation;
type Result = vscode.LanguageModelToolResult;

export interface AssistFeature extends vscode.Disposable {
  prepare(name: ToolName, input: unknown, token: vscode.CancellationToken): Promise<Prepared>;
  invoke(name: ToolName, input: unknown, token: vscode.CancellationToken): Promise<Result>;
}

export function createAssistFeature(
  services: Pick<Services, "sites" | "catalog" | "pins" | "me" | "boundary">,
  confirm: ConfirmWrite = askToWrite,
): AssistFeature {
  const { sites, catalog, boundary } = services;
  const readings = new Readings();
  const listening = catalog.forgotten.listen((api) => readings.forget(api));
  const all: Readonly<Record<ToolName, Tool>> = {
    [tools.search]: searchTool(services),
    [tools.explain]: trackerTool(services),
    [tools.read]: readTool(services, readings),
    [tools.create]: createTool(services, confirm),
    [tools.update]: updateTool(services, readings, confirm),
    [tools.comment]: commentTool(services, readings, confirm),
  };

  /** What is thrown reaches the assistant: as words for it, or as nothing but that something went wrong. */
  function told(name: ToolName, thrown: unknown): Error {
    if (thrown instanceof Told) return thrown;
    if (isFailure(thrown)) {
      const { url } = thrown.request;
      return new Told(failureAnswer(thrown, sites.at(url)?.label ?? url));
    }
    boundary.note(name, thrown);
    return new Error("Something went wrong in Artifacts for Tuleap: its log tells what.");
  }

  async function run<T>(
    name: ToolName,
    token: vscode.CancellationToken,
    work: (tool: Tool, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const calledOff = token.onCancellationRequested(() => controller.abort());
    if (token.isCancellationRequested) controller.abort();
    try {
      return await work(all[name], controller.signal);
    } catch (thrown) {
      throw controller.signal.aborted ? new vscode.CancellationError() : told(name, thrown);
    } finally {
      calledOff.dispose();
    }
  }

  return {
    prepare: (name, input, token) => run(name, token, (tool, signal) => tool.prepare(input, signal)),
    invoke: (name, input, token) =>
      run(name, token, async (tool, signal) => resultOf(await tool.invoke(input, signal))),
    dispose: () => listening.dispose(),
  };
}
