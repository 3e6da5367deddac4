// Calls tools by name through VS Code, as an assistant does.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ToolName } from "../../src/protocol/contributions.ts";

export async function callTool(
  name: ToolName,
  input: object,
  token?: vscode.CancellationToken,
): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  assert.equal(content.length, 1);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return part.value;
}

/** The message of the expected error. */
export async function callToolExpectingError(name: ToolName, input: object): Promise<string> {
  const answer = await callTool(name, input).catch((error: unknown) => error);
  assert.ok(answer instanceof Error, `the call succeeded: ${String(answer)}`);
  return answer.message;
}

/** The data block, which has to be at the end. */
export function parseToolData(answer: string): unknown {
  const [, boundary, text = ""] = /\n\n<data ([\da-f-]{36})>\n([^]*)\n<\/data \1>$/.exec(answer) ?? [];
  assert.ok(boundary !== undefined, answer);
  assert.ok(!text.includes(boundary), answer);
  return JSON.parse(text);
}

export function parseToolVersion(answer: string): string {
  const [, revision] = /revision ([\da-f-]{36})\./.exec(answer) ?? [];
  return revision ?? assert.fail(answer);
}
