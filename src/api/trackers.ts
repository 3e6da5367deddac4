import * as z from "zod";
import { NotUnderstood } from "../model/failure.ts";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type { Tracker, TrackerSummary } from "../model/tracker.ts";
import { readPage } from "./collection.ts";
import type { Http } from "./network/http.ts";
import { subResource } from "./format/subResource.ts";
import { readTracker as toTracker } from "./format/trackerStructure.ts";
import { anything, dispensableText, integer } from "./format/wire.ts";

const summarySchema = z.object({
  id: integer,
  uri: z.string(),
  label: z.string(),
  color_name: dispensableText,
  resources: anything,
});

function toSummary(wire: z.infer<typeof summarySchema>): TrackerSummary {
  const { id, uri, label, color_name } = wire;
  return { kind: "tracker", id, uri, label, color: color_name, artifactsUri: subResource(wire, "artifacts") };
}

/** Asks for the short representation, 36 times cheaper where it is known and ignored where it is not. */
export async function listTrackers(
  http: Http,
  project: Project,
  offset: number,
  signal?: AbortSignal,
): Promise<Page<TrackerSummary>> {
  const parameters = { representation: "minimal", limit: 50, offset };
  const answer = await http.send({ uri: subResource(project, "trackers"), parameters, signal });
  return readPage(answer, offset, summarySchema, toSummary);
}

export async function readTracker(http: Http, trackerId: number, signal?: AbortSignal): Promise<Tracker> {
  const answer = await http.send({ uri: `trackers/${trackerId}`, signal });
  const tracker = toTracker(answer.body);
  if (tracker === undefined) throw new NotUnderstood(answer.request, "shape");
  return answer.asOf === undefined ? tracker : { ...tracker, asOf: answer.asOf };
}
