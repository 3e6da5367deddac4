import { loadItemIds, loadMilestoneId } from "../boardData.ts";
import { addQuery, createGetReproduction, createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext, Requester } from "../reproduction.ts";
import type { SimulatorData } from "../simulatorData.ts";

const withBoards = { options: { boards: true } };
const sameBody = { hasSameBody: true };

/** Releases and sprints without cardwalls and burndowns of the releases; versions with them and an explicit backlog. */
const projects = { releases: 101, versions: 102 };

function loadSprint(context: ReproductionContext, name = "Sprint 13"): Promise<number> {
  return loadMilestoneId(context, projects.releases, name);
}

function createMilestonePath(projectId: number, name: string, suffix = "") {
  return async (_: unknown, context: ReproductionContext): Promise<string> =>
    `/milestones/${await loadMilestoneId(context, projectId, name)}${suffix}`;
}

function createMilestoneGet(
  recording: string,
  name: string,
  suffix: string,
  projectId = projects.releases,
): Reproduction {
  return createGetReproduction(recording, "admin", createMilestonePath(projectId, name, suffix), withBoards);
}

/** Changes the content of the current sprint; the body depends on its items. */
function createContentPatch(
  recording: string,
  createBody: (context: ReproductionContext, items: readonly number[]) => unknown,
  options: { readonly requester?: Requester; readonly name?: string; readonly hasSameBody?: boolean } = {},
): Reproduction {
  const { requester = "admin", name = "Sprint 13", hasSameBody = false } = options;
  return createReproduction(
    recording,
    requester,
    "PATCH",
    createMilestonePath(projects.releases, name, "/content"),
    {
      ...withBoards,
      hasSameBody,
      body: async (_: unknown, context: ReproductionContext) =>
        createBody(context, await loadContent(context, name)),
    },
  );
}

async function loadContent(context: ReproductionContext, name: string): Promise<readonly number[]> {
  return loadItemIds(context, `/milestones/${await loadSprint(context, name)}/content?limit=50`);
}

const readRows: readonly Reproduction[] = [
  createGetReproduction("476-project-plannings", "admin", "/projects/102/plannings", withBoards),
  createGetReproduction("477-project-milestones", "admin", "/projects/101/milestones", withBoards),
  createGetReproduction(
    "478-project-milestones-slim-desc",
    "admin",
    "/projects/102/milestones?fields=slim&order=desc&limit=2&offset=1",
    withBoards,
  ),
  createGetReproduction(
    "479-project-milestones-open",
    "admin",
    addQuery("/projects/102/milestones?fields=slim&limit=50", { status: "open" }),
    withBoards,
  ),
  createGetReproduction(
    "480-project-milestones-bad-query",
    "admin",
    addQuery("/projects/102/milestones", { status: "wip" }),
    { ...withBoards, ...sameBody },
  ),
  createGetReproduction("481-project-milestones-over-max", "admin", "/projects/102/milestones?limit=51", {
    ...withBoards,
    ...sameBody,
  }),
  createMilestoneGet("482-milestone-get", "Sprint 13", ""),
  createGetReproduction(
    "483-milestone-get-not-a-milestone",
    "admin",
    ({ stories }) => `/milestones/${stories.getArtifactId(0)}`,
    { ...withBoards, ...sameBody },
  ),
  createMilestoneGet("484-milestone-sub", "2.4", "/milestones?fields=slim&order=asc", projects.versions),
  createMilestoneGet("485-milestone-content", "Sprint 13", "/content"),
  createMilestoneGet("486-milestone-backlog", "Spring 2026", "/backlog?limit=2"),
  createMilestoneGet(
    "487-milestone-backlog-planned-too",
    "Spring 2026",
    "/backlog?include=planned_and_not_planned&limit=100",
  ),
  createGetReproduction("488-project-backlog", "admin", "/projects/101/backlog", withBoards),
  createGetReproduction("489-project-backlog-v2", "admin", "/v2/projects/101/backlog?limit=1", withBoards),
  createGetReproduction(
    "490-backlog-item",
    "admin",
    ({ stories }) => `/backlog_items/${stories.getArtifactId(0)}`,
    withBoards,
  ),
  createMilestoneGet("491-milestone-burndown", "Sprint 13", "/burndown"),
  createGetReproduction("503-explicit-backlog", "admin", "/projects/102/backlog", withBoards),
];

const writeRows: readonly Reproduction[] = [
  createContentPatch("492-milestone-content-order", (_, [first, second]) => ({
    order: { ids: [second], direction: "before", compared_to: first },
  })),
  createContentPatch("493-milestone-content-order-out-of-bounds", async (context, [first]) => ({
    order: { ids: [(await loadContent(context, "Sprint 14"))[0]], direction: "before", compared_to: first },
  })),
  createContentPatch("494-milestone-content-move-between", async (context, [first]) => {
    const [id] = await loadContent(context, "Sprint 14");
    return {
      add: [{ id, remove_from: await loadSprint(context, "Sprint 14") }],
      order: { ids: [id], direction: "after", compared_to: first },
    };
  }),
  createContentPatch("496-milestone-content-add-planned-elsewhere", async (context) => ({
    add: [{ id: (await loadContent(context, "Sprint 14"))[0] }],
  })),
  createContentPatch("497-milestone-content-add-unknown", () => ({ add: [{ id: 999_999 }] })),
  createContentPatch("498-sprint-content-add", async (context) => ({
    add: [{ id: (await loadItemIds(context, "/projects/101/backlog"))[0] }],
  })),
  createReproduction(
    "499-sprint-content-back-to-release-backlog",
    "admin",
    "PATCH",
    createMilestonePath(projects.releases, "Spring 2026", "/backlog"),
    {
      ...withBoards,
      body: async (_: unknown, context: ReproductionContext) => {
        const [id] = await loadContent(context, "Sprint 13");
        const release = await loadSprint(context, "Spring 2026");
        const [other] = await loadItemIds(context, `/milestones/${release}/backlog`);
        return {
          add: [{ id, remove_from: await loadSprint(context) }],
          order: { ids: [id], direction: "before", compared_to: other },
        };
      },
    },
  ),
  createReproduction("500-release-content-to-project-backlog", "admin", "PATCH", "/projects/101/backlog", {
    ...withBoards,
    body: async (_: unknown, context: ReproductionContext) => ({
      add: [
        {
          id: (await loadContent(context, "Summer 2026"))[0],
          remove_from: await loadSprint(context, "Summer 2026"),
        },
      ],
    }),
  }),
  createReproduction(
    "501-milestone-order-not-member",
    "outsider",
    "PATCH",
    createMilestonePath(projects.versions, "2.4", "/content"),
    {
      ...withBoards,
      ...sameBody,
      body: { order: { ids: [1], direction: "before", compared_to: 2 } },
    },
  ),
  createReproduction("502-explicit-backlog-add", "admin", "PATCH", "/projects/102/backlog", {
    ...withBoards,
    body: ({ bugs }: SimulatorData) => ({ add: [{ id: bugs.getArtifactId(0) }] }),
  }),
];

export const milestoneRows: readonly Reproduction[] = [...readRows, ...writeRows];
