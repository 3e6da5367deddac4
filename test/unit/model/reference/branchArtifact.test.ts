import assert from "node:assert/strict";
import { parseBranchArtifactId } from "../../../../src/model/reference/branchName.ts";
import { parseValidPatterns } from "../../../../src/model/reference/findReferences.ts";

describe("parseBranchArtifactId", () => {
  const rows: readonly (readonly [name: string, artifactId: number | undefined])[] = [
    ["tuleap-12", 12],
    ["TULEAP-12", 12],
    ["Tuleap-12-Some-Title", 12],
    ["tuleap-12-fix-art-13", 12],
    ["feature/tuleap-12-x", 12],
    ["origin/feature/tuleap-12", 12],
    ["dev_tuleap-12_x", 12],
    ["tuleap-12/first", 12],
    ["tuleap-12-tuleap-13", 12],
    ["tuleap-2001-12-monkeys", 2001],
    ["tuleap-2026", 2026],
    ["tuleap-12-2026-11-15", 12],
    ["main", undefined],
    ["12-title", undefined],
    ["mytuleap-12", undefined],
    ["étuleap-12", undefined],
    ["tuleap-12x", undefined],
    ["tuleap12", undefined],
    ["tuleap-0", undefined],
    ["tuleap-99999999999", undefined],
    ["tuleap-17.4", undefined],
    ["tuleap-17.4.1-rc1", undefined],
    ["tuleap-2026-11-15", undefined],
    ["tuleap-2026-11-15-notes", undefined],
    ["tuleap-2026_11_15", undefined],
    ["tuleap-2026-11", undefined],
    ["tuleap-20261115", undefined],
    ["release-2026-11", undefined],
    ["v1.2.3", undefined],
    ["", undefined],
  ];
  for (const [name, artifactId] of rows) {
    it(`finds the artifact in ${name}: ${artifactId}`, () =>
      assert.equal(parseBranchArtifactId(name, []), artifactId));
  }

  it("prefers patterns of settings and ignores dates and versions", () => {
    const patterns = parseValidPatterns(["^${id}-", "issue-${id}", "nonsense", "-${id}"]);
    const parse = (name: string): number | undefined => parseBranchArtifactId(name, patterns);
    assert.deepEqual(["12-title", "issue-13-tuleap-14", "tuleap-15", "x-16", "x/17-y"].map(parse), [
      12,
      13,
      15,
      16,
      undefined,
    ]);
    assert.deepEqual(
      ["2026-11-15", "release-2026-11-15", "release-2026-11", "v-1.2", "x-1.22", "x-20261115"].map(parse),
      [undefined, undefined, undefined, undefined, undefined, undefined],
    );
  });
});
