// Browsing from a site to the field values of an artifact.
import type { Project } from "../../../src/model/project.ts";
import type { TrackerSummary } from "../../../src/model/tracker.ts";
import type { ArtifactList } from "../../../src/store/queries/artifactLists.ts";
import { openTidesProjectId } from "../faultTracker.ts";
import type { Scenario } from "../scenario.ts";
import { assertInvariant } from "../invariant.ts";
import type { ScenarioContext } from "../scenarioContext.ts";

/** A tracker whose artifacts are open or closed. */
const bugsTrackerId = 11;

const browseParts = ["projects", "trackers", "rows", "openRows", "fields"] as const;

type BrowsePart = (typeof browseParts)[number];

interface BrowseResult {
  readonly projects: readonly Project[];
  readonly trackers: readonly TrackerSummary[];
  readonly rows: readonly number[];
  /** The newest open rows of another tracker. */
  readonly openRows: readonly number[];
  readonly fields: readonly number[];
  /** Parts that are shown without a failure or an age and, unless only the newest are wanted, without a next page. */
  readonly completeParts: ReadonlySet<BrowsePart>;
}

interface ListState {
  readonly lastFailure: unknown;
  readonly hasMore: boolean;
  readonly asOf: number | undefined;
}

function isComplete({ lastFailure, hasMore, asOf }: ListState): boolean {
  return lastFailure === undefined && !hasMore && asOf === undefined;
}

function isListComplete({ opened, failure }: ArtifactList): boolean {
  return opened?.kind === "found" && failure === undefined && isComplete(opened.list);
}

function isStartComplete({ opened, failure }: ArtifactList): boolean {
  if (opened?.kind !== "found" || failure !== undefined) return false;
  const { lastFailure, asOf } = opened.list;
  return isComplete({ lastFailure, hasMore: false, asOf });
}

function getRowIds(list: ArtifactList): readonly number[] {
  return list.rows().flatMap((row) => (row.kind === "artifact" ? [row.id] : []));
}

async function browse(context: ScenarioContext, earlier: BrowseResult | undefined): Promise<BrowseResult> {
  const { siteCatalog, lists, site } = context.window;
  const completeParts = new Set<BrowsePart>();
  siteCatalog.invalidate();
  await siteCatalog.memberProjects.loadUntil(() => false);
  await siteCatalog.allProjects.loadUntil(() => false);
  if (isComplete(siteCatalog.allProjects)) completeParts.add("projects");
  const projects = siteCatalog.allProjects.items.filter((item) => item.kind === "project");
  const project = [...projects, ...(earlier?.projects ?? [])].find(({ id }) => id === openTidesProjectId);
  const nothing = { trackers: [], rows: [], openRows: [], fields: [] };
  if (project === undefined) return { ...nothing, projects, completeParts };
  const trackerList = siteCatalog.trackers(project);
  await trackerList.loadUntil(() => false);
  if (isComplete(trackerList)) completeParts.add("trackers");
  const trackers = trackerList.items.filter((item) => item.kind === "tracker");
  const findTracker = (trackerId: number): TrackerSummary | undefined =>
    [...trackers, ...(earlier?.trackers ?? [])].find(({ id }) => id === trackerId);
  const [tracker, bugs] = [findTracker(context.tracker.id), findTracker(bugsTrackerId)];
  if (tracker === undefined || bugs === undefined) {
    return { ...nothing, projects, trackers, completeParts };
  }
  const list = lists.getTrackerList(site, tracker, false);
  await list.load(context.tracker.artifactIds.length);
  if (isListComplete(list)) completeParts.add("rows");
  const rows = list.rows().flatMap((row) => (row.kind === "artifact" ? [row] : []));
  const [row] = rows;
  const values = row && siteCatalog.fieldValues(row);
  await values?.loadUntil(() => false);
  if (values !== undefined && isComplete(values)) completeParts.add("fields");
  const fields = (values?.items ?? []).flatMap((item) => (item.kind === "entry" ? [item.fieldId] : []));
  const openList = lists.getTrackerList(site, bugs, true);
  await openList.load();
  if (isStartComplete(openList)) completeParts.add("openRows");
  const [rowIds, openRows] = [getRowIds(list), getRowIds(openList)];
  return { projects, trackers, rows: rowIds, openRows, fields, completeParts };
}

function findMissing<T>(all: readonly T[], shown: readonly T[]): readonly T[] {
  return all.filter((item) => !shown.includes(item));
}

export const browseScenario: Scenario = async (context) => {
  const expected = await browse(context, undefined);
  assertInvariant(
    expected.completeParts.size === browseParts.length,
    "complete",
    "not complete without faults",
  );
  await context.openNextWindow("after closing");
  const id = context.getArtifactId(3);
  context.changeConcurrently = () => context.changeAsOther(id, context.createToken("cliff"));
  let shown: BrowseResult = expected;

  function checkResult(result: BrowseResult): void {
    const { completeParts, projects, trackers, rows, openRows, fields } = result;
    const missing = {
      projects: findMissing(
        expected.projects.map(({ id }) => id),
        projects.map(({ id }) => id),
      ),
      trackers: findMissing(
        expected.trackers.map(({ id }) => id),
        trackers.map(({ id }) => id),
      ),
      rows: findMissing(context.tracker.artifactIds, rows),
      // How many are shown first depends on the request that loaded them.
      openRows: findMissing(
        expected.openRows.filter((rowId) => rowId >= (openRows.at(-1) ?? 0)),
        openRows,
      ),
      fields: findMissing(expected.fields, fields),
    };
    for (const part of completeParts) {
      assertInvariant(
        missing[part].length === 0,
        "complete",
        `${part} are shown without ${missing[part].join()}`,
      );
    }
    const unknownRows = findMissing(rows, context.tracker.artifactIds);
    assertInvariant(unknownRows.length === 0, "complete", `unknown rows are shown: ${unknownRows.join()}`);
  }

  return {
    run: async () => {
      shown = await browse(context, expected);
    },
    check: () => Promise.resolve(checkResult(shown)),
    recover: async () => {
      context.window.allowNextRequest();
      shown = await browse(context, expected);
      const incomplete = findMissing(browseParts, [...shown.completeParts]);
      assertInvariant(incomplete.length === 0, "recovers", `${incomplete.join()} can't be loaded`);
    },
  };
};
