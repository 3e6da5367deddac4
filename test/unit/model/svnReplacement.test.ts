import assert from "node:assert/strict";
import type { Input } from "../../../src/model/fields/registry.ts";
import { type Draft, edited, untouched } from "../../../src/model/form/draft.ts";
import { type ReplacedValue, replacementIn, svnFields, svnForm } from "../../../src/model/svnForm.ts";
import { words } from "../../support/fixtures/svnForms.ts";
import { blindForm, settings } from "../../support/page/form/svnSample.ts";

describe("what replaces settings that nobody can see", () => {
  function valueOf(key: keyof typeof svnFields, input: Input): Omit<ReplacedValue, "label"> | undefined {
    const form = blindForm();
    const draft: Draft = edited(form, untouched, { target: svnFields[key], input, step: "begin" });
    const { label } = words.fields[key];
    const { lines, left } = replacementIn(form, draft).find((each) => each.label === label) ?? assert.fail();
    return { lines, left };
  }

  it("has each line of an access file, and says how many are not shown", () => {
    const rules = ["[/]", `${"x".repeat(200)} = rw`, "", "[/drawings]", "* ="];
    const of = (source: string) => valueOf("accessFile", { kind: "text", source, format: "text" });
    assert.deepEqual(of(`${rules.join("\r\n")}\r\n`), { lines: rules, left: 0 });
    const many = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    assert.deepEqual(of(many.join("\n")), { lines: many.slice(0, 25), left: 15 });
    assert.deepEqual(of("\n"), { lines: [], left: 0 });
    assert.deepEqual(of("a\u202eb"), { lines: ["ab"], left: 0 });
  });

  it("has a line for each path that somebody is told of", () => {
    assert.deepEqual(valueOf("notifications", { kind: "notifications", rows: settings.notifications }), {
      lines: [
        "/trunk: watch@tuleap.example, Tom Okafor, Chloé Perrault, Project administrators",
        "/releases: Tom Okafor",
      ],
      left: 0,
    });
    const paths = Array.from({ length: 27 }, (_, index) => ({ id: undefined, label: `/${index}` }));
    const listed = valueOf("immutablePaths", { kind: "openList", entries: paths });
    assert.deepEqual([listed?.lines.length, listed?.lines.at(-1), listed?.left], [25, "/24", 2]);
  });

  it("has what goes along unseen, since it was read before", () => {
    const parts = { words, isNew: false, takesLayout: true, hasPermissions: true, groups: [] };
    const form = svnForm({ ...parts, settings: undefined, earlier: settings });
    assert.deepEqual(replacementIn(form, untouched).at(-1), {
      label: "something_new",
      lines: ['{"of":["a","later","version"]}'],
      left: 0,
    });
  });
});
