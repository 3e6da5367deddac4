// The tools that create, change and comment on artifacts, each after a confirmation by the user.
import * as vscode from "vscode";
import { artifactWebPath } from "../../model/artifact.ts";
import {
  type ToolResponse,
  formatJsonMemberPerLine,
  toArtifactRowJson,
} from "../../model/assist/toolResponse.ts";
import { type ChangedFormField, formatInputForConfirmation } from "../../model/assist/changeProposal.ts";
import {
  type ToolInputParseResult,
  parseCommentToolInput,
  parseCreateToolInput,
  type UpdateToolInput,
  parseUpdateToolInput,
} from "../../model/assist/toolInput.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import {
  type ChangePlanOutcome,
  executePlan,
  type ChangePlan,
  planCreation,
  type ChangePlanResult,
  planUpdate,
} from "../../store/assist/changePlan.ts";
import type { ArtifactSnapshot, ArtifactSnapshots } from "../../store/assist/artifactSnapshots.ts";
import { monotonicClock } from "../../store/monotonicClock.ts";
import { toPageUrl } from "../../store/sites.ts";
import { ArtifactLoader } from "../../store/triage/artifactLoader.ts";
import { type ConfirmChange, createChangeConfirmationPrompt } from "./confirmChange.ts";
import {
  toFailureResponse,
  toProblemResponse,
  getToolInputOrThrow,
  getNamedOrOnlySite,
  ToolError,
  type AssistantTool,
} from "./assistantTool.ts";

/** Limits the list on servers that don't report creation times, where all artifacts are candidates. */
const maxCandidates = 20;
const notSentText = "Nothing was saved.";

function toStaleResponse(changed: readonly ChangedFormField[]): ToolResponse {
  const message = `The artifact was changed since you read it. ${notSentText} Read it again before you propose a change.`;
  if (changed.length === 0) return { message: `${message} None of the fields that you read has changed.` };
  const fields = changed.map(({ label, before, after }) => ({
    field: label,
    before: formatInputForConfirmation(before),
    now: formatInputForConfirmation(after),
  }));
  return { message: `${message} These fields have changed:`, serverData: formatJsonMemberPerLine(fields) };
}

function toRejectedResponse(
  { failure, field }: ChangePlanOutcome & { kind: "rejected" },
  site: string,
): ToolResponse {
  const { message, serverData = "" } = toFailureResponse(failure, site);
  return {
    message,
    serverData: field === undefined ? serverData : `${serverData}\n${formatJsonMemberPerLine([{ field }])}`,
  };
}

function unwrapPlan(result: ChangePlanResult): ChangePlan {
  switch (result.kind) {
    case "plan":
      return result;
    case "stale":
      throw new ToolError(toStaleResponse(result.changed));
    case "noVersion":
      throw new ToolError({
        message: `The site doesn't report the version of this artifact, so tools can't change it. ${notSentText}`,
      });
    case "problem": {
      const { message, serverData } = toProblemResponse(result.problem);
      throw new ToolError({ message: `${message} ${notSentText}`, serverData });
    }
  }
}

function toDoneResponse({ subject, changes }: ChangePlan, artifactId: number, site: Site): ToolResponse {
  const page = toPageUrl(site.api, artifactWebPath(artifactId, undefined));
  if (subject.kind !== "artifact") return { message: `Artifact #${artifactId} was created: ${page}` };
  const isComment = changes.every(({ target }) => target === "comment");
  return {
    message: `${isComment ? "The comment was added to" : "The change was made in"} artifact #${artifactId}: ${page} Read it again before you change it further.`,
  };
}

/** Throws for every outcome except success. */
function toOutcomeResponse(plan: ChangePlan, outcome: ChangePlanOutcome): ToolResponse {
  const { site } = plan.loader.options;
  switch (outcome.kind) {
    case "done":
      return toDoneResponse(plan, outcome.artifactId, site);
    case "stale":
      throw new ToolError(toStaleResponse(outcome.changed));
    case "gone":
      throw new ToolError({ message: "The artifact was deleted, or the user doesn't have access to it." });
    case "rejected":
      throw new ToolError(toRejectedResponse(outcome, site.label));
    case "failed":
      throw new ToolError(toFailureResponse(outcome.failure, site.label));
    case "unknown":
      throw new ToolError({
        message:
          "The site didn't respond, and it is unknown whether the change was made. Don't call the tool again with the same input: " +
          "ask the user to check, or read the artifact. Artifacts that it may have created are listed below.",
        serverData: formatJsonMemberPerLine(
          outcome.candidates.slice(0, maxCandidates).map((row) => toArtifactRowJson(row, undefined)),
        ),
      });
  }
}

/** Shows a plan, and executes exactly this plan if the user accepts it. */
function createWriteTool(
  confirm: ConfirmChange,
  plan: (input: unknown, signal: AbortSignal) => Promise<ChangePlan>,
): AssistantTool {
  return {
    // No confirmation by VS Code: with auto-approval it would be skipped, and otherwise the user would be asked twice.
    prepare: () => Promise.resolve({ invocationMessage: vscode.l10n.t("Waiting for your confirmation") }),
    invoke: async (input, signal) => {
      const changePlan = await plan(input, signal);
      signal.throwIfAborted();
      const decision = await confirm(createChangeConfirmationPrompt(changePlan), signal);
      signal.throwIfAborted();
      if (decision === "declined") {
        throw new ToolError({
          message: `The user declined this. ${notSentText} Don't ask again unless they request it.`,
        });
      }
      return toOutcomeResponse(changePlan, await executePlan(changePlan));
    },
  };
}

function findSnapshot(
  { sites }: Pick<Services, "sites">,
  snapshots: ArtifactSnapshots,
  { artifact, revision }: UpdateToolInput,
): ArtifactSnapshot {
  const snapshot = snapshots.find(revision);
  const isValid = snapshot?.loaded.artifact.id === artifact && sites.find(snapshot.site.api) !== undefined;
  if (snapshot !== undefined && isValid) return snapshot;
  throw new ToolError({
    message: `"revision" isn't a recent revision of artifact #${artifact}. ${notSentText} Read the artifact, and use its revision.`,
  });
}

function createChangeTool(
  services: Pick<Services, "sites">,
  snapshots: ArtifactSnapshots,
  confirm: ConfirmChange,
  parse: (input: unknown) => ToolInputParseResult<UpdateToolInput>,
): AssistantTool {
  return createWriteTool(confirm, async (input, signal) => {
    const request = getToolInputOrThrow(parse(input));
    return unwrapPlan(await planUpdate(findSnapshot(services, snapshots, request), request, signal));
  });
}

export function createUpdateTool(
  services: Pick<Services, "sites">,
  snapshots: ArtifactSnapshots,
  confirm: ConfirmChange,
): AssistantTool {
  return createChangeTool(services, snapshots, confirm, parseUpdateToolInput);
}

export function createCommentTool(
  services: Pick<Services, "sites">,
  snapshots: ArtifactSnapshots,
  confirm: ConfirmChange,
): AssistantTool {
  return createChangeTool(services, snapshots, confirm, parseCommentToolInput);
}

export function createNewArtifactTool(
  { sites, catalog }: Pick<Services, "sites" | "catalog">,
  confirm: ConfirmChange,
): AssistantTool {
  return createWriteTool(confirm, async (input, signal) => {
    const request = getToolInputOrThrow(parseCreateToolInput(input));
    const site = getNamedOrOnlySite(sites, request.site);
    const loader = new ArtifactLoader({ site, catalog, clock: monotonicClock });
    return unwrapPlan(await planCreation(loader, request, signal));
  });
}
