import type { Boundary } from "../platform/boundary.ts";
import type { Readings } from "../store/assist/readings.ts";
import type { Catalog } from "../store/catalog.ts";
import type { Pins } from "../store/pins.ts";
import type { Me } from "../store/queries/me.ts";
import type { Sites } from "../store/sites.ts";
import type { ConfirmWrite } from "./confirmation.ts";

export interface AssistDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly pins: Pins;
  readonly me: Me;
  readonly boundary: Boundary;
}

/** With what assistants have read so far, and the question before each write. */
export interface AssistWorld extends AssistDependencies {
  readonly confirm: ConfirmWrite;
  readonly readings: Readings;
}
