// Queries over several trackers. Servers without this route answer with 404.
import * as z from "zod";
import type { CollectionPage } from "../model/collectionPage.ts";
import { UnexpectedResponse } from "../model/failure.ts";
import { toElements } from "../model/fields/readWireValue.ts";
import {
  type CrossTrackerColumn,
  type CrossTrackerQuery,
  type CrossTrackerRow,
  formatCrossTrackerQuery,
  maxCrossTrackerPageSize,
} from "../model/query/crossTracker.ts";
import { removeUsername } from "../model/user.ts";
import type { LabeledId } from "../model/valueTypes.ts";
import type { PageOptions } from "./artifactLists.ts";
import { integerSchema, lenientTextSchema, unknownSchema } from "./format/wireSchemas.ts";
import type { HttpClient } from "./network/httpClient.ts";
import { parseCount, undefinedIfNotFound } from "./pagination.ts";

const resultSchema = z.object({ artifacts: z.array(z.unknown()) });
const artifactCellSchema = z.object({ id: integerSchema, uri: lenientTextSchema });
const rowSchema = z.looseObject({ "@artifact": artifactCellSchema });
const valueCellSchema = z.object({ value: unknownSchema });
const titleCellSchema = z.object({ title: lenientTextSchema });
const nameCellSchema = z.object({ name: lenientTextSchema, color: lenientTextSchema });
const labelSchema = z.object({ label: lenientTextSchema });
const userSchema = z.object({ display_name: lenientTextSchema, user_url: lenientTextSchema });

/** Users have no ID here, but their user name: in the path of their page, and after their real name. */
function readUser(cell: unknown): LabeledId | undefined {
  const { display_name: name, user_url: page } = userSchema.safeParse(cell).data ?? {};
  if (name === undefined) return undefined;
  const username = page?.split("/").at(-1);
  return username === undefined
    ? { id: name, label: name }
    : { id: username, label: removeUsername(name, username) };
}

function toRow(wire: z.infer<typeof rowSchema>): CrossTrackerRow {
  const getCell = (column: CrossTrackerColumn): unknown => wire[column];
  const getValue = (column: CrossTrackerColumn): unknown =>
    valueCellSchema.safeParse(getCell(column)).data?.value;
  const getText = (column: CrossTrackerColumn): string | undefined =>
    lenientTextSchema.parse(getValue(column));
  const { id, uri } = wire["@artifact"];
  const statuses = toElements(getValue("@status")).flatMap(
    (each) => labelSchema.safeParse(each).data?.label ?? [],
  );
  const tracker = nameCellSchema.safeParse(getCell("@tracker.name")).data;
  return {
    kind: "artifact",
    id,
    title: titleCellSchema.safeParse(getCell("@pretty_title")).data?.title,
    status: statuses[0],
    isOpen: undefined,
    page: uri,
    assignees: toElements(getValue("@assigned_to")).flatMap((each) => readUser(each) ?? []),
    submittedBy: readUser(getCell("@submitted_by")),
    submittedOn: getText("@submitted_on"),
    modifiedOn: getText("@last_update_date"),
    modifiedBy: readUser(getCell("@last_update_by"))?.label,
    tracker:
      tracker?.name === undefined ? undefined : { id: undefined, label: tracker.name, color: tracker.color },
    project: nameCellSchema.safeParse(getCell("@project.name")).data?.name,
  };
}

/** `undefined` if the server has no such route. The total includes artifacts that the user can't read. */
export async function fetchCrossTrackerPage(
  http: HttpClient,
  query: CrossTrackerQuery | string,
  { offset, limit = maxCrossTrackerPageSize, signal }: PageOptions,
): Promise<CollectionPage<CrossTrackerRow> | undefined> {
  const parameters = {
    limit: Math.min(limit, maxCrossTrackerPageSize),
    offset,
    query: JSON.stringify({ tql_query: formatCrossTrackerQuery(query) }),
  };
  const response = await undefinedIfNotFound(
    http.send({ uri: "crosstracker_query/content", parameters, signal }),
  );
  if (response === undefined) return undefined;
  const result = resultSchema.safeParse(response.body);
  if (!result.success) throw new UnexpectedResponse(response.request, "shape", result.error);
  const { artifacts } = result.data;
  const total = parseCount(response.header("x-pagination-size"));
  const nextOffset = offset + parameters.limit;
  const respondedAt = Date.parse(response.header("date") ?? "");
  return {
    items: artifacts.map((element, index) => {
      const row = rowSchema.safeParse(element);
      return row.success ? toRow(row.data) : { kind: "unreadable", position: offset + index, id: undefined };
    }),
    // A page without readable artifacts is the end, and has a total of zero.
    nextOffset: artifacts.length > 0 && total !== undefined && nextOffset < total ? nextOffset : undefined,
    total,
    ...(Number.isNaN(respondedAt) ? {} : { respondedAt }),
    ...(response.asOf === undefined ? {} : { asOf: response.asOf }),
  };
}
