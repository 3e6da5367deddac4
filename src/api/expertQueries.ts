// Queries in the server's own language, which is read in the address only.
import { CriterionRefused } from "../model/failure.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import {
  type CriteriaPlace,
  doubledBackslashes,
  type FoundPage,
  heedsAddress,
  isTooLong,
  type ListOptions,
  rowsPerPage,
  tellingLimit,
} from "./artifactLists.ts";
import { readPage } from "./collection.ts";
import { rowSchema, toRow } from "./format/artifactReading.ts";
import type { Http } from "./network/http.ts";

/**
 * What a text finds, oldest first; undefined where the server reads no such texts: one that does not look at the address
 * would answer with everything. What is wrong with a text the server says in its refusal.
 */
export async function findByText(
  http: Http,
  place: CriteriaPlace,
  tracker: TrackerSummary,
  text: string,
  { offset, limit: wanted = rowsPerPage, signal }: ListOptions,
): Promise<FoundPage | undefined> {
  if (place.known === "body") return undefined;
  const expert_query = doubledBackslashes(text);
  const refused = { method: "GET", url: tracker.artifactsUri };
  // An empty one is passed over, and beside a `query` so is any other.
  if (text.trim() === "") throw new CriterionRefused(refused, "", "badValue");
  if (isTooLong({ expert_query })) throw new CriterionRefused(refused, "", "tooLong");
  const limit = tellingLimit(place, wanted);
  const uri = tracker.artifactsUri;
  const question = JSON.stringify([uri, text, offset]);
  const answer = await http.send({ uri, parameters: { limit, offset, expert_query }, question, signal });
  if (!heedsAddress(answer)) return undefined;
  place.known ??= "address";
  return { ...readPage(answer, offset, rowSchema, toRow), credibility: "unchecked" };
}
