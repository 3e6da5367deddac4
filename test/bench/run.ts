// npm run -s bench [-- GROUP…]: prints one JSON object of named figures and nothing else. A group is a file of
// test/bench/groups; its figures begin with its name.
// `--write` measures everything and remakes the tables of docs/performance.md. `--sanity` runs every group in its smallest
// size, and prints the names of what it can measure in place of figures that would mean nothing.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { ExpectedFailure, runScript } from "../support/ending.ts";
import { repository } from "../support/repository.ts";
import { withFigures } from "./document.ts";
import type { Group } from "./explained/figure.ts";
import { groups } from "./explained/groups.ts";
import { machine } from "./machine.ts";
import { measuredAs } from "./measured.ts";
import { type Figures, type Scale, sized } from "./scale.ts";

const document = join(repository, "docs", "performance.md");

interface GroupModule {
  measure(scale: Scale): Promise<Figures>;
}

function chosen(names: readonly string[]): readonly Group[] {
  const known = groups.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new ExpectedFailure(`There is no group ${unknown}. There are: ${known.join(", ")}.`);
  }
  return names.length === 0 ? groups : groups.filter(({ name }) => names.includes(name));
}

async function measure(wanted: readonly Group[], scale: Scale, signal: AbortSignal): Promise<Figures> {
  const measured = new Map<Group, Figures>();
  const waiting = [...wanted];
  const work = async (): Promise<void> => {
    const group = waiting.shift();
    if (group === undefined) return;
    signal.throwIfAborted();
    const begun = performance.now();
    const { measure } = (await import(
      join(import.meta.dirname, "groups", `${group.name}.ts`)
    )) as GroupModule;
    measured.set(group, measuredAs(group, await measure(scale)));
    console.error(`Measured ${group.name} in ${Math.round((performance.now() - begun) / 1000)} s.`);
    return work();
  };
  // What is judged has the machine to itself.
  await Promise.all(sized(scale, { full: [work], smallest: [work, work] }).map((start) => start()));
  return Object.assign({}, ...wanted.map((group) => measured.get(group))) as Figures;
}

async function write(figures: Figures): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const text = withFigures(await readFile(document, "utf8"), { figures, machine: machine(), day });
  const style = await resolveConfig(document);
  await writeFile(document, await format(text, { ...style, filepath: document }));
}

await runScript(async (interruption) => {
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: "boolean", default: false }, sanity: { type: "boolean", default: false } },
  });
  if (flags.write && (flags.sanity || positionals.length > 0)) {
    throw new ExpectedFailure("--write measures everything in full: figures of one run stand side by side.");
  }
  const figures = await measure(chosen(positionals), flags.sanity ? "smallest" : "full", interruption);
  if (flags.write) await write(figures);
  console.log(JSON.stringify(flags.sanity ? { measurable: Object.keys(figures) } : figures, null, 2));
  return 0;
});
