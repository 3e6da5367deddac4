// npm run -s bench [-- GROUP…]: prints one JSON object of named figures and nothing else. A group is a file of
// test/bench/groups; its figures begin with its name.
// `--write` measures everything and updates the tables of docs/performance.md. `--sanity` runs every group in its smallest
// size and prints only the names of the figures. `--check` also names the figures that miss their goals, and fails if there
// are any.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { UserError, runScript } from "../support/cleanup.ts";
import { collectOutput, startProcess } from "../support/processes.ts";
import { repositoryRoot } from "../support/repositoryRoot.ts";
import { replaceFigures } from "./performanceDocument.ts";
import { type FigureGroup, slowdownFigure } from "./figures/figureDescription.ts";
import { figureGroups, findMissedGoals } from "./figures/figureGroups.ts";
import { describeMachine } from "./describeMachine.ts";
import { measureSlowdown } from "./measureSlowdown.ts";
import { nameFigures } from "./nameFigures.ts";
import { roundFigures } from "./roundFigures.ts";
import { type Figures, type Scale, pickByScale } from "./scale.ts";

const document = join(repositoryRoot, "docs", "performance.md");

interface GroupModule {
  measure(scale: Scale): Promise<Figures>;
}

function selectGroups(names: readonly string[]): readonly FigureGroup[] {
  const knownNames = figureGroups.map(({ name }) => name);
  const unknown = names.find((name) => !knownNames.includes(name));
  if (unknown !== undefined) {
    throw new UserError(`Unknown group ${unknown}. Known groups: ${knownNames.join(", ")}.`);
  }
  return names.length === 0 ? figureGroups : figureGroups.filter(({ name }) => names.includes(name));
}

async function measureHere(group: FigureGroup, scale: Scale): Promise<Figures> {
  const startedAt = performance.now();
  const { measure } = (await import(join(import.meta.dirname, "groups", `${group.name}.ts`))) as GroupModule;
  const { result, slowdown } = await measureSlowdown(() => measure(scale));
  const figures = nameFigures(group, {
    ...result,
    ...(group.figures.includes(slowdownFigure) ? roundFigures({ [slowdownFigure.name]: slowdown }) : {}),
  });
  console.error(`Measured ${group.name} in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  return figures;
}

/** Several times as long as the slowest group takes. */
const maxMinutesPerGroup = 15;

/** In a process of its own, so that the memory of other groups doesn't affect it. */
async function measureInProcess({ name }: FigureGroup): Promise<Figures> {
  const { child, ended, stop } = startProcess(process.execPath, [import.meta.filename, name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = collectOutput(child);
  const timeLimit = pause(maxMinutesPerGroup * 60_000, true, { ref: false });
  const isLate = await Promise.race([ended.then(() => false), timeLimit]);
  await stop();
  if (isLate) throw new UserError(`The group ${name} didn't end in ${maxMinutesPerGroup} minutes.`);
  if (child.exitCode !== 0) throw new UserError(`The group ${name} couldn't be measured.`);
  return JSON.parse(output()) as Figures;
}

async function measure(groups: readonly FigureGroup[], scale: Scale, signal: AbortSignal): Promise<Figures> {
  const measured = new Map<FigureGroup, Figures>();
  const queue = [...groups];
  const measureNext = async (): Promise<void> => {
    const group = queue.shift();
    if (group === undefined) return;
    signal.throwIfAborted();
    const isAlone = groups.length === 1 || scale === "smallest";
    measured.set(group, await (isAlone ? measureHere(group, scale) : measureInProcess(group)));
    return measureNext();
  };
  // Full measurements run one at a time, so that they do not affect each other.
  await Promise.all(
    pickByScale(scale, { full: [measureNext], smallest: [measureNext, measureNext] }).map((start) => start()),
  );
  return Object.assign({}, ...groups.map((group) => measured.get(group))) as Figures;
}

async function writeDocument(figures: Figures): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const text = replaceFigures(await readFile(document, "utf8"), {
    figures,
    machine: describeMachine(),
    date,
  });
  const style = await resolveConfig(document);
  await writeFile(document, await format(text, { ...style, filepath: document }));
}

await runScript(async (interruption) => {
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      write: { type: "boolean", default: false },
      sanity: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
    },
  });
  if (flags.check && flags.sanity) throw new UserError("Figures of the smallest size have no goals.");
  if (flags.write && (flags.sanity || positionals.length > 0)) {
    throw new UserError("--write measures all groups in full, so that all figures come from one run.");
  }
  const figures = await measure(selectGroups(positionals), flags.sanity ? "smallest" : "full", interruption);
  if (flags.write) await writeDocument(figures);
  console.log(JSON.stringify(flags.sanity ? { measurable: Object.keys(figures) } : figures, null, 2));
  const missed = flags.check ? findMissedGoals(figures) : [];
  for (const line of missed) console.error(line);
  return missed.length === 0 ? 0 : 1;
});
