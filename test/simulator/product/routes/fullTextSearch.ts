import { isObject } from "../../http/json.ts";
import type { JsonObject } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { HttpError } from "../../http/httpError.ts";
import { parsePage } from "../../http/queryParameters.ts";
import { requireViewer } from "../../http/route.ts";
import type { Route, RouteCall } from "../../http/route.ts";
import { foldCaseAndAccents } from "../../query/valueCriteria.ts";
import { canReadField } from "../../state/access.ts";
import type { Artifact } from "../../state/artifact.ts";
import { getReadableArtifacts, slicePage } from "../../state/listArtifacts.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { representSearchEntry } from "../representations/visit.ts";

const allow = "OPTIONS, POST";
const max = 50;
const minKeywordsLength = 3;

/** Only servers with a full-text back end have this route. */
export const fullTextSearchRoutes: readonly Route[] = [
  { method: "POST", path: "/search", allow, credentials: "required", handle: search },
];

function search(call: RouteCall): RouteResponse {
  const { query, server } = call;
  const page = parsePage(query, { defaultValue: max, min: 1, max });
  const words = foldCaseAndAccents(requireKeywords(call)).split(/\s+/);
  const viewer = requireViewer(call);
  const found = [...server.trackers.values()]
    .flatMap((tracker) => getReadableArtifacts(server, viewer, tracker))
    .filter((artifact) => {
      const text = foldCaseAndAccents(collectTexts(artifact, call).join("\n"));
      return words.every((word) => text.includes(word));
    });
  const { items, size } = slicePage(found, page);
  return createDataResponse(
    items.map(representSearchEntry),
    ["Allow", allow],
    ...createPaginationHeaders(page, size, max),
  );
}

function requireKeywords({ body }: RouteCall): string {
  const parameter = isObject(body) ? body["search_query"] : undefined;
  if (parameter === undefined) throw new HttpError(400, "`search_query` is required.");
  const { keywords }: JsonObject = isObject(parameter) ? parameter : {};
  if (typeof keywords !== "string") throw new HttpError(400, "`keywords` is missing.");
  if (keywords.trim().length < minKeywordsLength) {
    throw new HttpError(400, `Invalid value specified for \`keywords\`.`);
  }
  return keywords.trim();
}

/** Text fields, and comments that everyone can read. */
function collectTexts(artifact: Artifact, { server, viewer }: RouteCall): readonly string[] {
  const { fields, project } = artifact.tracker;
  const values = fields
    .filter((field) => canReadField(viewer, field, project))
    .map((field) => artifact.getValue(field));
  const comments = server.artifacts.getChangesets(artifact.id).map(({ comment }) => comment);
  return [
    ...values.flatMap((value) =>
      value?.kind === "string" ? value.text : value?.kind === "text" ? value.source : [],
    ),
    ...comments.flatMap((comment) =>
      comment === undefined || comment.visibleTo !== undefined ? [] : comment.body,
    ),
  ];
}
