// npm run -s bench [-- GROUP…]: prints one JSON object of named figures and nothing else.
// A group is a file of test/bench/groups; its figures begin with its name.
import { readdir } from "node:fs/promises";
import { join, parse } from "node:path";
import { ExpectedFailure, runScript } from "../support/ending.ts";

interface Group {
  measure(): Promise<Readonly<Record<string, number>>>;
}

async function main(): Promise<number> {
  const folder = join(import.meta.dirname, "groups");
  const names = (await readdir(folder)).map((file) => parse(file).name).sort();
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : names;
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new ExpectedFailure(`There is no group ${unknown}. There are: ${names.join(", ")}.`);
  }
  const figures: Record<string, number> = {};
  for (const name of wanted) {
    console.error(`Measuring ${name}…`);
    const group = (await import(join(folder, `${name}.ts`))) as Group;
    for (const [figure, value] of Object.entries(await group.measure())) figures[`${name}.${figure}`] = value;
  }
  console.log(JSON.stringify(figures, null, 2));
  return 0;
}

await runScript(main);
