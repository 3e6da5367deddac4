// What assistants may look at: artifacts that are found, one artifact, and what a tracker is like.
import * as vscode from "vscode";
import { type Answer, artifactFacts, factLines, rowFacts, trackerFacts } from "../../model/assist/facts.ts";
import { readRequest, searchRequest, trackerRequest } from "../../model/assist/request.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import { readArtifact, type Readings } from "../../store/assist/readings.ts";
import { type SearchFindings, searchFor, trackersAtHand } from "../../store/assist/search.ts";
import { ownTime } from "../../store/clock.ts";
import { States } from "../../store/triage/states.ts";
import { failureText } from "../../vscode/failureText.ts";
import { queryProblemText } from "../../vscode/queryProblemText.ts";
import { objectionAnswer, requested, siteMeant, Told, type Tool } from "./tool.ts";

type Found = Extract<SearchFindings, { kind: "rows" }>;

function foundAnswer({ rows, hasMore, gaps, isOpenUntold }: Found, site: Site): Answer {
  const own = [
    rows.length === 0 ? "Nothing was found." : `Artifacts found: ${rows.length}.`,
    ...(hasMore ? ["There are more: narrow the search to see others."] : []),
    ...(gaps.length > 0 ? ["Some trackers could not be searched: they are listed as gaps."] : []),
    ...(isOpenUntold ? ["The site does not tell which artifacts are open: closed ones are among them."] : []),
  ];
  const told = gaps.map(({ tracker, failure }) => ({
    tracker,
    why: failure === undefined ? undefined : failureText(failure, site.label),
  }));
  return {
    own: own.join(" "),
    data: factLines({
      site: site.label,
      artifacts: rows.map((row) => rowFacts(row, row.tracker)),
      gaps: told.length > 0 ? told : undefined,
    }),
  };
}

function searchAnswer(findings: SearchFindings, site: Site): Answer {
  switch (findings.kind) {
    case "rows":
      return foundAnswer(findings, site);
    case "objection":
      throw new Told(objectionAnswer(findings.objection));
    case "problems": {
      const { problems, tracker } = findings;
      throw new Told({
        own: "The site can't be asked this way. Ask for the tracker to see what its fields are searched by.",
        data: factLines(problems.map((problem) => queryProblemText(problem, site.label, tracker))),
      });
    }
    case "unheeded":
      throw new Told({ own: "The site can't answer this search: leave some of its conditions out." });
    case "nothingAsked":
      throw new Told({ own: 'Give "words" of a title, or a "tracker" and what its artifacts shall meet.' });
  }
}

export function searchTool(services: Pick<Services, "sites" | "catalog" | "pins" | "me">): Tool {
  return {
    prepare: () => Promise.resolve({ invocationMessage: vscode.l10n.t("Searching artifacts") }),
    invoke: async (input, signal) => {
      const request = requested(searchRequest(input));
      const site = siteMeant(services.sites, request.site);
      const findings = await searchFor({ ...services, now: () => new Date() }, site, request, signal);
      return searchAnswer(findings, site);
    },
  };
}

/** Without a tracker: which there are. */
export function trackerTool(services: Pick<Services, "sites" | "catalog" | "pins">): Tool {
  return {
    prepare: () => Promise.resolve({ invocationMessage: vscode.l10n.t("Looking at trackers") }),
    invoke: async (input, signal) => {
      const request = requested(trackerRequest(input));
      const site = siteMeant(services.sites, request.site);
      if (request.tracker !== undefined) {
        const tracker = await services.catalog.of(site).tracker(request.tracker);
        signal.throwIfAborted();
        return {
          own: "What the tracker is like. Fields are given to the other tools by their labels.",
          data: factLines({ site: site.label, ...trackerFacts(tracker) }),
        };
      }
      const projects = await trackersAtHand(services, site, signal);
      signal.throwIfAborted();
      return {
        own: "The trackers of the projects that the person works with. Other tools take a tracker by its number.",
        data: factLines({
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

export function readTool(services: Pick<Services, "sites" | "catalog">, readings: Readings): Tool {
  return {
    prepare: (input) => {
      const { artifact } = requested(readRequest(input));
      return Promise.resolve({ invocationMessage: vscode.l10n.t("Reading artifact #{0}", artifact) });
    },
    invoke: async (input, signal) => {
      const request = requested(readRequest(input));
      const site = siteMeant(services.sites, request.site);
      const states = new States({ site, catalog: services.catalog, time: ownTime });
      const meant = { row: { id: request.artifact }, trackerId: request.tracker };
      const { state, history, hasOlder, linked } = await readArtifact(states, meant, signal);
      const { artifact, base } = state;
      const revision = readings.keep({ site, states, state });
      const own = [
        `Artifact #${artifact.id}, revision ${revision}: give this revision when you change it or comment on it.`,
        ...(base.tracker.id === undefined
          ? [
              'The site does not say which tracker it is of: give "tracker" too, to be told what its fields take.',
            ]
          : []),
      ];
      return {
        own: own.join(" "),
        data: factLines({
          site: site.label,
          ...artifactFacts({ artifact, form: base.form, history, hasOlder, linked }),
          tracker: base.tracker,
        }),
      };
    },
  };
}
