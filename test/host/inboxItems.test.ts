import assert from "node:assert/strict";
import { MarkdownString, type ThemeIcon } from "vscode";
import { createInboxNode } from "../../src/features/inbox/inboxItems.ts";
import type { InboxAction, InboxChange, InboxEntry } from "../../src/model/inbox.ts";

const now = Date.UTC(2026, 5, 1, 12);

function createChange(
  changesetId: number,
  author: string | undefined,
  ...actions: readonly InboxAction[]
): InboxChange {
  return { changesetId, author, at: now - 5 * 60_000, actions };
}

function createEntry(unread: readonly InboxChange[], changes = unread): InboxEntry {
  return {
    siteApi: "https://a.example/api",
    artifactId: 12,
    title: "Refund fails",
    tracker: "Bugs",
    changes,
    unread,
    isFollowed: false,
  };
}

function describeChanges(...changes: readonly InboxChange[]): unknown {
  return createInboxNode(createEntry(changes), undefined, now).item.description;
}

describe("rows of the inbox", () => {
  it("say who did what, and when", () => {
    const moved = { kind: "moved", status: "Review" } as const;
    const commented = { kind: "commented" } as const;
    assert.equal(
      describeChanges(createChange(1, "Tom", moved, commented)),
      "Tom moved to Review and commented · 5 minutes ago",
    );
    assert.equal(
      describeChanges(
        createChange(
          2,
          "Tom",
          { kind: "changed", fields: ["Place", "Severity"] },
          { kind: "attached", count: 1 },
        ),
        createChange(1, "Ann", { kind: "created" }, { kind: "assigned" }),
      ),
      "Tom attached a file and changed 2 fields; Ann created it and assigned it to you · 5 minutes ago",
    );
    assert.equal(
      describeChanges(
        createChange(3, "Tom", commented),
        createChange(2, undefined, { kind: "changed", fields: ["Place"] }),
        createChange(1, "Ann", { kind: "mentioned" }),
      ),
      "Tom commented; Anonymous user changed Place and 1 more · 5 minutes ago",
    );
    assert.equal(describeChanges(createChange(1, "Tom")), "Tom changed it · 5 minutes ago");
  });

  it("mark unread changes, also for screen readers", () => {
    const changes = [createChange(1, "Tom", { kind: "commented" })];
    const unread = createInboxNode(createEntry(changes), undefined, now).item;
    const read = createInboxNode(createEntry([], changes), "Demo", now).item;
    assert.equal((unread.iconPath as ThemeIcon).id, "circle-filled");
    assert.equal((read.iconPath as ThemeIcon).id, "blank");
    assert.equal(unread.contextValue, "inboxEntry.unread");
    assert.equal(read.contextValue, "inboxEntry.read");
    assert.equal(
      unread.accessibilityInformation?.label,
      "unread, #12 Refund fails, Tom commented · 5 minutes ago",
    );
    assert.equal(
      read.accessibilityInformation?.label,
      "read, #12 Refund fails, Tom commented · 5 minutes ago · Demo",
    );
  });

  it("show hostile text of a server as text", () => {
    const author = "Tom\u202e[x](command:artifacts.showLog)\n$(bug)<https://b>&lt;";
    const { item } = createInboxNode(
      createEntry([createChange(1, author, { kind: "commented" })]),
      undefined,
      now,
    );
    assert.ok(typeof item.description === "string");
    assert.ok(!item.description.includes("\u202e") && !item.description.includes("\n"));
    assert.ok(item.tooltip instanceof MarkdownString);
    assert.ok(!item.tooltip.value.includes("](command:"));
    // Markdown makes a link of an address in angle brackets.
    assert.ok(!item.tooltip.value.includes("<"));
    assert.ok(item.tooltip.value.includes("&amp;lt;"));
    assert.notEqual(item.tooltip.isTrusted, true);
  });
});
