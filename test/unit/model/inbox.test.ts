import assert from "node:assert/strict";
import type { Changeset, HistoryEntry, ValueChange } from "../../../src/model/history.ts";
import {
  concernsUser,
  type InboxAction,
  type InboxChange,
  type InboxChoice,
  summarizeByAuthor,
  toInboxChanges,
  toInboxEntries,
} from "../../../src/model/inbox.ts";
import type { CrossTrackerRow } from "../../../src/model/query/crossTracker.ts";
import type { FieldValue } from "../../../src/model/fields/registry.ts";
import type { User } from "../../../src/model/user.ts";

const me: User = { id: 102, label: "Tom Reed", username: "treed" };
const ann = { id: 7, label: "Ann Lee" };
const startedAt = Date.UTC(2026, 5, 1);

const row: CrossTrackerRow = {
  kind: "artifact",
  id: 12,
  title: "Lamp",
  status: "Review",
  isOpen: undefined,
  page: undefined,
  assignees: [],
  submittedBy: undefined,
  submittedOn: undefined,
  modifiedOn: undefined,
  modifiedBy: undefined,
  tracker: undefined,
  project: undefined,
};
const assignedRow: CrossTrackerRow = { ...row, assignees: [{ id: "treed", label: "Tom Reed" }] };

function choices(...chosen: readonly { readonly id: number; readonly label: string }[]): FieldValue {
  return { kind: "choices", chosen };
}

const review = choices({ id: 1, label: "Review" });

function createEntry(
  id: number,
  {
    by = ann,
    comment,
    changes = [],
    isCreation = false,
    values = [],
  }: {
    readonly by?: Changeset["by"] | "anonymous";
    readonly comment?: string;
    readonly changes?: readonly ValueChange[];
    readonly isCreation?: boolean;
    readonly values?: Changeset["values"];
  },
): HistoryEntry {
  return {
    changeset: {
      kind: "changeset",
      id,
      by: by === "anonymous" ? undefined : by,
      on: new Date(startedAt + id * 1000).toISOString(),
      comment: comment === undefined ? undefined : { source: comment, format: "text", onlyFor: undefined },
      values,
    },
    isCreation,
    changes,
  };
}

function getActions(entry: HistoryEntry, changedRow = row): readonly InboxAction[] | undefined {
  return toInboxChanges([entry], changedRow, me, startedAt)[0]?.actions;
}

describe("inbox changes", () => {
  it("are those of others since a time", () => {
    const entries = [
      createEntry(5, { by: "anonymous", comment: "e" }),
      createEntry(4, { by: { id: 102, label: "Tom Reed" }, comment: "d" }),
      createEntry(3, { comment: "c" }),
      createEntry(2, { comment: "b" }),
    ];
    const changes = toInboxChanges(entries, row, me, startedAt + 3000);
    assert.deepEqual(
      changes.map(({ changesetId, author }) => [changesetId, author]),
      [
        [5, undefined],
        [3, "Ann Lee"],
      ],
    );
  });

  it("name the new status, found by the status of the row", () => {
    const values = [
      { kind: "entry", fieldId: 20, label: "Stage", type: "sb", value: review },
      { kind: "entry", fieldId: 21, label: "Severity", type: "sb", value: choices({ id: 2, label: "Low" }) },
    ] as const;
    const change = (fieldId: number, label: string, after: FieldValue): ValueChange => ({
      fieldId,
      label,
      before: choices(),
      after,
    });
    const entry = createEntry(1, {
      values,
      changes: [change(21, "Severity", choices({ id: 2, label: "Low" })), change(20, "Stage", review)],
      comment: "x",
    });
    assert.deepEqual(getActions(entry), [
      { kind: "moved", status: "Review" },
      { kind: "changed", fields: ["Severity"] },
      { kind: "commented" },
    ]);
    // Two fields with that value: only one that is called status counts.
    const twice = [...values, { ...values[0], fieldId: 22 }];
    const ambiguous = createEntry(1, { values: twice, changes: [change(20, "Stage", review)] });
    assert.deepEqual(getActions(ambiguous), [{ kind: "changed", fields: ["Stage"] }]);
    const named = createEntry(1, {
      values: [...twice, { ...values[0], fieldId: 23, label: "Status" }],
      changes: [change(23, "Status", review)],
    });
    assert.deepEqual(getActions(named), [{ kind: "moved", status: "Review" }]);
  });

  it("tell an assignment from another field with the user, and from a choice with the same ID", () => {
    const tom = choices({ id: 102, label: "Tom Reed (treed)" });
    const change = { fieldId: 30, label: "Owner", before: choices(), after: tom };
    assert.deepEqual(getActions(createEntry(1, { changes: [change] }), assignedRow), [{ kind: "assigned" }]);
    assert.deepEqual(getActions(createEntry(1, { changes: [change] })), [
      { kind: "changed", fields: ["Owner"] },
    ]);
    const other = { ...change, after: choices({ id: 102, label: "Blocked" }) };
    assert.deepEqual(getActions(createEntry(1, { changes: [other] }), assignedRow), [
      { kind: "changed", fields: ["Owner"] },
    ]);
    const created = createEntry(1, {
      isCreation: true,
      values: [{ kind: "entry", fieldId: 30, label: "Owner", type: "sb", value: tom }],
    });
    assert.deepEqual(getActions(created, assignedRow), [{ kind: "created" }, { kind: "assigned" }]);
  });

  it("tell a mention from a comment", () => {
    for (const text of ["@treed please", "<p>(@Treed)</p>", "Ask @treed.", "a, @treed: b"]) {
      assert.deepEqual(getActions(createEntry(1, { comment: text })), [{ kind: "mentioned" }], text);
    }
    for (const text of ["treed", "@treeds", "me@treed.example", "@treed-2", "@treed.jr"]) {
      assert.deepEqual(getActions(createEntry(1, { comment: text })), [{ kind: "commented" }], text);
    }
    const odd = { ...me, username: "a.b-c_(d" };
    const [change] = toInboxChanges([createEntry(1, { comment: "@a.b-c_(d" })], row, odd, startedAt);
    assert.deepEqual(change?.actions, [{ kind: "mentioned" }]);
  });

  it("count added files", () => {
    const files = (...ids: readonly number[]): FieldValue => ({
      kind: "files",
      files: ids.map((id) => ({ id, name: "a", size: 1, type: "", description: "", page: undefined })),
    });
    const change = { fieldId: 40, label: "Files", before: files(1), after: files(1, 2, 3) };
    assert.deepEqual(getActions(createEntry(1, { changes: [change] })), [{ kind: "attached", count: 2 }]);
    const removal = { ...change, after: files() };
    assert.deepEqual(getActions(createEntry(1, { changes: [removal] })), [
      { kind: "changed", fields: ["Files"] },
    ]);
  });
});

describe("artifacts of the inbox", () => {
  const none = { user: me, usedIds: new Set<number>(), choices: new Map() };

  it("concern who they are assigned to, who submitted or used them, and who follows them", () => {
    assert.equal(concernsUser(row, none), false);
    assert.equal(concernsUser(assignedRow, none), true);
    assert.equal(concernsUser({ ...row, submittedBy: { id: "treed", label: "T" } }, none), true);
    // Another user with the same name.
    assert.equal(concernsUser({ ...row, submittedBy: { id: "treed2", label: "Tom Reed" } }, none), false);
    assert.equal(concernsUser(row, { ...none, usedIds: new Set([12]) }), true);
    assert.equal(concernsUser(row, { ...none, choices: new Map([[12, { follow: "following" }]]) }), true);
    const choice: InboxChoice = { follow: "stopped" };
    const stopped = { ...none, usedIds: new Set([12]), choices: new Map([[12, choice]]) };
    assert.equal(concernsUser(assignedRow, stopped), false);
  });

  it("are listed by their newest change, with each change once", () => {
    const change = (
      changesetId: number,
      artifactId: number,
    ): Parameters<typeof toInboxEntries>[1][number] => ({
      changesetId,
      artifactId,
      author: "Ann",
      at: changesetId * 1000,
      actions: [],
      title: `Title ${changesetId}`,
      tracker: undefined,
    });
    const changes = [change(1, 10), change(5, 10), change(3, 11), change(5, 10)];
    const entries = toInboxEntries("api", changes, new Map([[10, { seenChangesetId: 1 }]]), 0);
    assert.deepEqual(
      entries.map(({ artifactId, title, changes: all, unread }) => [
        artifactId,
        title,
        all.length,
        unread.length,
      ]),
      [
        [10, "Title 5", 2, 1],
        [11, "Title 3", 1, 1],
      ],
    );
    const snoozed = new Map([[10, { snoozedUntil: 50 }]]);
    assert.equal(toInboxEntries("api", changes, snoozed, 49).length, 1);
    assert.equal(toInboxEntries("api", changes, snoozed, 50).length, 2);
    // The clock was a year ahead.
    const snoozedInFuture = new Map([[10, { snoozedUntil: 365 * 86_400_000 }]]);
    assert.equal(toInboxEntries("api", changes, snoozedInFuture, 49).length, 2);
  });

  it("are summarized by author, with the newest status", () => {
    const change = (changesetId: number, author: string, actions: readonly InboxAction[]): InboxChange => ({
      changesetId,
      author,
      at: 0,
      actions,
    });
    const summary = summarizeByAuthor([
      change(4, "Ann", [{ kind: "moved", status: "Done" }, { kind: "commented" }]),
      change(3, "Kim", [{ kind: "changed", fields: ["A"] }]),
      change(2, "Ann", [{ kind: "mentioned" }, { kind: "moved", status: "Review" }]),
      change(1, "Kim", [{ kind: "changed", fields: ["B", "A"] }]),
    ]);
    assert.deepEqual(summary, [
      { author: "Ann", actions: [{ kind: "moved", status: "Done" }, { kind: "mentioned" }] },
      { author: "Kim", actions: [{ kind: "changed", fields: ["A", "B"] }] },
    ]);
  });
});
