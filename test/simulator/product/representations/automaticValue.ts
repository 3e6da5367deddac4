import { formatIsoDate, type TimeZone } from "../../clock.ts";
import type { Json } from "../../http/json.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { AutomaticType } from "../../state/field.ts";
import type { Viewer } from "../../state/user.ts";
import type { ServerState } from "../../state/serverState.ts";
import { representCrossReferences } from "./links.ts";
import { representUser } from "./user.ts";

/** Values that the server sets itself. */
export function representAutomaticValue(
  artifact: Artifact,
  type: AutomaticType,
  viewer: Viewer,
  server: ServerState,
  zone: TimeZone,
): Json | undefined {
  switch (type) {
    case "aid":
      return artifact.id;
    case "priority":
      return server.ranks.getRank(artifact.id);
    case "atid":
      return artifact.numberInTracker;
    case "subby":
      return representUser(server.users.get(artifact.submittedBy));
    case "luby":
      return representUser(server.users.get(artifact.updatedBy));
    case "subon":
      return formatIsoDate(artifact.submittedOn, zone);
    case "lud":
      return formatIsoDate(artifact.updatedOn, zone);
    case "cross":
      return representCrossReferences(artifact, viewer, server);
    case "burndown":
      return {
        duration: 10,
        capacity: null,
        points: [],
        is_under_calculation: false,
        opening_days: [1, 2, 3, 4, 5],
        points_with_date: [],
        label: null,
      };
  }
}
