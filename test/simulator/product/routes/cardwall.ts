import { createForbiddenFieldsError } from "../../agile/moveItems.ts";
import type { Planning } from "../../agile/planning.ts";
import { getStatusChoices, getStatusField, getStatusId } from "../../agile/statusColumns.ts";
import { HttpError } from "../../http/httpError.ts";
import type { Json } from "../../http/json.ts";
import { createDataResponse, createEmptyResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { requireViewer } from "../../http/route.ts";
import type { Route, RouteCall } from "../../http/route.ts";
import { canUpdate } from "../../state/access.ts";
import type { Artifact } from "../../state/artifact.ts";
import { toBodyObject, requireValues } from "../../write/requestBody.ts";
import { updateArtifact } from "../../write/updateArtifact.ts";
import { requireArtifact, requireMilestone } from "../access.ts";
import { requireText } from "../bodyParameters.ts";
import { representCardwall } from "../representations/card.ts";
import { writeRules } from "../writeRules.ts";

const allow = "OPTIONS, GET";
const cardAllow = "OPTIONS, PUT";

export const cardwallRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/milestones/{id}/cardwall",
    allow,
    handle: (call) => {
      const milestone = requireMilestone(call, call.getNumberParameter("id"));
      const { cardwall } = milestone.planning;
      if (cardwall === undefined) throw new HttpError(404);
      return createDataResponse(representCardwall(milestone, cardwall, call.viewer, call.server), [
        "Allow",
        allow,
      ]);
    },
  },
  { method: "PUT", path: "/cards/{id:text}", allow: cardAllow, credentials: "required", handle: putCard },
];

/** An update of title, status and values. Ignores preconditions, and fails if nothing changes. */
function putCard(call: RouteCall): RouteResponse {
  const { server } = call;
  const label = requireText(call, "label");
  const values = requireValues(call.body);
  const { column_id: columnId = null } = toBodyObject(call.body);
  const [, planningId, artifactId] = /^(\d+)_(\d+)$/.exec(call.getPathParameter("id:text")) ?? [];
  const planning = server.plannings.find(Number(planningId));
  if (planning === undefined) throw new HttpError(404);
  const artifact = requireArtifact(call, Number(artifactId));
  const { title } = artifact.tracker.semantics;
  const status = getStatusField(artifact.tracker);
  const statusId = findStatusId(artifact, planning, columnId);
  if (!canUpdate(call.viewer, artifact.tracker)) {
    const written = [statusId === undefined ? undefined : status, title];
    throw createForbiddenFieldsError(written.flatMap((field) => field ?? []));
  }
  const update: readonly Json[] = [
    ...values,
    ...(title === undefined ? [] : [{ field_id: title.id, value: label }]),
    ...(status === undefined || statusId === undefined
      ? []
      : [{ field_id: status.id, bind_value_ids: [statusId] }]),
  ];
  const updated = updateArtifact(server, requireViewer(call), artifact, { values: update }, writeRules);
  if (updated.version === artifact.version) throw createNoChangesError(artifact);
  return createEmptyResponse(200, ["Allow", cardAllow]);
}

/** The value of a column; `undefined` for a column that has none for the artifact, which changes nothing. */
function findStatusId(artifact: Artifact, { cardwall }: Planning, columnId: Json): number | undefined {
  const current = getStatusId(artifact);
  const mapped = getStatusChoices(artifact.tracker).filter(
    ({ id }) => cardwall?.columnIds.get(id) === columnId,
  );
  return (mapped.find(({ id }) => id === current) ?? mapped[0])?.id;
}

function createNoChangesError({ id, tracker }: Artifact): HttpError {
  const link = `<a class="direct-link-to-artifact" href="/plugins/tracker/?aid=${id}">${tracker.itemName} #${id}</a>`;
  return new HttpError(400, `No changes for artifact ${link}`);
}
