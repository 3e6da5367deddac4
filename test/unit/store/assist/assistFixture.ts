// Helpers for tests of assistant tools.
import assert from "node:assert/strict";
import {
  type ChangedFormField,
  formatInputForConfirmation,
} from "../../../../src/model/assist/changeProposal.ts";
import type { ToolFieldInput, UpdateToolInput } from "../../../../src/model/assist/toolInput.ts";
import {
  type ChangePlanOutcome,
  type ChangePlan,
  type ChangePlanResult,
  planUpdate,
} from "../../../../src/store/assist/changePlan.ts";
import {
  loadArtifactDetails,
  type ArtifactSnapshot,
} from "../../../../src/store/assist/artifactSnapshots.ts";
import { neverAborted, type TriageStoreFixture } from "../triage/triageStoreFixture.ts";

export function createFieldRequest(field: string, ...values: readonly string[]): ToolFieldInput {
  return { field, operation: "set", values, linkType: undefined };
}

export async function loadSnapshot(
  { site, artifactLoader: loader }: TriageStoreFixture,
  artifactId: number,
  trackerId: number,
): Promise<ArtifactSnapshot> {
  const { loaded } = await loadArtifactDetails(loader, { row: { id: artifactId }, trackerId }, neverAborted);
  return { site, loader, loaded };
}

export function planChange(
  snapshot: ArtifactSnapshot,
  fields: readonly ToolFieldInput[],
  comment?: string,
): Promise<ChangePlanResult> {
  const request: UpdateToolInput = { artifact: snapshot.loaded.artifact.id, revision: "", fields, comment };
  return planUpdate(snapshot, request, neverAborted);
}

export function requirePlan(result: ChangePlanResult): ChangePlan {
  return result.kind === "plan" ? result : assert.fail(JSON.stringify(result));
}

function summarizeChanges(fields: readonly ChangedFormField[]): readonly (readonly string[])[] {
  return fields.map(({ label, before, after }) => [
    label,
    formatInputForConfirmation(before),
    formatInputForConfirmation(after),
  ]);
}

export function summarizeResult(result: ChangePlanResult | ChangePlanOutcome): unknown {
  switch (result.kind) {
    case "stale":
      return ["stale", summarizeChanges(result.changed)];
    case "problem":
      return ["problem", result.problem.code];
    case "plan":
      return result.changes.map(({ label, before, after }) => [
        label,
        formatInputForConfirmation(before),
        formatInputForConfirmation(after),
      ]);
    case "rejected":
      return ["rejected", result.failure.request.serverMessage, result.field];
    case "failed":
      return ["failed", result.failure.kind];
    default:
      return result.kind;
  }
}
