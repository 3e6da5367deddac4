// An assistant at a simulated server: it reads, and asks for changes.
import assert from "node:assert/strict";
import { type ChangedField, shownInput } from "../../../../src/model/assist/intent.ts";
import type { FieldRequest, UpdateRequest } from "../../../../src/model/assist/request.ts";
import { type Carried, type Plan, type Planned, planUpdate } from "../../../../src/store/assist/plans.ts";
import { readArtifact, type Reading } from "../../../../src/store/assist/readings.ts";
import { signal, type TriageStage } from "../triage/triageStage.ts";

export function asked(field: string, ...values: readonly string[]): FieldRequest {
  return { field, how: "set", values, linkType: undefined };
}

export async function readingOf(
  { site, states }: TriageStage,
  artifactId: number,
  trackerId: number,
): Promise<Reading> {
  const { state } = await readArtifact(states, { row: { id: artifactId }, trackerId }, signal);
  return { site, states, state };
}

export function planned(
  reading: Reading,
  fields: readonly FieldRequest[],
  comment?: string,
): Promise<Planned> {
  const request: UpdateRequest = { artifact: reading.state.artifact.id, revision: "", fields, comment };
  return planUpdate(reading, request, signal);
}

export function thePlan(made: Planned): Plan {
  return made.kind === "plan" ? made : assert.fail(JSON.stringify(made));
}

function toldChanges(changed: readonly ChangedField[]): readonly (readonly string[])[] {
  return changed.map(({ label, before, after }) => [label, shownInput(before), shownInput(after)]);
}

/** In a few words. */
export function told(what: Planned | Carried): unknown {
  switch (what.kind) {
    case "stale":
      return ["stale", toldChanges(what.changed)];
    case "objection":
      return ["objection", what.objection.code];
    case "plan":
      return what.changes.map(({ label, before, after }) => [label, shownInput(before), shownInput(after)]);
    case "rejected":
      return ["rejected", what.failure.request.said, what.field];
    case "failed":
      return ["failed", what.failure.kind];
    default:
      return what.kind;
  }
}
