import assert from "node:assert/strict";
import fc from "fast-check";
import { insertReleaseNotes, type ReleaseNotes } from "../../../../src/model/reference/insertReleaseNotes.ts";

const body = "- New\n";
const notes = `## v2\n\n${body}`;

/** As an editor inserts it. */
function insert(text: string, inserted: ReleaseNotes = { text: notes, release: "v2" }): string {
  const lines = text.split("\n");
  const insertion = insertReleaseNotes(lines, inserted);
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
    [
      "not in a code span of three backticks, but above the section below it",
      "# C\n\n```npm i app```\n\n## v1\n\n```\n## no\n```\n",
      `# C\n\n\`\`\`npm i app\`\`\`\n\n${notes}\n## v1\n\n\`\`\`\n## no\n\`\`\`\n`,
    ],
    [
      "above releases with level-1 headings, at the same level",
      "# 1.1.0\n\n## Fixes\n\n- Old\n\n# 1.0.0\n",
      "# v2\n\n- New\n\n# 1.1.0\n\n## Fixes\n\n- Old\n\n# 1.0.0\n",
    ],
    ["above the only release", "# [1.0.0] - 2026-01-31\n", "# v2\n\n- New\n\n# [1.0.0] - 2026-01-31\n"],
    [
      "above releases with the name of the product",
      "# App 1.1\n\n## Fixes\n\n# App 1.0\n",
      "# v2\n\n- New\n\n# App 1.1\n\n## Fixes\n\n# App 1.0\n",
    ],
    [
      "below a title that is followed by releases of its level",
      "# Changelog\n\nText\n\n# 1.0.0\n",
      "# Changelog\n\nText\n\n# v2\n\n- New\n\n# 1.0.0\n",
    ],
    [
      "below a title with a version",
      "# Version 1 of App\n\n## 1.0.1\n",
      `# Version 1 of App\n\n${notes}\n## 1.0.1\n`,
    ],
    [
      "above the first release, below other sections",
      "# App\n\n## 1. Upgrade from 1.0\n\n## Changes\n\n### 1.1 (2026-01-31)\n",
      "# App\n\n## 1. Upgrade from 1.0\n\n## Changes\n\n### v2\n\n- New\n\n### 1.1 (2026-01-31)\n",
    ],
    [
      "below what isn't released",
      "# C\n\n## [Unreleased]\n\n- Next\n\n## 1.0.0\n",
      `# C\n\n## [Unreleased]\n\n- Next\n\n${notes}\n## 1.0.0\n`,
    ],
    [
      "below what isn't released, above the definitions of links",
      "# C\n\n## [Unreleased]\n\n[unreleased]: https://example.org\n",
      `# C\n\n## [Unreleased]\n\n${notes}\n[unreleased]: https://example.org\n`,
    ],
    [
      "into the section of the release",
      "# C\n\n## [2](https://example.org) - 2026-01-31\n\n- Mine\n\n## 1\n",
      `# C\n\n## [2](https://example.org) - 2026-01-31\n\n- Mine\n\n${body}\n## 1\n`,
    ],
    ["not into the section of a release with a longer name", "## 2.1\n", `${notes}\n## 2.1\n`],
    ["not into the section of a prerelease", "## v2-beta\n", `${notes}\n## v2-beta\n`],
    ["not above a rule", "# C\n\nText\n\n---\n\n## v1\n", `# C\n\nText\n\n---\n\n${notes}\n## v1\n`],
  ];
  for (const [name, before, after] of cases) {
    it(`inserts ${name}`, () => assert.equal(insert(before), after));
  }

  it("adds what isn't released to its section, with headings below it", () => {
    const text = "## Non publié\n\n### Bugs\n\n- New\n";
    const insertUnreleased = (before: string): string => insert(before, { text, release: undefined });
    assert.equal(
      insertUnreleased("# C\n\n## [Unreleased]\n\n### Added\n\n- Mine\n\n## 1.0\n"),
      "# C\n\n## [Unreleased]\n\n### Added\n\n- Mine\n\n### Bugs\n\n- New\n\n## 1.0\n",
    );
    assert.equal(insertUnreleased("# Unreleased\n"), "# Unreleased\n\n## Bugs\n\n- New\n");
    assert.equal(insertUnreleased(text), `${text}\n### Bugs\n\n- New\n`);
    assert.equal(insertUnreleased("# 1.0\n"), "# Non publié\n\n## Bugs\n\n- New\n\n# 1.0\n");
  });

  it("inserts after an empty line in any document", () => {
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
      "# 1.0",
      "## Unreleased",
      "## v2",
      "```one line```",
      "[1.0]: https://example.org",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 15 }), (lines) => {
        const { line: at, text } = insertReleaseNotes(lines, { text: notes, release: "v2" });
        const [, separator, inserted] = /^(\n*)([^]*)$/.exec(text) ?? [];
        assert.match(inserted ?? "", /^(?:#+ v2\n\n)?- New\n\n?$/);
        const before = lines.slice(0, at).join("\n");
        const start = `${before}${at < lines.length && at > 0 ? "\n" : ""}${separator}`;
        assert.match(start, /^\s*$|\n\s*\n$/);
      }),
    );
  });
});
