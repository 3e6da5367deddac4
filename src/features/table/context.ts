import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import type { States } from "../../store/triage/states.ts";
import type { Layouts } from "./layouts.ts";
import type { ManyComments } from "./manyComments.ts";

/** What all tables share. */
export interface TableContext extends Services {
  readonly layouts: Layouts;
  readonly comments: ManyComments;
  readonly statesOf: (site: Site) => States;
}
