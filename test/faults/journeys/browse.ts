// From a site down to the values of an artifact.
import type { Project } from "../../../src/model/project.ts";
import type { TrackerSummary } from "../../../src/model/tracker.ts";
import type { ArtifactList } from "../../../src/store/queries/lists.ts";
import { openTides } from "../buoys.ts";
import type { Journey } from "../journey.ts";
import { ensure } from "../rule.ts";
import type { Scene } from "../scene.ts";

interface Shown {
  readonly projects: readonly Project[];
  readonly trackers: readonly TrackerSummary[];
  readonly rows: readonly number[];
  readonly fields: readonly number[];
  /** What is not told to be cut off, out of date or out of reach. */
  readonly whole: ReadonlySet<"projects" | "trackers" | "rows" | "fields">;
}

interface ListState {
  readonly trouble: unknown;
  readonly hasMore: boolean;
  readonly asOf: number | undefined;
}

function isWhole({ trouble, hasMore, asOf }: ListState): boolean {
  return trouble === undefined && !hasMore && asOf === undefined;
}

function isListWhole({ opened, failure }: ArtifactList): boolean {
  return opened?.kind === "found" && failure === undefined && isWhole(opened.found);
}

async function browse(scene: Scene, known: Shown | undefined): Promise<Shown> {
  const { siteCatalog, lists, site } = scene.window;
  const whole = new Set<"projects" | "trackers" | "rows" | "fields">();
  siteCatalog.invalidate();
  await siteCatalog.memberProjects.loadUntil(() => false);
  await siteCatalog.allProjects.loadUntil(() => false);
  if (isWhole(siteCatalog.allProjects)) whole.add("projects");
  const projects = siteCatalog.allProjects.items.filter((item) => item.kind === "project");
  const project = [...projects, ...(known?.projects ?? [])].find(({ id }) => id === openTides);
  if (project === undefined) return { projects, trackers: [], rows: [], fields: [], whole };
  const listing = siteCatalog.trackers(project);
  await listing.loadUntil(() => false);
  if (isWhole(listing)) whole.add("trackers");
  const trackers = listing.items.filter((item) => item.kind === "tracker");
  const tracker = [...trackers, ...(known?.trackers ?? [])].find(({ id }) => id === scene.tracker.id);
  if (tracker === undefined) return { projects, trackers, rows: [], fields: [], whole };
  const list = lists.tracker(site, tracker, false);
  await list.load(scene.tracker.artifactIds.length);
  if (isListWhole(list)) whole.add("rows");
  const rows = list.rows().flatMap((row) => (row.kind === "artifact" ? [row] : []));
  const [row] = rows;
  const values = row && siteCatalog.fields(row);
  await values?.loadUntil(() => false);
  if (values !== undefined && isWhole(values)) whole.add("fields");
  const fields = (values?.items ?? []).flatMap((item) => (item.kind === "entry" ? [item.fieldId] : []));
  return { projects, trackers, rows: rows.map(({ id }) => id), fields, whole };
}

function missingIn<T>(all: readonly T[], shown: readonly T[]): readonly T[] {
  return all.filter((each) => !shown.includes(each));
}

export const browsing: Journey = async (scene) => {
  const known = await browse(scene, undefined);
  ensure(known.whole.size === 4, "whole", "not even at first");
  await scene.openAnother("after closing");
  const id = scene.artifact(3);
  scene.meanwhile = () => scene.theyMove(id, scene.token("cliff"));
  let shown: Shown = known;

  function lookAt({ whole, projects, trackers, rows, fields }: Shown): void {
    const missing = {
      projects: missingIn(
        known.projects.map((each) => each.id),
        projects.map((each) => each.id),
      ),
      trackers: missingIn(
        known.trackers.map((each) => each.id),
        trackers.map((each) => each.id),
      ),
      rows: missingIn(scene.tracker.artifactIds, rows),
      fields: missingIn(known.fields, fields),
    };
    for (const what of whole) {
      ensure(missing[what].length === 0, "whole", `${what} are shown without ${missing[what].join()}`);
    }
    const invented = missingIn(rows, scene.tracker.artifactIds);
    ensure(invented.length === 0, "whole", `rows are shown that there are not: ${invented.join()}`);
  }

  return {
    act: async () => {
      shown = await browse(scene, known);
    },
    look: () => Promise.resolve(lookAt(shown)),
    goOn: async () => {
      scene.window.hope();
      shown = await browse(scene, known);
      const untold = missingIn(["projects", "trackers", "rows", "fields"] as const, [...shown.whole]);
      ensure(untold.length === 0, "answered", `${untold.join()} can't be read`);
    },
  };
};
