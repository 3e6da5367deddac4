import assert from "node:assert/strict";
import fc from "fast-check";
import { insertReleaseNotes } from "../../../../src/model/reference/releaseNotes.ts";

const notes = "## v2\n\n- New\n";

/** As an editor inserts it. */
function insert(text: string): string {
  const lines = text.split("\n");
  const insertion = insertReleaseNotes(lines, notes);
  if (insertion.line === lines.length) return `${text}${insertion.text}`;
  const before = lines.slice(0, insertion.line).map((line) => `${line}\n`);
  return `${before.join("")}${insertion.text}${lines.slice(insertion.line).join("\n")}`;
}

describe("insertReleaseNotes", () => {
  const cases: readonly (readonly [name: string, before: string, after: string])[] = [
    [
      "above the first section, below the title and its introduction",
      "# Changelog\n\nAll changes.\n\n## v1\n\n- Old\n",
      `# Changelog\n\nAll changes.\n\n${notes}\n## v1\n\n- Old\n`,
    ],
    ["below a title that nothing follows", "# Changelog\n", `# Changelog\n\n${notes}`],
    ["below a title without a line break", "# Changelog", `# Changelog\n\n${notes}`],
    ["below the text of a title", "# Changelog\n\nText\n\n", `# Changelog\n\nText\n\n${notes}`],
    ["at the top without a title", "## v1\n\n- Old\n", `${notes}\n## v1\n\n- Old\n`],
    ["at the top of text without headings", "Old\n", `${notes}\nOld\n`],
    ["into an empty document", "", notes],
    ["below a title without an empty line", "# Changelog\n## v1\n", `# Changelog\n\n${notes}\n## v1\n`],
    [
      "above the first section of a document with underlined headings",
      "Changelog\n=========\n\nText\n\nv1\n--\n\n- Old\n",
      `Changelog\n=========\n\nText\n\n${notes}\nv1\n--\n\n- Old\n`,
    ],
    [
      "above a heading of several lines",
      "# C\n\nv1\nand more\n---\n",
      `# C\n\n${notes}\nv1\nand more\n---\n`,
    ],
    [
      "below front matter",
      "---\ntitle: '# No'\n---\n# C\n\n## v1\n",
      `---\ntitle: '# No'\n---\n# C\n\n${notes}\n## v1\n`,
    ],
    ["below front matter without title", "---\na: b\n---\nText\n", `---\na: b\n---\n\n${notes}\nText\n`],
    [
      "not in a code block or a comment",
      "# C\n\n```sh\n# no\n## no\n```\n\n<!--\n## no\n-->\n\n## v1\n",
      `# C\n\n\`\`\`sh\n# no\n## no\n\`\`\`\n\n<!--\n## no\n-->\n\n${notes}\n## v1\n`,
    ],
    ["not above a rule", "# C\n\nText\n\n---\n\n## v1\n", `# C\n\nText\n\n---\n\n${notes}\n## v1\n`],
  ];
  for (const [name, before, after] of cases) {
    it(`inserts ${name}`, () => assert.equal(insert(before), after));
  }

  it("keeps everything in any document", () => {
    const line = fc.constantFrom(
      "# A",
      "## B",
      "text",
      "",
      "---",
      "===",
      "```",
      "~~~",
      "<!--",
      "-->",
      "- item",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 15 }), (lines) => {
        const before = lines.join("\n");
        const after = insert(before);
        const start = after.indexOf(notes);
        assert.ok(start >= 0);
        const rest = `${after.slice(0, start)}${after.slice(start + notes.length)}`;
        assert.equal(rest.replaceAll(/\n+/g, "\n").trim(), before.replaceAll(/\n+/g, "\n").trim());
        assert.match(after.slice(0, start), /^\s*$|\n\s*\n$/);
      }),
    );
  });
});
