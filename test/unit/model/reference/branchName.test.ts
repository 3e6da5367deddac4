import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { branchName, defaultBranchTemplate } from "../../../../src/model/reference/branchName.ts";
import { parseTemplate } from "../../../../src/model/reference/template.ts";
import { anyArtifact, anyTemplate, artifact, hostileText, template } from "./someArtifact.ts";

function named(source: string, title: string | undefined, fields = {}): string {
  return branchName(template(source), artifact(12, title, fields), []).name;
}

/** The rules of git, as its manual has them; letter by letter. */
function brokenRule(name: string): string | undefined {
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

function gitTakes(name: string): boolean {
  return spawnSync("git", ["check-ref-format", "--branch", name]).status === 0;
}

describe("the name of a branch", () => {
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
    it(`is ${name.slice(0, 40)} by ${source} for ${JSON.stringify(title?.slice(0, 20))}`, () => {
      assert.equal(named(source, title, { summary: "In the field", title: "its field" }), name);
      assert.equal(gitTakes(name), true);
    });
  }

  it("tells what the artifact has no value for, and whether it will be recognised", () => {
    const told = branchName(template("x-${id}-${severity}-${title}"), artifact(12, undefined), []);
    assert.deepEqual(told, { name: "x-12", missing: ["severity", "title"], isRecognised: false });
    assert.equal(branchName(template("a/tuleap-${id}"), artifact(12, ""), []).isRecognised, true);
  });

  it("is one that git takes, whatever the template and the artifact", () => {
    fc.assert(
      fc.property(anyTemplate, anyArtifact, (source, given) => {
        const { name } = branchName(source, given, []);
        assert.equal(brokenRule(name), undefined, JSON.stringify(name));
        assert.ok(Buffer.byteLength(name) <= 201, "its length");
        assert.doesNotMatch(name, /[$`;|&<>"'!(){}\s\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: 4000 },
    );
  });

  it("leads back to the artifact, by the platform's own form", () => {
    fc.assert(
      fc.property(anyArtifact, hostileText, (given, title) => {
        const told = branchName(template(defaultBranchTemplate), { ...given, title }, []);
        // An id that reads as a date is none in a branch.
        fc.pre(!/^(?:19|20)\d\d(?:\d{4})?$/.test(String(given.id)));
        assert.equal(told.isRecognised, true, told.name);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps to git's own judgement", () => {
    fc.assert(
      fc.property(anyTemplate, anyArtifact, (source, given) => {
        assert.equal(gitTakes(branchName(source, given, []).name), true);
      }),
      { numRuns: 40 },
    );
  });
});

describe("a template", () => {
  const rows: readonly (readonly [source: string, code: string, part?: string])[] = [
    ["tuleap-${id", "unclosed"],
    ["${}", "noName", "${}"],
    ["${|lower}", "noName", "${|lower}"],
    ["${title|shout}", "unknownFilter", "shout"],
    ["${title|lower:2}", "unknownFilter", "lower:2"],
    ["${title|max}", "badLength", "max"],
    ["${title|max:0}", "badLength", "max:0"],
    ["${title|max:-1}", "badLength", "max:-1"],
    ["${title|max:1e3}", "badLength", "max:1e3"],
    ["a\nb", "badCharacter"],
    ["x".repeat(201), "tooLong"],
  ];
  for (const [source, code, part] of rows) {
    it(`is refused: ${JSON.stringify(source.slice(0, 20))}, ${code}`, () => {
      assert.deepEqual(parseTemplate(source), { kind: "templateProblem", code, template: source, part });
    });
  }

  it("is one or a problem, never an exception", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (source) => void parseTemplate(source)));
  });
});
