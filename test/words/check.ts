// Finds retired words in identifiers of src and test, in the English texts of the interface, and in those of tools for assistants.
// Run by `npm run check`.
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readInterfaceTexts } from "../support/fixtures/interfaceTexts.ts";
import { repositoryRoot } from "../support/repositoryRoot.ts";
import { findRetiredIdentifiers, findRetiredTexts } from "./retiredWords.ts";

const problems: string[] = [];

for await (const file of glob("{src,test}/**/*.ts", { cwd: repositoryRoot })) {
  // The lists themselves, and what plants each of their words.
  if (/retiredWords(?:\.test)?\.ts$/.test(file)) continue;
  for (const { line, text, use } of findRetiredIdentifiers(
    await readFile(join(repositoryRoot, file), "utf8"),
  )) {
    problems.push(`${file}:${line}: ${text}: use ${use}.`);
  }
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(repositoryRoot, name), "utf8"));
}

/** The texts of members with one of these names, at any depth. */
function findTexts(value: unknown, names: ReadonlySet<string>): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === "string" && names.has(name) ? member : findTexts(member, names),
  );
}

const manifestTexts = Object.values((await readJson("package.nls.json")) as Record<string, string>);
const toolTexts = findTexts(await readJson("package.json"), new Set(["description", "modelDescription"]));
for (const { text, use } of findRetiredTexts([...readInterfaceTexts(), ...manifestTexts, ...toolTexts])) {
  problems.push(`Text “${text}”: use “${use}”.`);
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
