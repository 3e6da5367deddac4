// Finds retired words in identifiers of src and test and in the English texts of the interface. Run by `npm run check`.
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

const manifest = JSON.parse(await readFile(join(repositoryRoot, "package.nls.json"), "utf8")) as Record<
  string,
  string
>;
for (const { text, use } of findRetiredTexts([...readInterfaceTexts(), ...Object.values(manifest)])) {
  problems.push(`Text “${text}”: use “${use}”.`);
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
