import { isoDate, type TimeZone } from "../../clock.ts";
import type { Json } from "../../http/json.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { AutomaticType } from "../../state/field.ts";
import type { Viewer } from "../../state/people.ts";
import type { World } from "../../state/world.ts";
import { crossReferences } from "./links.ts";
import { user } from "./user.ts";

/** What the server itself keeps about an artifact. */
export function automaticValue(
  artifact: Artifact,
  type: AutomaticType,
  viewer: Viewer,
  world: World,
  zone: TimeZone,
): Json | undefined {
  switch (type) {
    case "aid":
    case "priority":
      return artifact.id;
    case "atid":
      return artifact.numberInTracker;
    case "subby":
      return user(world.people.get(artifact.submittedBy));
    case "luby":
      return user(world.people.get(artifact.updatedBy));
    case "subon":
      return isoDate(artifact.submittedOn, zone);
    case "lud":
      return isoDate(artifact.updatedOn, zone);
    case "cross":
      return crossReferences(artifact, viewer, world);
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
