import assert from "node:assert/strict";
import { findLinkableReferences } from "../../../../src/features/commits/references/linkableReferences.ts";
import { parseValidPatterns } from "../../../../src/model/reference/findReferences.ts";

describe("findLinkableReferences", () => {
  const grammar = { trackerNames: ["bug"], patterns: parseValidPatterns(["Ticket ${id}"]) };
  const rows: readonly (readonly [text: string, ...ids: number[]])[] = [
    ["art #17, bug #18: art #0019.", 17, 18, 19],
    ["art #17. 4 files", 17],
    ["See art #2026 and art #2026-x", 2026, 2026],
    ["since art #2026-11-15"],
    ["since art #2026-11"],
    ["art #17.4 and bug #1.2.3"],
    ["tuleap-17.4, TULEAP-18", 18],
    ["Ticket 17.4, Ticket 18", 18],
    ["art #demo:17.4, art #demo:18", 18],
  ];
  for (const [text, ...ids] of rows) {
    it(`finds ${ids.join(", ") || "nothing"} in ${JSON.stringify(text)}`, () => {
      const found = findLinkableReferences(text, grammar).map(({ artifactId }) => artifactId);
      assert.deepEqual(found, ids);
    });
  }
});
