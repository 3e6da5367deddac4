import assert from "node:assert/strict";
import { MarkdownString } from "vscode";
import type { ArtifactNode, SiteNode, LazyTooltipNode, TreeNode } from "../../src/features/tree/treeNodes.ts";
import {
  createArtifactTooltip,
  createLazyItem,
  createProjectTooltip,
  createSiteTooltip,
} from "../../src/features/tree/lazyItems.ts";
import { BaseTreeProvider } from "../../src/features/tree/treeProviders.ts";
import { OfflineTimestamps } from "../../src/features/tree/viewState.ts";
import type { ArtifactRow } from "../../src/model/artifact.ts";
import { Unreachable } from "../../src/model/failure.ts";
import type { Project } from "../../src/model/project.ts";
import type { SavedQuery } from "../../src/model/query/savedQuery.ts";
import type { KeyExpiry } from "../../src/model/site.ts";
import { KeyExpiryStore } from "../../src/store/mementos.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";
import { createMemento } from "../unit/store/queries/queryFixture.ts";
import { createSubject, createStoredDraft } from "../unit/tree/storedDrafts.ts";

const [site] = createTestStore([{ url: "https://tuleap.example", label: "Demo" }]).sites.list();
assert.ok(site);
const row = { site, siteApi: site.api };
const keyExpiries = new KeyExpiryStore(createMemento());

const project: Project = {
  kind: "project",
  id: 101,
  uri: "projects/101",
  label: "Harbour",
  shortName: "harbour",
  description: undefined,
  access: undefined,
  isMember: undefined,
  resources: [],
  hasMilestones: true,
};

const artifact: ArtifactRow = {
  kind: "artifact",
  id: 12,
  title: "Leak",
  page: undefined,
  status: "On hold",
  isOpen: true,
  assignees: [],
  submittedBy: undefined,
  submittedOn: undefined,
  modifiedOn: undefined,
};

const siteNode: SiteNode = {
  ...row,
  kind: "site",
  id: "site",
  page: "",
  account: { id: "102", name: "Ada" },
  isOffline: true,
};
const artifactNode: ArtifactNode = {
  ...row,
  kind: "artifact",
  id: "artifact",
  artifactId: 12,
  artifact,
  tracker: { id: 7, label: "Bugs", color: "fiesta-red" },
  shouldShowTracker: false,
  shouldShowProject: false,
  statusColor: undefined,
  hasDraft: true,
};
const query: SavedQuery = {
  name: "Mine",
  site: "Demo",
  tracker: 7,
  where: [],
  openOnly: undefined,
  sort: undefined,
  group: undefined,
  text: undefined,
  report: undefined,
};

/** A node of each kind, with its accessible label. */
const labelsByKind: {
  readonly [Kind in TreeNode["kind"]]: readonly [Extract<TreeNode, { kind: Kind }>, string | RegExp];
} = {
  site: [siteNode, "Demo, Ada · offline"],
  allProjects: [
    { ...row, kind: "allProjects", id: "all", filter: undefined, isInitiallyExpanded: true },
    "All Projects",
  ],
  project: [
    {
      ...row,
      kind: "project",
      id: "project",
      projectId: 101,
      page: "",
      project,
      hasDuplicateName: false,
      isPinned: true,
    },
    "Harbour, pinned",
  ],
  tracker: [
    {
      ...row,
      kind: "tracker",
      id: "tracker",
      page: "",
      trackerId: 7,
      tracker: {
        kind: "tracker",
        id: 7,
        uri: "trackers/7",
        label: "Bugs",
        color: "fiesta-red",
        artifactsUri: "",
      },
      getListDetails: () => ({ trackerLabel: "Bugs", isOpenStateUnknown: true }),
    },
    "Bugs, open and closed",
  ],
  query: [
    {
      ...row,
      kind: "query",
      id: "query",
      queryKey: "user 0 Mine",
      query,
      origin: "workspace",
      isBadgeSource: true,
      getListDetails: () => undefined,
    },
    "Mine, shown in badge · workspace",
  ],
  invalidQuery: [
    {
      kind: "invalidQuery",
      id: "broken",
      queryKey: "user 0 Odd",
      name: "Odd",
      origin: "user",
      message: { kind: "siteNotConnected", url: "x" },
    },
    "Odd, can't be used",
  ],
  work: [
    { ...row, kind: "work", id: "work", concern: "assigned", isBadgeSource: true },
    "Assigned to Me, shown in badge",
  ],
  recent: [{ ...row, kind: "recent", id: "recent" }, "Recently Opened"],
  message: [
    { kind: "message", id: "note", message: { kind: "contradicted", site: "Demo", of: "query" } },
    /^Demo .+, warning$/,
  ],
  group: [
    {
      ...row,
      kind: "group",
      id: "group",
      by: "assignee",
      label: undefined,
      project: undefined,
      artifacts: [artifactNode],
    },
    "Unassigned, 1",
  ],
  drafts: [{ ...row, kind: "drafts", id: "drafts", accountId: undefined, count: 3 }, "Drafts, 3"],
  draft: [
    {
      ...row,
      kind: "draft",
      id: "draft",
      subject: createSubject(site.api, 12),
      storedDraft: createStoredDraft(createSubject(site.api, 12)),
    },
    /^Draft, #12 Lamp is dark, 1 change, /,
  ],
  artifact: [artifactNode, "Bugs, 12, Leak, draft, On hold, open"],
  fields: [{ ...row, kind: "fields", id: "fields", artifact }, "Fields"],
  field: [
    {
      ...row,
      kind: "field",
      id: "field",
      field: {
        kind: "entry",
        fieldId: 1,
        label: "Summary",
        type: "string",
        value: { kind: "string", text: "It leaks" },
      },
    },
    "Summary, It leaks",
  ],
  commits: [
    { ...row, kind: "commits", id: "commits", target: { siteApi: site.api, artifactId: 12 } },
    "Commits",
  ],
  commit: [
    {
      ...row,
      kind: "commit",
      id: "commit",
      repository: "file:///bay",
      hash: "0123456789abcdef",
      subject: "Mend it",
      author: "Ada",
      authoredAt: "",
    },
    "Mend it, 0123456789 · Ada",
  ],
  attachment: [
    {
      ...row,
      kind: "attachment",
      id: "attachment",
      artifactId: 12,
      fieldId: 5,
      file: { id: 3, name: "leak.png", size: 2048, type: "image/png", description: "", page: undefined },
    },
    /^leak\.png, 2.* kB$/,
  ],
  unreadable: [{ ...row, kind: "unreadable", id: "unreadable", itemId: 4 }, "Unreadable item #4"],
  svnFolder: [
    { ...row, kind: "svnFolder", id: "svn", page: "", projectId: 101, project, resource: "" },
    "Subversion Repositories",
  ],
  milestones: [
    {
      ...row,
      kind: "milestones",
      id: "milestones",
      projectId: 101,
      owner: { projectId: 101 },
      status: "open",
    },
    "Milestones",
  ],
  milestone: [
    {
      ...row,
      kind: "milestone",
      id: "milestone",
      projectId: 101,
      artifactId: 54,
      trackerId: 3,
      milestoneId: 54,
      milestone: {
        kind: "milestone",
        id: 54,
        label: "Sprint 13",
        projectId: 101,
        trackerId: 3,
        isOpen: true,
        status: "Current",
        startsOn: undefined,
        endsOn: undefined,
        remainingEffort: 31,
        capacity: 42,
        canHaveMilestones: false,
        parentId: undefined,
        hasCardwall: true,
        contentTrackerIds: [5],
        canChangePriorities: true,
      },
    },
    "Sprint 13, remaining effort 31, capacity 42",
  ],
  kanban: [
    { ...row, kind: "kanban", id: "kanban", page: "kanban/4", kanbanId: 4, trackerId: 7, label: "Help desk" },
    "Help desk, kanban",
  ],
  svnRepository: [
    {
      ...row,
      kind: "svnRepository",
      id: "repository",
      projectId: 101,
      repositoryId: 2,
      name: "charts",
      url: "https://tuleap.example/svn/charts",
      page: undefined,
    },
    "charts, https://tuleap.example/svn/charts",
  ],
  resources: [{ ...row, kind: "resources", id: "resources", project }, "Other Resources"],
  resource: [
    { ...row, kind: "resource", id: "resource", type: "milestones", resource: "projects/101/milestones" },
    "milestones",
  ],
  loadMore: [
    {
      ...row,
      kind: "loadMore",
      id: "more",
      parent: siteNode,
      requestedCount: 50,
      size: 120,
      isSortedOrGrouped: false,
    },
    "Load More, 50 of up to 120",
  ],
  failure: [
    {
      ...row,
      kind: "failure",
      id: "problem",
      parent: siteNode,
      failure: new Unreachable({ method: "GET", url: "" }, "closed", undefined),
      retry: "reload",
    },
    "Demo closed the connection. Try again.",
  ],
  empty: [{ ...row, kind: "empty", id: "nothing", missing: "found" }, "No results"],
};

class FakeTreeProvider extends BaseTreeProvider {
  protected loadChildNodes(): Promise<TreeNode[]> {
    return Promise.resolve([]);
  }
}

function createTooltip(node: LazyTooltipNode): ReturnType<typeof createSiteTooltip> {
  if (node.kind === "site") return createSiteTooltip(node, keyExpiries);
  return node.kind === "project" ? createProjectTooltip(node) : createArtifactTooltip(node);
}

describe("the accessible label of a tree item", () => {
  const offlineTimestamps = new OfflineTimestamps();
  const tree = new FakeTreeProvider(offlineTimestamps, () =>
    Promise.resolve({ createLazyItem, createTooltip }),
  );
  after(() => tree.dispose());

  const getAccessibleLabel = async (node: TreeNode): Promise<string | undefined> =>
    (await tree.getTreeItem(node)).accessibilityInformation?.label;

  for (const [kind, [node, expected]] of Object.entries(labelsByKind)) {
    it(`includes what icons and colors show: ${kind}`, async () => {
      const label = (await getAccessibleLabel(node)) ?? "";
      if (typeof expected === "string") assert.equal(label, expected);
      else assert.match(label, expected);
    });
  }

  it("says that an artifact is closed unless the status does", async () => {
    const getLabelForStatus = (status: string): Promise<string | undefined> =>
      getAccessibleLabel({
        ...artifactNode,
        hasDraft: false,
        artifact: { ...artifact, status, isOpen: false },
      });
    assert.equal(await getLabelForStatus("Fixed"), "Bugs, 12, Leak, Fixed, closed");
    assert.equal(await getLabelForStatus("Closed"), "Bugs, 12, Leak, Closed");
  });

  it("names what is missing in an empty list", async () => {
    const texts = {
      projects: "No other projects",
      matches: "No other matching projects",
      trackers: "No trackers available",
      artifacts: "No artifacts available",
      openArtifacts: "No open artifacts available",
      found: "No results",
      assigned: "No open artifacts are assigned to you",
      submitted: "No open artifacts were submitted by you",
      recent: "No recently opened artifacts",
      openMilestones: "No open milestones",
      closedMilestones: "No closed milestones",
      fields: "No values",
    } as const;
    for (const [missing, expected] of Object.entries(texts)) {
      const node = { ...row, kind: "empty", id: "empty", missing: missing as keyof typeof texts } as const;
      assert.equal(await getAccessibleLabel(node), expected);
    }
  });

  it("says that the server can't list repositories, and offers to create one", async () => {
    const repositories = { siteApi: site.api, projectId: 101 };
    const message = { kind: "svnNotListed", site: "Demo", project: repositories, isEmpty: true } as const;
    const { label, tooltip, command } = await tree.getTreeItem({ kind: "message", id: "note", message });
    assert.equal(label, "No known repositories. Create one…");
    assert.equal(
      tooltip,
      "Demo doesn't provide a list of repositories. Only repositories you create or change in VS Code are shown.",
    );
    assert.deepEqual([command?.command, command?.arguments], ["artifacts.newSvnRepository", [repositories]]);
    const withRepositories = await tree.getTreeItem({
      kind: "message",
      id: "note",
      message: { ...message, isEmpty: false },
    });
    assert.equal(withRepositories.label, "Showing only repositories created or changed in VS Code");
  });

  it("includes the time of offline data", async () => {
    offlineTimestamps.set(siteNode, Date.parse("2026-02-03T10:00:00Z"));
    assert.match((await getAccessibleLabel(siteNode)) ?? "", /^Demo, Ada · offline · as of .*2026/);
    offlineTimestamps.set(siteNode, undefined);
  });
});

describe("the tooltip of a site", () => {
  async function getTooltip(expiry: KeyExpiry | undefined, node = siteNode): Promise<string> {
    await keyExpiries.set(node.siteApi, "102", { expiry, askedAt: 0 });
    return createSiteTooltip(node, keyExpiries).value.replaceAll(/\\|&nbsp;/g, " ");
  }

  it("contains the expiry of the access key if the server reports it", async () => {
    assert.match(await getTooltip(Date.parse("2099-03-04T12:00:00Z")), /expires on Mar 4, 2099/);
    assert.match(await getTooltip(Date.parse("2020-03-04T12:00:00Z")), /expired on Mar 4, 2020/);
    assert.match(await getTooltip("never"), /doesn't expire/);
    assert.doesNotMatch(await getTooltip(undefined), /expire/);
    assert.doesNotMatch(await getTooltip("never", { ...siteNode, account: undefined }), /expire/);
  });
});

describe("the tooltip of an artifact", () => {
  it("contains site, tracker and values, and is created on request", async () => {
    const tree = new FakeTreeProvider(new OfflineTimestamps(), () =>
      Promise.resolve({ createLazyItem, createTooltip }),
    );
    const item = await tree.getTreeItem(artifactNode);
    assert.equal(item.tooltip, undefined);
    const { tooltip } = await tree.resolveTreeItem(item, artifactNode);
    tree.dispose();
    assert.ok(tooltip instanceof MarkdownString);
    assert.match(
      tooltip.value.replaceAll("&nbsp;", " "),
      /#12 Leak\*\*\n\nDemo › Bugs\n\n---\n\n- Status: On hold \\\(open\\\)\n$/,
    );
  });
});
