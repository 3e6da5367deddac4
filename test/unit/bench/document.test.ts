import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { explainedIn, withFigures } from "../../bench/document.ts";
import { groups, namesOf } from "../../bench/explained/groups.ts";
import type { Group } from "../../bench/explained/figure.ts";
import { machine } from "../../bench/machine.ts";
import { measuredAs } from "../../bench/measured.ts";
import { repository } from "../../support/repository.ts";

const names = groups.flatMap(namesOf);

function performanceDocument(): Promise<string> {
  return readFile(join(repository, "docs", "performance.md"), "utf8");
}

describe("the figures of the bench", () => {
  it("are those that docs/performance.md explains, in its order", async () => {
    assert.deepEqual(explainedIn(await performanceDocument()), names);
  });

  it("have names of their own", () => {
    assert.equal(new Set(names).size, names.length);
  });

  it("come from groups that are all there", async () => {
    const files = await readdir(join(repository, "test", "bench", "groups"));
    assert.deepEqual(files.map((file) => parse(file).name).sort(), groups.map(({ name }) => name).sort());
  });
});

describe("what a group measured", () => {
  const group: Group = {
    name: "tide",
    about: "",
    figures: ["high", "low"].map((name) => ({ name, unit: "ms", what: "", limit: "" })),
  };

  it("is printed in the order of the document", () => {
    const figures = measuredAs(group, { low: 1, high: 5 });
    assert.deepEqual(Object.entries(figures), [
      ["tide.high", 5],
      ["tide.low", 1],
    ]);
  });

  it("is refused where something is missing, is no number, or is not explained", () => {
    assert.throws(() => measuredAs(group, { high: 5 }), /^Error: Not measured: tide\.low\.$/);
    assert.throws(() => measuredAs(group, { high: 5, low: Number.NaN }), /Not measured: tide\.low\./);
    assert.throws(() => measuredAs(group, { high: 5, low: 1, ebb: 2 }), /Not explained: tide\.ebb\./);
  });
});

describe("the tables of docs/performance.md", () => {
  const figures = Object.fromEntries(names.map((name, index) => [name, index + 0.5]));

  it("hold every figure once, with its unit", async () => {
    const written = withFigures(await performanceDocument(), {
      figures,
      machine: "A machine",
      day: "2026-03-02",
    });
    assert.deepEqual(explainedIn(written), names);
    assert.match(written, /Measured on 2026-03-02: A machine\./);
    for (const [name, value] of Object.entries(figures)) {
      const row = written.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
      assert.ok(row?.includes(`| ${value} `), `${name}: ${row}`);
    }
  });

  it("replace those of before and leave the rest alone", async () => {
    const before = await performanceDocument();
    const measurement = { figures, machine: "A machine", day: "2026-03-02" };
    const once = withFigures(before, measurement);
    assert.equal(withFigures(once, measurement), once);
    const [head] = before.split("<!-- figures");
    assert.ok(once.startsWith(head ?? "nothing"));
  });

  it("explain figures that nobody has measured yet", async () => {
    const written = withFigures(await performanceDocument(), undefined);
    assert.deepEqual(explainedIn(written), names);
    assert.match(written, /\n\nNot measured yet\.\n/);
  });

  it("are not written without all figures, nor into a document without a place for them", async () => {
    const measurement = { figures: {}, machine: "A machine", day: "2026-03-02" };
    const text = await performanceDocument();
    assert.throws(() => withFigures(text, measurement), /was not measured/);
    assert.throws(() => withFigures("# Performance\n", { ...measurement, figures }), /marks/);
  });

  it("name the machine without telling whose it is", () => {
    const text = machine();
    assert.match(text, /, \d+ cores, \d+ GiB of memory, Node \d+\.\d+\.\d+, /);
    assert.doesNotMatch(text, /[/\\]/);
  });
});
