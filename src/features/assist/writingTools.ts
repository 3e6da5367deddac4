// What assistants may write, each time after a person has seen it: new artifacts, changes of those that were read, comments.
import * as vscode from "vscode";
import { artifactPage } from "../../model/artifact.ts";
import { type Answer, factLines, rowFacts } from "../../model/assist/facts.ts";
import { type ChangedField, shownInput } from "../../model/assist/intent.ts";
import {
  type Checked,
  commentRequest,
  createRequest,
  type UpdateRequest,
  updateRequest,
} from "../../model/assist/request.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import {
  type Carried,
  carryOut,
  type Plan,
  planCreation,
  type Planned,
  planUpdate,
} from "../../store/assist/plans.ts";
import type { Reading, Readings } from "../../store/assist/readings.ts";
import { ownTime } from "../../store/clock.ts";
import { pageAddress } from "../../store/sites.ts";
import { States } from "../../store/triage/states.ts";
import { type ConfirmWrite, questionAbout } from "./confirmation.ts";
import { failureAnswer, objectionAnswer, requested, siteMeant, Told, type Tool } from "./tool.ts";

/** Servers that don't tell when something was made can't tell either what was made just now. */
const mostCandidates = 20;
const notSent = "Nothing was sent.";

function staleAnswer(changed: readonly ChangedField[]): Answer {
  const own = `Somebody has written to the artifact since you read it. ${notSent} Read it again, and ask for what is still wanted.`;
  if (changed.length === 0) return { own: `${own} No field that can be told of has changed.` };
  const fields = changed.map(({ label, before, after }) => ({
    field: label,
    before: shownInput(before),
    now: shownInput(after),
  }));
  return { own: `${own} These fields have changed:`, data: factLines(fields) };
}

function rejectedAnswer({ failure, field }: Carried & { kind: "rejected" }, site: string): Answer {
  const { own, data = "" } = failureAnswer(failure, site);
  return { own, data: field === undefined ? data : `${data}\n${factLines([{ field }])}` };
}

function planIn(planned: Planned): Plan {
  switch (planned.kind) {
    case "plan":
      return planned;
    case "stale":
      throw new Told(staleAnswer(planned.changed));
    case "noRevision":
      throw new Told({
        own: `The site does not name the states of this artifact, so nothing is changed by assistants there. ${notSent}`,
      });
    case "objection": {
      const { own, data } = objectionAnswer(planned.objection);
      throw new Told({ own: `${own} ${notSent}`, data });
    }
  }
}

function doneAnswer({ subject, changes }: Plan, artifactId: number, site: Site): Answer {
  const page = pageAddress(site.api, artifactPage(artifactId, undefined));
  if (subject.kind !== "artifact") return { own: `Artifact #${artifactId} was created: ${page}` };
  const isComment = changes.every(({ target }) => target === "comment");
  return {
    own: `${isComment ? "The comment was added to" : "The change was made in"} artifact #${artifactId}: ${page} Read it again before you change it further.`,
  };
}

/** What came of a plan; all but success is thrown. */
function outcome(plan: Plan, carried: Carried): Answer {
  const { site } = plan.states.world;
  switch (carried.kind) {
    case "done":
      return doneAnswer(plan, carried.artifactId, site);
    case "stale":
      throw new Told(staleAnswer(carried.changed));
    case "gone":
      throw new Told({ own: "The artifact is no longer there, or hidden from the person." });
    case "rejected":
      throw new Told(rejectedAnswer(carried, site.label));
    case "failed":
      throw new Told(failureAnswer(carried.failure, site.label));
    case "unknown":
      throw new Told({
        own:
          "The answer of the site got lost, and a look there has not told whether this was carried out. Don't call again with the same: " +
          "tell the person to look, or read what is there. Artifacts that may have come of it are listed below.",
        data: factLines(carried.candidates.slice(0, mostCandidates).map((row) => rowFacts(row, undefined))),
      });
  }
}

/** Shows a plan, and carries out that very plan once the person has accepted it. */
function writingTool(
  confirm: ConfirmWrite,
  plan: (input: unknown, signal: AbortSignal) => Promise<Plan>,
): Tool {
  return {
    // No question for VS Code to ask: people who let it approve tools by itself would never see it, the others would be asked twice.
    prepare: () => Promise.resolve({ invocationMessage: vscode.l10n.t("Waiting for your confirmation") }),
    invoke: async (input, signal) => {
      const made = await plan(input, signal);
      signal.throwIfAborted();
      const decision = await confirm(questionAbout(made), signal);
      signal.throwIfAborted();
      if (decision === "declined") {
        throw new Told({ own: `The person declined this. ${notSent} Don't ask again unless they want it.` });
      }
      return outcome(made, await carryOut(made));
    },
  };
}

function readBefore(
  { sites }: Pick<Services, "sites">,
  readings: Readings,
  { artifact, revision }: UpdateRequest,
): Reading {
  const reading = readings.find(revision);
  const isIt = reading?.state.artifact.id === artifact && sites.find(reading.site.api) !== undefined;
  if (reading !== undefined && isIt) return reading;
  throw new Told({
    own: `"revision" is none that was told for artifact #${artifact} not long ago. ${notSent} Read the artifact, and use the revision that comes with it.`,
  });
}

function changingTool(
  services: Pick<Services, "sites">,
  readings: Readings,
  confirm: ConfirmWrite,
  check: (input: unknown) => Checked<UpdateRequest>,
): Tool {
  return writingTool(confirm, async (input, signal) => {
    const request = requested(check(input));
    return planIn(await planUpdate(readBefore(services, readings, request), request, signal));
  });
}

export function updateTool(
  services: Pick<Services, "sites">,
  readings: Readings,
  confirm: ConfirmWrite,
): Tool {
  return changingTool(services, readings, confirm, updateRequest);
}

export function commentTool(
  services: Pick<Services, "sites">,
  readings: Readings,
  confirm: ConfirmWrite,
): Tool {
  return changingTool(services, readings, confirm, commentRequest);
}

export function createTool(
  { sites, catalog }: Pick<Services, "sites" | "catalog">,
  confirm: ConfirmWrite,
): Tool {
  return writingTool(confirm, async (input, signal) => {
    const request = requested(createRequest(input));
    const site = siteMeant(sites, request.site);
    const states = new States({ site, catalog, time: ownTime });
    return planIn(await planCreation(states, request, signal));
  });
}
