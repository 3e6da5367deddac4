import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { getDocumentedNames, replaceFigures } from "../../bench/performanceDocument.ts";
import { figureGroups, findMissedGoals, getFigureNames } from "../../bench/figures/figureGroups.ts";
import type { FigureGroup } from "../../bench/figures/figureDescription.ts";
import { describeMachine } from "../../bench/describeMachine.ts";
import { nameFigures } from "../../bench/nameFigures.ts";
import { repositoryRoot } from "../../support/repositoryRoot.ts";

const names = figureGroups.flatMap(getFigureNames);

function readPerformanceDocument(): Promise<string> {
  return readFile(join(repositoryRoot, "docs", "performance.md"), "utf8");
}

describe("figureGroups", () => {
  it("describes the figures of docs/performance.md in their order", async () => {
    assert.deepEqual(getDocumentedNames(await readPerformanceDocument()), names);
  });

  it("has unique figure names", () => {
    assert.equal(new Set(names).size, names.length);
  });

  it("has a group for each file of test/bench/groups", async () => {
    const files = await readdir(join(repositoryRoot, "test", "bench", "groups"));
    assert.deepEqual(
      files.map((file) => parse(file).name).sort(),
      figureGroups.map(({ name }) => name).sort(),
    );
  });
});

describe("findMissedGoals", () => {
  it("names figures above or below their goals, and no others", () => {
    const good = { "save.requests": 3, "list.10k.speedup.50ms": 3.7, "list.10k.plain.seconds.50ms": 1_000 };
    assert.deepEqual(findMissedGoals(good), []);
    assert.deepEqual(findMissedGoals({ "save.requests": 4, "list.10k.speedup.50ms": 3.6 }), [
      "save.requests is 4 requests; the goal is ≤ 3 requests.",
      "list.10k.speedup.50ms is 3.6 ×; the goal is ≥ 3.7 ×.",
    ]);
  });

  it("allows more time if the machine was slower, but no other ratio or number", () => {
    const slow = { "form.slowdown": 1.5, "form.open.requests": 3, "form.keystroke.ms": 11.9 };
    const missed = ["form.open.requests is 3 requests; the goal is ≤ 2 requests."];
    assert.deepEqual(findMissedGoals(slow), missed);
    assert.deepEqual(findMissedGoals({ ...slow, "form.keystroke.ms": 12.1 }), [
      ...missed,
      "form.keystroke.ms is 12.1 ms; the goal is ≤ 8 ms, and the slowdown was 1.5.",
    ]);
    // A fast moment doesn't make goals harder.
    assert.deepEqual(findMissedGoals({ "form.slowdown": 0.9, "form.keystroke.ms": 8 }), []);
    const download = { "download.slowdown": 2, "download.raw.mibPerSecond": 101 };
    assert.deepEqual(findMissedGoals(download), []);
    assert.equal(findMissedGoals({ ...download, "download.slowdown": 1.9 }).length, 1);
  });
});

describe("nameFigures", () => {
  const group: FigureGroup = {
    name: "tide",
    description: "",
    figures: ["high", "low"].map((name) => ({
      name,
      unit: "ms",
      description: "",
      limit: "",
      goal: "reference",
    })),
  };

  it("returns figures in the order of the document", () => {
    const figures = nameFigures(group, { low: 1, high: 5 });
    assert.deepEqual(Object.entries(figures), [
      ["tide.high", 5],
      ["tide.low", 1],
    ]);
  });

  it("throws if a figure is missing, is not a number or is not described", () => {
    assert.throws(() => nameFigures(group, { high: 5 }), /^Error: Not measured: tide\.low\.$/);
    assert.throws(() => nameFigures(group, { high: 5, low: Number.NaN }), /Not measured: tide\.low\./);
    assert.throws(() => nameFigures(group, { high: 5, low: 1, ebb: 2 }), /Not described: tide\.ebb\./);
  });
});

describe("replaceFigures", () => {
  const figures = Object.fromEntries(names.map((name, index) => [name, index + 0.5]));

  it("writes every figure once, with its unit", async () => {
    const written = replaceFigures(await readPerformanceDocument(), {
      figures,
      machine: "A machine",
      date: "2026-03-02",
    });
    assert.deepEqual(getDocumentedNames(written), names);
    assert.match(written, /Measured on 2026-03-02: A machine\./);
    for (const [name, value] of Object.entries(figures)) {
      const row = written.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
      assert.ok(row?.includes(`| ${value} `), `${name}: ${row}`);
    }
  });

  it("replaces the earlier tables and keeps the rest of the document", async () => {
    const before = await readPerformanceDocument();
    const measurement = { figures, machine: "A machine", date: "2026-03-02" };
    const once = replaceFigures(before, measurement);
    assert.equal(replaceFigures(once, measurement), once);
    const [head] = before.split("<!-- figures");
    assert.ok(once.startsWith(head ?? "nothing"));
  });

  it("lists figures without a measurement", async () => {
    const written = replaceFigures(await readPerformanceDocument(), undefined);
    assert.deepEqual(getDocumentedNames(written), names);
    assert.match(written, /\n\nNot measured yet\.\n/);
  });

  it("throws if a figure or the marks in the document are missing", async () => {
    const measurement = { figures: {}, machine: "A machine", date: "2026-03-02" };
    const text = await readPerformanceDocument();
    assert.throws(() => replaceFigures(text, measurement), /was not measured/);
    assert.throws(() => replaceFigures("# Performance\n", { ...measurement, figures }), /marks/);
  });
});

describe("describeMachine", () => {
  it("names the hardware without identifying the machine", () => {
    const text = describeMachine();
    assert.match(text, /, \d+ cores, \d+ GiB of memory, Node \d+\.\d+\.\d+, /);
    assert.doesNotMatch(text, /[/\\]/);
  });
});
