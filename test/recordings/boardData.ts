// IDs of the simulator's boards, which exist with its option `boards` only.
import type { ReproductionContext } from "./reproduction.ts";
import { toList, toObject } from "./rawJson.ts";

type RawObject = Readonly<Record<string, unknown>>;

async function loadList(context: ReproductionContext, path: string): Promise<readonly RawObject[]> {
  return toList(await context.sendFirst({ path })).map(toObject);
}

function findByLabel(items: readonly RawObject[], label: string): RawObject {
  const found = items.find((each) => each["label"] === label);
  if (found === undefined) throw new Error(`Nothing is called ${label}.`);
  return found;
}

/** The ID of a value of a tracker's list field. */
export async function loadValueId(
  context: ReproductionContext,
  trackerId: number,
  field: string,
  label: string,
): Promise<number> {
  const tracker = toObject(await context.sendFirst({ path: `/trackers/${trackerId}` }));
  const values = toList(tracker["fields"])
    .map(toObject)
    .filter((each) => each["name"] === field)
    .flatMap((each) => toList(each["values"]).map(toObject));
  return Number(findByLabel(values, label)["id"]);
}

/** The IDs of the items of a kanban: of the column with this status value, or of the backlog or the archive. */
export async function loadKanbanItems(
  context: ReproductionContext,
  kanbanId: number,
  column: number | "backlog" | "archive",
): Promise<readonly number[]> {
  const name = typeof column === "number" ? `items?column_id=${column}` : column;
  const { collection } = toObject(await context.sendFirst({ path: `/kanban/${kanbanId}/${name}` }));
  return toList(collection).map((each) => Number(toObject(each)["id"]));
}

/** A milestone of the project by its name, on the first or the second level. */
export async function loadMilestoneId(
  context: ReproductionContext,
  projectId: number,
  name: string,
): Promise<number> {
  const top = await loadList(context, `/projects/${projectId}/milestones?limit=50&fields=slim`);
  const below = await Promise.all(
    top.map(({ id }) => loadList(context, `/milestones/${String(id)}/milestones?limit=50&fields=slim`)),
  );
  return Number(findByLabel([...top, ...below.flat()], name)["id"]);
}

/** The IDs of what is planned in a milestone or still to be planned. */
export async function loadItemIds(context: ReproductionContext, path: string): Promise<readonly number[]> {
  return (await loadList(context, path)).map(({ id }) => Number(id));
}
