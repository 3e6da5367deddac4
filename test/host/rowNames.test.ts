import assert from "node:assert/strict";
import { MarkdownString } from "vscode";
import type { ArtifactNode, SiteNode, TooltipNode, TreeNode } from "../../src/features/tree/nodes.ts";
import { artifactTooltip, lateItem, projectTooltip, siteTooltip } from "../../src/features/tree/rowItems.ts";
import { ListTree } from "../../src/features/tree/tree.ts";
import { Ages } from "../../src/features/tree/viewState.ts";
import type { ArtifactRow } from "../../src/model/artifact.ts";
import { Unreachable } from "../../src/model/failure.ts";
import type { Project } from "../../src/model/project.ts";
import type { SavedQuery } from "../../src/model/query/savedQuery.ts";
import type { KeyExpiry } from "../../src/model/site.ts";
import { KeyDates } from "../../src/store/mementos.ts";
import { openStore } from "../support/fixtures/openStore.ts";
import { memoryInProcess } from "../unit/store/queries/stage.ts";
import { about, typed } from "../unit/tree/keptDrafts.ts";

const [site] = openStore([{ url: "https://tuleap.example", label: "Demo" }]).sites.list();
assert.ok(site);
const row = { site, siteApi: site.api };
const keyDates = new KeyDates(memoryInProcess());

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
};

const artifact: ArtifactRow = {
  kind: "artifact",
  id: 12,
  uri: "artifacts/12",
  title: "Leak",
  page: undefined,
  status: "On hold",
  isOpen: true,
  assignees: [],
  submittedBy: undefined,
  submittedOn: undefined,
  modifiedOn: undefined,
  revision: undefined,
};

const siteNode: SiteNode = {
  ...row,
  kind: "site",
  id: "site",
  page: "",
  account: { id: "102", name: "Ada" },
  isOutOfReach: true,
};
const artifactNode: ArtifactNode = {
  ...row,
  kind: "artifact",
  id: "artifact",
  artifactId: 12,
  artifact,
  tracker: { id: 7, label: "Bugs", color: "fiesta-red" },
  isAmongOthers: false,
  isUnsent: true,
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

/** A row of each kind, where it has most to say, with what is read aloud of it. */
const names: {
  readonly [Kind in TreeNode["kind"]]: readonly [Extract<TreeNode, { kind: Kind }>, string | RegExp];
} = {
  site: [siteNode, "Demo, Ada · offline"],
  allProjects: [
    { ...row, kind: "allProjects", id: "all", filter: undefined, startsOpen: true },
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
      isNamesake: false,
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
      about: () => ({ trackerLabel: "Bugs", isOpenUntold: true }),
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
      isCounted: true,
      about: () => undefined,
    },
    "Mine, counted at the icon · workspace",
  ],
  brokenQuery: [
    {
      kind: "brokenQuery",
      id: "broken",
      queryKey: "user 0 Odd",
      name: "Odd",
      origin: "user",
      note: { kind: "siteUnknown", address: "x" },
    },
    "Odd, can't be used",
  ],
  work: [
    { ...row, kind: "work", id: "work", concern: "assigned", isCounted: true },
    "Assigned to Me, counted at the icon",
  ],
  recent: [{ ...row, kind: "recent", id: "recent" }, "Recently Opened"],
  note: [
    { kind: "note", id: "note", note: { kind: "contradicted", site: "Demo", of: "query" } },
    /^Demo .+, warning$/,
  ],
  group: [
    { ...row, kind: "group", id: "group", by: "assignee", label: undefined, rows: [artifactNode] },
    "Assigned to nobody, 1",
  ],
  drafts: [{ ...row, kind: "drafts", id: "drafts", accountId: undefined, count: 3 }, "Unsent Drafts, 3"],
  draft: [
    {
      ...row,
      kind: "draft",
      id: "draft",
      subject: about(site.api, 12),
      kept: typed(about(site.api, 12)),
    },
    /^Unsent, #12 Lamp is dark, 1 change, /,
  ],
  artifact: [artifactNode, "Bugs, 12, Leak, unsent, On hold, open"],
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
  commits: [{ ...row, kind: "commits", id: "commits", of: { siteApi: site.api, artifactId: 12 } }, "Commits"],
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
  unreadable: [{ ...row, kind: "unreadable", id: "unreadable", elementId: 4 }, "Could not be read #4"],
  svnFolder: [
    { ...row, kind: "svnFolder", id: "svn", page: "", projectId: 101, project, resource: "" },
    "Subversion Repositories",
  ],
  svnRepository: [
    {
      ...row,
      kind: "svnRepository",
      id: "repository",
      projectId: 101,
      repositoryId: 2,
      name: "charts",
      address: "https://tuleap.example/svn/charts",
      page: undefined,
    },
    "charts, https://tuleap.example/svn/charts",
  ],
  resources: [{ ...row, kind: "resources", id: "resources", project }, "Other Resources"],
  resource: [
    { ...row, kind: "resource", id: "resource", type: "milestones", resource: "projects/101/milestones" },
    "milestones",
  ],
  more: [
    { ...row, kind: "more", id: "more", parent: siteNode, lookedAt: 50, size: 120, isArranged: false },
    "Load More, 50 of at most 120",
  ],
  problem: [
    {
      ...row,
      kind: "problem",
      id: "problem",
      parent: siteNode,
      failure: new Unreachable({ method: "GET", url: "" }, "closed", undefined),
      retry: "again",
    },
    "Demo closed the connection: try again.",
  ],
  nothing: [{ ...row, kind: "nothing", id: "nothing", of: "found" }, "Nothing found"],
};

class Rows extends ListTree {
  protected rowsBelow(): Promise<TreeNode[]> {
    return Promise.resolve([]);
  }
}

function tooltipOf(node: TooltipNode): ReturnType<typeof siteTooltip> {
  if (node.kind === "site") return siteTooltip(node, keyDates);
  return node.kind === "project" ? projectTooltip(node) : artifactTooltip(node);
}

describe("what is read aloud of a row", () => {
  const ages = new Ages();
  const tree = new Rows(ages, () => Promise.resolve({ lateItem, tooltip: tooltipOf }));
  after(() => tree.dispose());

  const nameOf = async (node: TreeNode): Promise<string | undefined> =>
    (await tree.getTreeItem(node)).accessibilityInformation?.label;

  for (const [kind, [node, expected]] of Object.entries(names)) {
    it(`says what its icon and colours say: ${kind}`, async () => {
      const name = (await nameOf(node)) ?? "";
      if (typeof expected === "string") assert.equal(name, expected);
      else assert.match(name, expected);
    });
  }

  it("says that an artifact is closed, unless its status says so itself", async () => {
    const named = (status: string): Promise<string | undefined> =>
      nameOf({ ...artifactNode, isUnsent: false, artifact: { ...artifact, status, isOpen: false } });
    assert.equal(await named("Fixed"), "Bugs, 12, Leak, Fixed, closed");
    assert.equal(await named("Closed"), "Bugs, 12, Leak, Closed");
  });

  it("says of what there is nothing", async () => {
    const nothing = {
      projects: "No other projects",
      matches: "No project matches",
      trackers: "No trackers that you may see",
      artifacts: "No artifacts that you may see",
      openArtifacts: "No open artifacts that you may see",
      found: "Nothing found",
      assigned: "Nothing open is assigned to you",
      submitted: "Nothing open was submitted by you",
      recent: "Nothing opened yet",
      fields: "No values",
    } as const;
    for (const [of, expected] of Object.entries(nothing)) {
      const node = { ...row, kind: "nothing", id: "nothing", of: of as keyof typeof nothing } as const;
      assert.equal(await nameOf(node), expected);
    }
  });

  it("says that a server can't list repositories, and offers to create one", async () => {
    const repositories = { siteApi: site.api, projectId: 101 };
    const note = { kind: "svnUntold", site: "Demo", project: repositories, isEmpty: true } as const;
    const { label, tooltip, command } = await tree.getTreeItem({ kind: "note", id: "note", note });
    assert.equal(label, "None known: create one…");
    assert.equal(tooltip, "Demo can't list repositories. Those that you create or change here are shown.");
    assert.deepEqual([command?.command, command?.arguments], ["artifacts.newSvnRepository", [repositories]]);
    const some = await tree.getTreeItem({ kind: "note", id: "note", note: { ...note, isEmpty: false } });
    assert.equal(some.label, "Only those created or changed here");
  });

  it("says how old it is, where the server can't be asked", async () => {
    ages.note(siteNode, Date.parse("2026-02-03T10:00:00Z"));
    assert.match((await nameOf(siteNode)) ?? "", /^Demo, Ada · offline · as of .*2026/);
    ages.note(siteNode, undefined);
  });
});

describe("the tooltip of a site", () => {
  async function tooltip(expiry: KeyExpiry | undefined, node = siteNode): Promise<string> {
    await keyDates.note(node.siteApi, "102", { expiry, askedAt: 0 });
    return siteTooltip(node, keyDates).value.replaceAll(/\\|&nbsp;/g, " ");
  }

  it("says when the key ends, as far as the server tells", async () => {
    assert.match(await tooltip(Date.parse("2099-03-04T12:00:00Z")), /expires on Mar 4, 2099/);
    assert.match(await tooltip(Date.parse("2020-03-04T12:00:00Z")), /expired on Mar 4, 2020/);
    assert.match(await tooltip("never"), /does not expire/);
    assert.doesNotMatch(await tooltip(undefined), /expire/);
    assert.doesNotMatch(await tooltip("never", { ...siteNode, account: undefined }), /expire/);
  });
});

describe("the tooltip of an artifact", () => {
  it("says where it belongs and what is known of it, once it is asked for", async () => {
    const tree = new Rows(new Ages(), () => Promise.resolve({ lateItem, tooltip: tooltipOf }));
    const item = await tree.getTreeItem(artifactNode);
    assert.equal(item.tooltip, undefined);
    const { tooltip } = await tree.resolveTreeItem(item, artifactNode);
    tree.dispose();
    assert.ok(tooltip instanceof MarkdownString);
    assert.match(
      tooltip.value.replaceAll("&nbsp;", " "),
      /#12 Leak\*\*\n\nDemo › Bugs\n\n---\n\n- Status: On hold\n$/,
    );
  });
});
