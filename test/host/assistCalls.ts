// Tools called as an assistant does it: by their names, through VS Code.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ToolName } from "../../src/protocol/contributions.ts";

export async function call(name: ToolName, input: object, token?: vscode.CancellationToken): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  assert.equal(content.length, 1);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return part.value;
}

/** What an assistant is told that asked for something that can't be. */
export async function refusal(name: ToolName, input: object): Promise<string> {
  const answer = await call(name, input).catch((error: unknown) => error);
  assert.ok(answer instanceof Error, `It was answered: ${String(answer)}`);
  return answer.message;
}

/** What stands between the lines that mark data, which has to be all of the end. */
export function dataIn(answer: string): unknown {
  const [, boundary, text = ""] = /\n\n<data ([\da-f-]{36})>\n([^]*)\n<\/data \1>$/.exec(answer) ?? [];
  assert.ok(boundary !== undefined, answer);
  assert.ok(!text.includes(boundary), answer);
  return JSON.parse(text);
}

export function revisionIn(answer: string): string {
  const [, revision] = /revision ([\da-f-]{36}):/.exec(answer) ?? [];
  return revision ?? assert.fail(answer);
}
