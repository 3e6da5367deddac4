import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { createBranchName, defaultBranchTemplate } from "../../../../src/model/reference/branchName.ts";
import { parseTemplate } from "../../../../src/model/reference/template.ts";
import {
  arbitraryArtifact,
  arbitraryTemplate,
  createTemplateArtifact,
  arbitraryHostileText,
  parseTestTemplate,
} from "./templateArtifacts.ts";

function named(source: string, title: string | undefined, fields = {}): string {
  return createBranchName(parseTestTemplate(source), createTemplateArtifact(12, title, fields), []).name;
}

/** The rules of git's manual, written independently. */
function findBrokenRule(name: string): string | undefined {
  const parts = name.split("/");
  const codes = Array.from(name, (character) => character.codePointAt(0) ?? 0);
  if (parts.includes("")) return "an empty part";
  if (parts.some((part) => part.startsWith("."))) return "a part begins with a dot";
  if (parts.some((part) => part.endsWith(".lock"))) return "a part ends with .lock";
  if (name.includes("..")) return "two dots";
  if (codes.some((code) => code < 33 || code === 127)) return "a control or a blank";
  if (Array.from("~^:?*[\\").some((mark) => name.includes(mark))) return "a forbidden mark";
  if (name.endsWith(".")) return "a dot at the end";
  if (name.includes("@{")) return "@{";
  if (name === "@" || name === "HEAD") return "a name of git";
  if (name.startsWith("-")) return "a dash at the start";
  return codes.some((code) => code >= 0xd800 && code < 0xe000) ? "half a character" : undefined;
}

function isValidForGit(name: string): boolean {
  return spawnSync("git", ["check-ref-format", "--branch", name]).status === 0;
}

describe("createBranchName", () => {
  const rows: readonly (readonly [source: string, title: string | undefined, name: string])[] = [
    [defaultBranchTemplate, "Login fails on Ménu", "tuleap-12-login-fails-on-menu"],
    [defaultBranchTemplate, "Don't   panic!?", "tuleap-12-dont-panic"],
    [defaultBranchTemplate, "   ", "tuleap-12"],
    [defaultBranchTemplate, undefined, "tuleap-12"],
    [defaultBranchTemplate, "Ошибка 語", "tuleap-12-ошибка-語"],
    [defaultBranchTemplate, "word ".repeat(30), `tuleap-12-${"word-".repeat(11)}word`],
    [defaultBranchTemplate, "x".repeat(99), `tuleap-12-${"x".repeat(60)}`],
    ["feature/${id}/${title|slug|max:10}", "Some long title", "feature/12/some-long"],
    ["${tracker|upper}-${id}_${title}", "a/b c..d.lock", "BUG-12_a-b-c.d"],
    ["${id}-${summary|lower}", "t", "12-in-the-field"],
    ["${id}-${field.title}", "t", "12-its-field"],
    ["${id}-${ title | upper | max : 3 }", "abcdef", "12-ABC"],
    ["$${id}", "t", "12"],
    ["${slug}", "HEAD", "tuleap-12"],
    ["${title}", "@", "tuleap-12"],
    ["../${id}", "t", "12"],
    ["refs/heads/${id}", "t", "tuleap-12"],
    ["con/${id}", "t", "_con/12"],
    ["-${id}", "t", "12"],
    ["@{${id}", "t", "@-12"],
    ["${title}-${id}", "語".repeat(300), `${"語".repeat(60)}-12`],
  ];
  for (const [source, title, name] of rows) {
    it(`returns ${name.slice(0, 40)} for ${source} and ${JSON.stringify(title?.slice(0, 20))}`, () => {
      assert.equal(named(source, title, { summary: "In the field", title: "its field" }), name);
      assert.equal(isValidForGit(name), true);
    });
  }

  it("reports missing values and whether the name is recognized", () => {
    const result = createBranchName(
      parseTestTemplate("x-${id}-${severity}-${title}"),
      createTemplateArtifact(12, undefined),
      [],
    );
    assert.deepEqual(result, { name: "x-12", missingNames: ["severity", "title"], isRecognized: false });
    assert.equal(
      createBranchName(parseTestTemplate("a/tuleap-${id}"), createTemplateArtifact(12, ""), []).isRecognized,
      true,
    );
  });

  it("returns a valid name for any template and artifact", () => {
    fc.assert(
      fc.property(arbitraryTemplate, arbitraryArtifact, (source, artifact) => {
        const { name } = createBranchName(source, artifact, []);
        assert.equal(findBrokenRule(name), undefined, JSON.stringify(name));
        assert.ok(Buffer.byteLength(name) <= 201, "its length");
        assert.doesNotMatch(name, /[$`;|&<>"'!(){}\s\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: 4000 },
    );
  });

  it("returns a name that is recognized as the artifact's branch", () => {
    fc.assert(
      fc.property(arbitraryArtifact, arbitraryHostileText, (artifact, title) => {
        const result = createBranchName(parseTestTemplate(defaultBranchTemplate), { ...artifact, title }, []);
        // An id that looks like a date isn't recognized.
        fc.pre(!/^(?:19|20)\d\d(?:\d{4})?$/.test(String(artifact.id)));
        assert.equal(result.isRecognized, true, result.name);
      }),
      { numRuns: 2000 },
    );
  });

  it("returns a name that git accepts", () => {
    fc.assert(
      fc.property(arbitraryTemplate, arbitraryArtifact, (source, artifact) => {
        assert.equal(isValidForGit(createBranchName(source, artifact, []).name), true);
      }),
      { numRuns: 40 },
    );
  });
});

describe("parseTemplate", () => {
  const rows: readonly (readonly [source: string, code: string, part?: string])[] = [
    ["tuleap-${id", "unclosed"],
    ["${}", "emptyPlaceholder", "${}"],
    ["${|lower}", "emptyPlaceholder", "${|lower}"],
    ["${title|shout}", "unknownFilter", "shout"],
    ["${title|lower:2}", "unknownFilter", "lower:2"],
    ["${title|max}", "invalidLength", "max"],
    ["${title|max:0}", "invalidLength", "max:0"],
    ["${title|max:-1}", "invalidLength", "max:-1"],
    ["${title|max:1e3}", "invalidLength", "max:1e3"],
    ["a\nb", "invalidCharacter"],
    ["x".repeat(201), "tooLong"],
  ];
  for (const [source, code, part] of rows) {
    it(`rejects ${JSON.stringify(source.slice(0, 20))} as ${code}`, () => {
      assert.deepEqual(parseTemplate(source), { kind: "templateProblem", code, template: source, part });
    });
  }

  it("returns a template or a problem for any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (source) => void parseTemplate(source)));
  });
});
