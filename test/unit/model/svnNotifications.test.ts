import assert from "node:assert/strict";
import { mergedNotifications, unitedNotifications } from "../../../src/model/fields/notifications.ts";
import type { Input } from "../../../src/model/fields/registry.ts";
import { edited, untouched } from "../../../src/model/form/draft.ts";
import { fieldOf } from "../../../src/model/form/form.ts";
import { sameInput } from "../../../src/model/form/input.ts";
import type { SvnSettings } from "../../../src/model/svn.ts";
import { settingsIn, svnFields } from "../../../src/model/svnForm.ts";
import { settings, settingsForm } from "../../support/page/form/svnSample.ts";

describe("a notification of a repository", () => {
  it("keeps what else the server said of it when its path is changed, also when others write meanwhile", () => {
    const told = { emails: ["x@y.example"], users: [], groups: [] };
    const read: SvnSettings = {
      ...settings,
      notifications: [
        { path: "/a", ...told, others: { is_digest: true } },
        { path: "/b", ...told, others: { is_digest: false } },
      ],
    };
    const form = settingsForm({ settings: read });
    const base = fieldOf(form, svnFields.notifications)?.base;
    assert.ok(base?.kind === "notifications");
    const [first, second] = base.rows;
    assert.ok(first && second);
    const swapped = [
      { ...first, path: "/b" },
      { ...second, path: "/a" },
      { path: "/c", ...told },
    ];
    const input: Input = { kind: "notifications", rows: swapped };
    const draft = edited(form, untouched, { target: svnFields.notifications, input, step: "begin" });
    assert.deepEqual(settingsIn(form, draft, read).notifications, [
      { path: "/b", ...told, others: { is_digest: true } },
      { path: "/a", ...told, others: { is_digest: false } },
      { path: "/c", ...told, others: {} },
    ]);
    const mine = [{ ...first, path: "/new" }, second];
    const theirs = [first, { ...second, emails: ["z@y.example"] }];
    const merged = mergedNotifications(base.rows, mine, theirs) ?? assert.fail();
    assert.deepEqual(
      merged.map(({ path, readAs }) => [path, readAs]),
      [
        ["/b", "/b"],
        ["/new", "/a"],
      ],
    );
    const both = unitedNotifications(mine, [{ ...first, path: "/new", readAs: "/new", emails: [] }]);
    assert.deepEqual(
      both.map(({ path, readAs }) => [path, readAs]),
      [
        ["/new", "/new"],
        ["/b", "/b"],
      ],
    );
  });

  it("is the same whatever path it was read with", () => {
    const row = { path: "/a", emails: ["x@y.example"], users: [], groups: [] };
    const of = (readAs: string): Input => ({ kind: "notifications", rows: [{ ...row, readAs }] });
    assert.ok(sameInput(of("/a"), of("/b")));
  });
});
