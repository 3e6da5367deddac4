import assert from "node:assert/strict";
import { type WorkBranchOption, WorkBranchOptions } from "../../../src/features/commits/workBranchOptions.ts";
import { type ReferencePattern, parseValidPatterns } from "../../../src/model/reference/findReferences.ts";
import type { TemplateArtifact } from "../../../src/model/reference/template.ts";

const artifact: TemplateArtifact = {
  id: 12,
  title: "Buoys drift at night",
  status: "New",
  tracker: "bug",
  project: undefined,
  fields: new Map([["severity", "Very High"]]),
};

interface Options {
  readonly names?: readonly string[];
  readonly current?: string | undefined;
  readonly patterns?: readonly ReferencePattern[];
}

function createOptions(overrides: Options = {}): WorkBranchOptions {
  const { names, current, patterns } = { names: ["main"], current: "main", patterns: [], ...overrides };
  const branches = names.map((name) => {
    const isRemote = name.startsWith("origin/");
    return { name, isRemote, hash: "0".repeat(40) };
  });
  return new WorkBranchOptions(artifact, branches, current, patterns);
}

function parse(text: string, options: WorkBranchOptions): WorkBranchOption {
  const option = options.parseInput(text);
  assert.ok("action" in option, JSON.stringify(option));
  return option;
}

describe("BranchOptions", () => {
  it("names branches by the typed template", () => {
    const name = (text: string): string => parse(text, createOptions()).action.name;
    assert.equal(name("tuleap-${id}-${slug}"), "tuleap-12-buoys-drift-at-night");
    assert.equal(name("${tracker|upper}/${id}-${severity|slug}"), "BUG/12-very-high");
    assert.equal(name("plain name"), "plain-name");
    assert.equal(name("tuleap-${id}-${slug|max:5}"), "tuleap-12-buoys");
  });

  it("reports problems of the typed template", () => {
    assert.deepEqual(createOptions().parseInput("tuleap-${id"), {
      kind: "templateProblem",
      code: "unclosed",
      template: "tuleap-${id",
      part: undefined,
    });
  });

  it("reports missing values, and whether the name identifies the artifact", () => {
    const option = parse("fix-${flavour}-${slug}", createOptions());
    assert.deepEqual([option.missingValues, option.isRecognized], [["flavour"], false]);
    assert.equal(parse("tuleap-12", createOptions()).isRecognized, true);
    assert.equal(parse("tuleap-13", createOptions()).isRecognized, false);
    const patterns = parseValidPatterns(["issue-${id}"]);
    assert.equal(parse("issue-12", createOptions({ patterns })).isRecognized, true);
  });

  it("checks out existing branches", () => {
    const names = ["main", "tuleap-12", "origin/tuleap-12-far"];
    assert.deepEqual(parse("tuleap-12", createOptions({ names })).action, {
      kind: "checkOut",
      name: "tuleap-12",
    });
    assert.deepEqual(parse("main", createOptions({ names })).action, { kind: "stay", name: "main" });
    const newBranch = { kind: "create", name: "origin/tuleap-12-far", startPoint: undefined };
    assert.deepEqual(parse("origin/tuleap-12-far", createOptions({ names })).action, newBranch);
  });

  it("lists existing branches of the artifact, remote ones with their local name", () => {
    const names = [
      "main",
      "tuleap-12-old",
      "tuleap-120",
      "tuleap-7",
      "origin/tuleap-12-old",
      "origin/me/TULEAP-12",
    ];
    const actions = createOptions({ names })
      .listExisting()
      .map(({ action }) => action);
    assert.deepEqual(actions, [
      { kind: "checkOut", name: "tuleap-12-old" },
      { kind: "create", name: "me/TULEAP-12", startPoint: "refs/remotes/origin/me/TULEAP-12" },
      { kind: "stay", name: "main" },
    ]);
  });

  it("has no option to stay while no branch is checked out", () => {
    assert.deepEqual(createOptions({ current: undefined }).listExisting(), []);
  });

  it("reports whether the current branch identifies the artifact", () => {
    const [stay] = createOptions({ names: ["tuleap-12"], current: "tuleap-12" }).listExisting();
    assert.deepEqual(stay, {
      action: { kind: "stay", name: "tuleap-12" },
      missingValues: [],
      isRecognized: true,
    });
  });
});
