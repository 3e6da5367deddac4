import assert from "node:assert/strict";
import type { Input } from "../../../src/model/fields/registry.ts";
import { type Draft, editDraft, emptyDraft } from "../../../src/model/form/draft.ts";
import {
  type SettingPreview,
  previewSettings,
  svnFieldIds,
  createSvnForm,
} from "../../../src/model/svnForm.ts";
import { svnFormTexts } from "../../support/fixtures/svnFormTexts.ts";
import { createUnreadableSettingsForm, sampleSettings } from "../../support/page/form/svnSample.ts";

describe("previewSettings", () => {
  function valueOf(key: keyof typeof svnFieldIds, input: Input): Omit<SettingPreview, "label"> | undefined {
    const form = createUnreadableSettingsForm();
    const draft: Draft = editDraft(form, emptyDraft, { target: svnFieldIds[key], input, step: "begin" });
    const { label } = svnFormTexts.fields[key];
    const { lines, moreLines } =
      previewSettings(form, draft).find((each) => each.label === label) ?? assert.fail();
    return { lines, moreLines };
  }

  it("has each line of an access file, and the number of omitted lines", () => {
    const rules = ["[/]", `${"x".repeat(200)} = rw`, "", "[/drawings]", "* ="];
    const of = (source: string) => valueOf("accessFile", { kind: "text", source, format: "text" });
    assert.deepEqual(of(`${rules.join("\r\n")}\r\n`), { lines: rules, moreLines: 0 });
    const many = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    assert.deepEqual(of(many.join("\n")), { lines: many.slice(0, 25), moreLines: 15 });
    assert.deepEqual(of("\n"), { lines: [], moreLines: 0 });
    assert.deepEqual(of("a\u202eb"), { lines: ["ab"], moreLines: 0 });
  });

  it("has a line for each notification path", () => {
    assert.deepEqual(
      valueOf("notifications", { kind: "notifications", rows: sampleSettings.notifications }),
      {
        lines: [
          "/trunk: watch@tuleap.example, Tom Okafor, Chloé Perrault, Project administrators",
          "/releases: Tom Okafor",
        ],
        moreLines: 0,
      },
    );
    const paths = Array.from({ length: 27 }, (_, index) => ({ id: undefined, label: `/${index}` }));
    const listed = valueOf("immutablePaths", { kind: "openList", entries: paths });
    assert.deepEqual([listed?.lines.length, listed?.lines.at(-1), listed?.moreLines], [25, "/24", 2]);
  });

  it("includes unknown settings that are sent along", () => {
    const parts = {
      texts: svnFormTexts,
      isNew: false,
      supportsLayout: true,
      hasDefaultPermissions: true,
      groups: [],
    };
    const form = createSvnForm({ ...parts, settings: undefined, previousSettings: sampleSettings });
    assert.deepEqual(previewSettings(form, emptyDraft).at(-1), {
      label: "something_new",
      lines: ['{"of":["a","later","version"]}'],
      moreLines: 0,
    });
  });
});
