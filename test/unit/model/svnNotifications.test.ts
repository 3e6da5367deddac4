import assert from "node:assert/strict";
import { mergeNotifications, combineNotifications } from "../../../src/model/fields/svnNotifications.ts";
import type { Input } from "../../../src/model/fields/registry.ts";
import { editDraft, emptyDraft } from "../../../src/model/form/draft.ts";
import { findField } from "../../../src/model/form/form.ts";
import { isSameInput } from "../../../src/model/form/input.ts";
import type { SvnSettings } from "../../../src/model/svn.ts";
import { toSvnSettings, svnFieldIds } from "../../../src/model/svnForm.ts";
import { sampleSettings, createSettingsForm } from "../../support/page/form/svnSample.ts";

describe("a notification of a repository", () => {
  it("keeps its unknown members when its path is changed, also after a remote change", () => {
    const recipients = { emails: ["x@y.example"], users: [], groups: [] };
    const read: SvnSettings = {
      ...sampleSettings,
      notifications: [
        { path: "/a", ...recipients, others: { is_digest: true } },
        { path: "/b", ...recipients, others: { is_digest: false } },
      ],
    };
    const form = createSettingsForm({ settings: read });
    const base = findField(form, svnFieldIds.notifications)?.base;
    assert.ok(base?.kind === "notifications");
    const [first, second] = base.rows;
    assert.ok(first && second);
    const swapped = [
      { ...first, path: "/b" },
      { ...second, path: "/a" },
      { path: "/c", ...recipients },
    ];
    const input: Input = { kind: "notifications", rows: swapped };
    const draft = editDraft(form, emptyDraft, { target: svnFieldIds.notifications, input, step: "begin" });
    assert.deepEqual(toSvnSettings(form, draft, read).notifications, [
      { path: "/b", ...recipients, others: { is_digest: true } },
      { path: "/a", ...recipients, others: { is_digest: false } },
      { path: "/c", ...recipients, others: {} },
    ]);
    const mine = [{ ...first, path: "/new" }, second];
    const theirs = [first, { ...second, emails: ["z@y.example"] }];
    const merged = mergeNotifications(base.rows, mine, theirs) ?? assert.fail();
    assert.deepEqual(
      merged.map(({ path, readAs }) => [path, readAs]),
      [
        ["/b", "/b"],
        ["/new", "/a"],
      ],
    );
    const both = combineNotifications(mine, [{ ...first, path: "/new", readAs: "/new", emails: [] }]);
    assert.deepEqual(
      both.map(({ path, readAs }) => [path, readAs]),
      [
        ["/new", "/new"],
        ["/b", "/b"],
      ],
    );
  });

  it("is equal whatever path it was loaded with", () => {
    const row = { path: "/a", emails: ["x@y.example"], users: [], groups: [] };
    const of = (readAs: string): Input => ({ kind: "notifications", rows: [{ ...row, readAs }] });
    assert.ok(isSameInput(of("/a"), of("/b")));
  });
});
