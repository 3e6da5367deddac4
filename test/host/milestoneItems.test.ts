import assert from "node:assert/strict";
import { MarkdownString, ThemeIcon, type TreeItem, TreeItemCollapsibleState } from "vscode";
import { createMilestoneItem } from "../../src/features/tree/milestoneItems.ts";
import type { Milestone } from "../../src/model/milestone.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";

describe("the item of a milestone", () => {
  const now = new Date(2026, 2, 2, 18);
  const [site] = createTestStore([{ url: "https://tuleap.example", label: "Demo" }]).sites.list();
  assert.ok(site);
  const milestone: Milestone = {
    kind: "milestone",
    id: 54,
    label: "Sprint 13",
    projectId: 101,
    trackerId: 3,
    isOpen: true,
    status: "Current",
    startsOn: undefined,
    endsOn: undefined,
    remainingEffort: undefined,
    capacity: undefined,
    canHaveMilestones: false,
    parentId: undefined,
    hasCardwall: true,
    contentTrackerIds: [5],
    canChangePriorities: true,
  };
  const createItem = (parts: Partial<Milestone>): TreeItem => {
    const node = { site, siteApi: site.api, projectId: 101, artifactId: 54, trackerId: 3, milestoneId: 54 };
    return createMilestoneItem(
      { ...node, kind: "milestone", id: "milestone", milestone: { ...milestone, ...parts } },
      now,
    );
  };
  const getDescription = (parts: Partial<Milestone>): unknown =>
    String(createItem(parts).description).replaceAll(/\s/g, " ");
  const startsOn = "2026-02-23T00:00:00+01:00";

  it("describes the days that are left, its period and its effort", () => {
    const endsOn = "2026-03-09T00:00:00+01:00";
    const effort = { remainingEffort: 31, capacity: 42 };
    assert.equal(
      getDescription({ startsOn, endsOn, ...effort }),
      "7 days left · Feb 23 – Mar 9 · remaining effort 31, capacity 42",
    );
    assert.equal(
      getDescription({ startsOn, endsOn, remainingEffort: 31, capacity: undefined }),
      "7 days left · Feb 23 – Mar 9 · remaining effort 31",
    );
    assert.equal(getDescription({ endsOn: "2026-03-03T00:00:00+01:00" }), "1 day left · ends Mar 3");
    assert.equal(getDescription({ endsOn: "2026-03-02T00:00:00+01:00" }), "ends today · ends Mar 2");
    assert.equal(getDescription({ endsOn: "2026-03-01T00:00:00+01:00" }), "1 day late · ends Mar 1");
    assert.equal(getDescription({ endsOn: "2026-02-20T00:00:00+01:00" }), "10 days late · ends Feb 20");
    assert.equal(
      getDescription({ startsOn: "2026-04-01T00:00:00+02:00", endsOn: "2026-04-20T00:00:00+02:00" }),
      "Apr 1 – 20",
    );
    assert.equal(getDescription({ startsOn: "2026-03-02T00:00:00+01:00" }), "starts Mar 2");
    assert.equal(getDescription({}), "");
  });

  it("has the year of its period unless it is the current one, and nothing is left of a closed one", () => {
    const period = { startsOn: "2025-12-15T00:00:00+01:00", endsOn: "2026-01-05T00:00:00+01:00" };
    assert.equal(
      getDescription({ ...period, isOpen: false, remainingEffort: 3 }),
      "Dec 15, 2025 – Jan 5, 2026",
    );
  });

  it("opens a board, and shows the server's text as text", () => {
    const { label, command, tooltip, collapsibleState } = createItem({
      label: "<b>**x**</b>",
      status: "[Planned](command:x)",
      canHaveMilestones: true,
    });
    assert.equal(label, "<b>**x**</b>");
    assert.equal(command?.command, "artifacts.openBoard");
    assert.equal(collapsibleState, TreeItemCollapsibleState.Collapsed);
    assert.ok(tooltip instanceof MarkdownString);
    assert.doesNotMatch(tooltip.value, /<b>|\[Planned\]\(/);
    assert.match(tooltip.value, /Planned/);
  });

  it("isn't expandable if there can be no milestones below it, and shows that it is closed", () => {
    const { collapsibleState, iconPath } = createItem({ isOpen: false });
    assert.equal(collapsibleState, TreeItemCollapsibleState.None);
    assert.equal(iconPath instanceof ThemeIcon && iconPath.id, "pass");
  });
});
