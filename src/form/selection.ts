// A selection in a file becomes the start of an artifact: its first line the title, all of it a quoted snippet.
import * as vscode from "vscode";
import { cleanLine } from "../model/displayText.ts";
import type { Edit } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";

export interface Snippet {
  readonly title: string;
  /** In Markdown. */
  readonly text: string;
}

const longestTitle = 120;
const longestSnippet = 20_000;

/** A fence longer than any inside the code. */
function fence(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((ticks) => ticks.length));
  return "`".repeat(longest + 1);
}

/** Not through the middle of a character, and not without saying so. */
function cut(code: string): string {
  if (code.length <= longestSnippet) return code;
  return `${code.slice(0, longestSnippet).replace(/[\uD800-\uDBFF]$/, "")}\n…`;
}

/** Below its workspace folder; of a file from elsewhere only the name, since its folders are nobody's business. */
function placeIn({ uri }: vscode.TextDocument): string {
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const hasSeveral = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  return isInside ? vscode.workspace.asRelativePath(uri, hasSeveral) : (uri.path.split("/").at(-1) ?? "");
}

export function snippetOf({ document, selection }: vscode.TextEditor): Snippet {
  const code = cut(document.getText(selection).replace(/\r\n?/g, "\n"));
  const path = placeIn(document);
  const first = selection.start.line + 1;
  // A selection that ends before the first letter of a line has nothing of that line.
  const last = selection.end.line + (selection.end.character === 0 && selection.end.line >= first ? 0 : 1);
  const lines = first === last ? `${first}` : `${first}-${last}`;
  const ticks = fence(code);
  const firstLine = code.split("\n").find((line) => line.trim() !== "") ?? "";
  return {
    title: cleanLine(firstLine, longestTitle),
    text: `\`${path}:${lines}\`\n\n${ticks}${document.languageId}\n${code.replace(/\n$/, "")}\n${ticks}\n`,
  };
}

/** The edits that put a snippet into a form: into its title, and into its description or its first long text. */
export function snippetEdits(
  form: Form,
  descriptionId: number | undefined,
  { title, text }: Snippet,
): readonly Edit[] {
  const editable = form.fields.filter(({ access }) => access === "edit");
  const line =
    editable.find(({ id }) => id === form.promoted.title) ??
    editable.find(({ control }) => control.kind === "line");
  const long =
    editable.find(({ id, control }) => id === descriptionId && control.kind === "text") ??
    editable.find(({ control }) => control.kind === "text");
  return [
    ...(line?.control.kind === "line"
      ? [{ target: line.id, input: { kind: "line", text: title }, step: "begin" } as const]
      : []),
    ...(long === undefined
      ? []
      : [
          {
            target: long.id,
            input: { kind: "text", source: text, format: "commonmark" },
            step: "begin",
          } as const,
        ]),
  ];
}
