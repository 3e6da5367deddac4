// The read-only tools: search, tracker, and artifact.
import * as vscode from "vscode";
import {
  type ToolResponse,
  toArtifactJson,
  formatJsonMemberPerLine,
  toArtifactRowJson,
  toTrackerJson,
} from "../../model/assist/toolResponse.ts";
import {
  parseReadToolInput,
  parseSearchToolInput,
  parseTrackerToolInput,
} from "../../model/assist/toolInput.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import { loadArtifactDetails, type ArtifactSnapshots } from "../../store/assist/artifactSnapshots.ts";
import {
  type ArtifactSearchResult,
  searchArtifacts,
  loadTrackersOfOwnProjects,
} from "../../store/assist/searchArtifacts.ts";
import { monotonicClock } from "../../store/monotonicClock.ts";
import { ArtifactLoader } from "../../store/triage/artifactLoader.ts";
import { failureText } from "../../vscode/failureText.ts";
import { queryProblemText } from "../../vscode/queryProblemText.ts";
import {
  toProblemResponse,
  getToolInputOrThrow,
  getNamedOrOnlySite,
  ToolError,
  type AssistantTool,
} from "./assistantTool.ts";

type FoundRows = Extract<ArtifactSearchResult, { kind: "rows" }>;

function formatFoundRows(
  { rows, hasMore, skippedTrackers, isOpenStateUnknown }: FoundRows,
  site: Site,
): ToolResponse {
  const sentences = [
    rows.length === 0 ? "No artifacts found." : `Artifacts found: ${rows.length}.`,
    ...(hasMore ? ["There are more results. Narrow the search to see them."] : []),
    ...(skippedTrackers.length > 0 ? ["Some trackers couldn't be searched. They are listed as gaps."] : []),
    ...(isOpenStateUnknown
      ? ["The site doesn't report which artifacts are open, so closed ones are included."]
      : []),
  ];
  const gaps = skippedTrackers.map(({ tracker, failure }) => ({
    tracker,
    why: failure === undefined ? undefined : failureText(failure, site.label),
  }));
  return {
    message: sentences.join(" "),
    serverData: formatJsonMemberPerLine({
      site: site.label,
      artifacts: rows.map((row) => toArtifactRowJson(row, row.tracker)),
      gaps: gaps.length > 0 ? gaps : undefined,
    }),
  };
}

function formatSearchResult(result: ArtifactSearchResult, site: Site): ToolResponse {
  switch (result.kind) {
    case "rows":
      return formatFoundRows(result, site);
    case "problem":
      throw new ToolError(toProblemResponse(result.problem));
    case "problems": {
      const { problems, tracker } = result;
      throw new ToolError({
        message:
          "The site doesn't support this search. Read the tracker to see how its fields can be searched.",
        serverData: formatJsonMemberPerLine(
          problems.map((problem) => queryProblemText(problem, site.label, tracker)),
        ),
      });
    }
    case "conditionsIgnored":
      throw new ToolError({
        message: "The site doesn't support this search. Remove some conditions.",
      });
    case "emptyRequest":
      throw new ToolError({
        message: 'Set "words", or a "tracker" with conditions.',
      });
  }
}

export function createSearchTool(
  services: Pick<Services, "sites" | "catalog" | "pinnedProjects" | "currentUser">,
): AssistantTool {
  return {
    prepare: () => Promise.resolve({ invocationMessage: vscode.l10n.t("Searching artifacts") }),
    invoke: async (input, signal) => {
      const request = getToolInputOrThrow(parseSearchToolInput(input));
      const site = getNamedOrOnlySite(services.sites, request.site);
      const result = await searchArtifacts({ ...services, now: () => new Date() }, site, request, signal);
      return formatSearchResult(result, site);
    },
  };
}

/** Without a tracker, lists the trackers. */
export function createTrackerInfoTool(
  services: Pick<Services, "sites" | "catalog" | "pinnedProjects">,
): AssistantTool {
  return {
    prepare: () => Promise.resolve({ invocationMessage: vscode.l10n.t("Loading trackers…") }),
    invoke: async (input, signal) => {
      const request = getToolInputOrThrow(parseTrackerToolInput(input));
      const site = getNamedOrOnlySite(services.sites, request.site);
      if (request.tracker !== undefined) {
        const tracker = await services.catalog.getSite(site).loadTracker(request.tracker);
        signal.throwIfAborted();
        return {
          message: "The tracker. Other tools refer to fields by their labels.",
          serverData: formatJsonMemberPerLine({ site: site.label, ...toTrackerJson(tracker) }),
        };
      }
      const projects = await loadTrackersOfOwnProjects(services, site, signal);
      signal.throwIfAborted();
      return {
        message: "The trackers of the user's projects. Other tools refer to a tracker by its ID.",
        serverData: formatJsonMemberPerLine({
          site: site.label,
          projects: projects.map(({ project, trackers, failure }) => ({
            project: project.label,
            trackers: trackers.map(({ id, label }) => ({ tracker: id, label })),
            why: failure === undefined ? undefined : failureText(failure, site.label),
          })),
        }),
      };
    },
  };
}

export function createReadTool(
  services: Pick<Services, "sites" | "catalog">,
  snapshots: ArtifactSnapshots,
): AssistantTool {
  return {
    prepare: (input) => {
      const { artifact } = getToolInputOrThrow(parseReadToolInput(input));
      return Promise.resolve({ invocationMessage: vscode.l10n.t("Reading artifact #{0}", artifact) });
    },
    invoke: async (input, signal) => {
      const request = getToolInputOrThrow(parseReadToolInput(input));
      const site = getNamedOrOnlySite(services.sites, request.site);
      const loader = new ArtifactLoader({ site, catalog: services.catalog, clock: monotonicClock });
      const target = { row: { id: request.artifact }, trackerId: request.tracker };
      const { loaded, history, hasOlder, linkedRows } = await loadArtifactDetails(loader, target, signal);
      const { artifact, base } = loaded;
      const revision = snapshots.add({ site, loader, loaded });
      const sentences = [
        `Artifact #${artifact.id}, revision ${revision}. Pass this revision when you change it or comment on it.`,
        ...(base.tracker.id === undefined
          ? [
              'The site doesn\'t report the tracker of this artifact. Set "tracker" to get what its fields accept.',
            ]
          : []),
      ];
      return {
        message: sentences.join(" "),
        serverData: formatJsonMemberPerLine({
          site: site.label,
          ...toArtifactJson({ artifact, form: base.form, history, hasOlder, linked: linkedRows }),
          tracker: base.tracker,
        }),
      };
    },
  };
}
