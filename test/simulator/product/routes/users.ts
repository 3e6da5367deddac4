import { isObject, parseJson } from "../../http/json.ts";
import type { JsonObject } from "../../http/json.ts";
import { ok } from "../../http/message.ts";
import type { Answer, Header } from "../../http/message.ts";
import { page } from "../../http/parameters.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Call, Route } from "../../http/route.ts";
import { assigneesOf, statusOf } from "../../state/artifact.ts";
import type { Artifact } from "../../state/artifact.ts";
import type { Person } from "../../state/people.ts";
import { artifactsOf, slice } from "../../state/reading.ts";
import { requireOpenPlatform } from "../access.ts";
import { paginationHeaders } from "../pagination.ts";
import { artifactReference } from "../represent/artifact.ts";
import { emailOf, minimalUser, user } from "../represent/user.ts";

const allow = "OPTIONS, GET, PATCH";
const ownAllow = "OPTIONS, GET";
const ownMax = 250;
const announcedMax = 50;
const shortestQuery = 3;

export const userRoutes: readonly Route[] = [
  { method: "GET", path: "/users", allow, handle: search },
  {
    method: "GET",
    path: "/users/{id:text}",
    handle: (call) => {
      requireOpenPlatform(call);
      const id = call.part("id:text");
      if (id === "self") return ok(call.viewer === undefined ? minimalUser(undefined) : user(call.viewer));
      const person = /^\d+$/.test(id) ? call.world.people.get(Number(id)) : undefined;
      if (person === undefined) throw new Refusal(404, "User does not exist");
      // Strangers do not learn an e-mail address.
      return ok(call.viewer === undefined ? minimalUser(person) : user(person));
    },
  },
  {
    method: "GET",
    path: "/users/{id:text}/artifacts",
    allow: ownAllow,
    credentials: "required",
    handle: own,
  },
];

/** Announces a largest page and does not insist on it; its size is that of the page, whatever there is besides. */
function search(call: Call): Answer {
  const { query, viewer, world } = call;
  const window = page(query, { fallback: 10, min: 0 });
  const wanted = query.get("query");
  if (wanted === undefined) throw new Refusal(400, "`query` is required.");
  if (wanted.length < shortestQuery) {
    throw new Refusal(400, "Invalid value specified for `query`. Given string is too short.");
  }
  requireOpenPlatform(call);
  const fits = wanted.startsWith("{") ? exactly(wanted) : holding(wanted);
  const found = [...world.people.values()]
    .filter((person) => person.status === "active" && fits(person))
    .toSorted((one, other) => one.username.localeCompare(other.username, "en"));
  const { items } = slice(found, window);
  return ok(
    items.map((person) => (viewer === undefined ? minimalUser(person) : user(person))),
    ["Allow", allow],
    ...paginationHeaders(window, items.length, announcedMax),
  );
}

type Fits = (person: Person) => boolean;

function holding(text: string): Fits {
  const folded = text.toLowerCase();
  return ({ username, realName }) => [username, realName].some((name) => name.toLowerCase().includes(folded));
}

/** One person by one of the names they have. */
function exactly(text: string): Fits {
  const query = parseJson(text);
  const { username, loginname, email } = isObject(query) ? query : {};
  const name = username ?? loginname;
  if (typeof name === "string") return (person) => person.username === name;
  if (typeof email === "string") return (person) => emailOf(person) === email;
  throw new Refusal(400, "Only `username`, `loginname` or `email` can be searched for");
}

/** What one has still to do with: open artifacts, of one's own only. */
function own(call: Call): Answer {
  const { query, viewer, world } = call;
  const window = page(query, { fallback: ownMax, min: 0, max: ownMax });
  const criteria = parseJson(query.get("query") ?? "null");
  if (!isObject(criteria)) throw new Refusal(400, "`query` is required.");
  const id = call.part("id:text");
  if (viewer === undefined || (id !== "self" && id !== String(viewer.id))) throw new Refusal(403);
  const concerns = concerning(viewer, criteria);
  const mine = [...world.trackers.values()]
    .flatMap((tracker) => artifactsOf(world, viewer, tracker))
    .filter((artifact) => (statusOf(artifact)?.isOpen ?? true) && concerns(artifact))
    .toSorted((one, other) => one.id - other.id);
  const { items, size } = slice(mine, window);
  const headers: readonly Header[] = [["Allow", ownAllow], ...paginationHeaders(window, size, ownMax)];
  return ok(items.map(artifactReference), ...headers);
}

function concerning({ id }: Person, criteria: JsonObject): (artifact: Artifact) => boolean {
  const isAssigned = criteria["assigned_to"] === true;
  const isSubmitted = criteria["submitted_by"] === true;
  if (!isAssigned && !isSubmitted) throw new Refusal(400, "Say `assigned_to` or `submitted_by`");
  return (artifact) =>
    (isSubmitted && artifact.submittedBy === id) || (isAssigned && assigneesOf(artifact).includes(id));
}
