// What the extension says to people, read from its source: the first argument of every call of l10n.t.
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./repository.ts";

const call = /l10n\.t\(\s*/g;
const literal = /"(?:[^"\\]|\\.)*"|`(?:[^`\\$]|\\.)*`/y;

function textAt(source: string, at: number, file: string): string {
  literal.lastIndex = at;
  const [found] = literal.exec(source) ?? [];
  if (found === undefined) throw new Error(`${file} puts a text together: ${source.slice(at, at + 60)}`);
  return found.startsWith('"') ? (JSON.parse(found) as string) : found.slice(1, -1).replaceAll("\\`", "`");
}

export async function interfaceTexts(): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  for await (const file of glob("src/**/*.ts", { cwd: repository })) {
    const source = await readFile(join(repository, file), "utf8");
    for (const { 0: opening, index } of source.matchAll(call)) {
      texts.add(textAt(source, index + opening.length, file));
    }
  }
  return texts;
}
