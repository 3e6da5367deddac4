import { isObject, parseJson } from "../../http/json.ts";
import { createDataResponse } from "../../http/messages.ts";
import type { RouteResponse } from "../../http/messages.ts";
import { parsePage } from "../../http/queryParameters.ts";
import { HttpError } from "../../http/httpError.ts";
import type { RouteCall, Route } from "../../http/route.ts";
import type { User } from "../../state/user.ts";
import { slicePage } from "../../state/listArtifacts.ts";
import { requireAnonymousAccess } from "../access.ts";
import { createPaginationHeaders } from "../pagination.ts";
import { getEmail, representMinimalUser, representUser } from "../representations/user.ts";

const allow = "OPTIONS, GET, PATCH";
const advertisedMax = 50;
const minQueryLength = 3;

export const userRoutes: readonly Route[] = [
  { method: "GET", path: "/users", allow, handle: searchUsers },
  {
    method: "GET",
    path: "/users/{id:text}",
    handle: (call) => {
      requireAnonymousAccess(call);
      const id = call.getPathParameter("id:text");
      if (id === "self") {
        return createDataResponse(
          call.viewer === undefined ? representMinimalUser(undefined) : representUser(call.viewer),
        );
      }
      const user = /^\d+$/.test(id) ? call.server.users.get(Number(id)) : undefined;
      if (user === undefined) throw new HttpError(404, "User does not exist");
      // Anonymous callers don't get the email address.
      return createDataResponse(call.viewer === undefined ? representMinimalUser(user) : representUser(user));
    },
  },
];

/** Sends a maximum page size, but doesn't enforce it; the size header is the size of the page. */
function searchUsers(call: RouteCall): RouteResponse {
  const { query, viewer, server } = call;
  const window = parsePage(query, { defaultValue: 10, min: 0 });
  const text = query.get("query");
  if (text === undefined) throw new HttpError(400, "`query` is required.");
  if (text.length < minQueryLength) {
    throw new HttpError(400, "Invalid value specified for `query`. Given string is too short.");
  }
  requireAnonymousAccess(call);
  const matches = text.startsWith("{") ? createExactFilter(text) : createContainsFilter(text);
  const matching = [...server.users.values()]
    .filter((user) => user.status === "active" && matches(user))
    .toSorted((one, other) => one.username.localeCompare(other.username, "en"));
  const { items } = slicePage(matching, window);
  return createDataResponse(
    items.map((user) => (viewer === undefined ? representMinimalUser(user) : representUser(user))),
    ["Allow", allow],
    ...createPaginationHeaders(window, items.length, advertisedMax),
  );
}

type UserFilter = (user: User) => boolean;

function createContainsFilter(text: string): UserFilter {
  const folded = text.toLowerCase();
  return ({ username, realName }) => [username, realName].some((name) => name.toLowerCase().includes(folded));
}

/** Matches a user by user name, email address or id. */
function createExactFilter(text: string): UserFilter {
  const query = parseJson(text);
  const { username, loginname, email } = isObject(query) ? query : {};
  const name = username ?? loginname;
  if (typeof name === "string") return (user) => user.username === name;
  if (typeof email === "string") return (user) => getEmail(user) === email;
  throw new HttpError(400, "Only `username`, `loginname` or `email` can be searched for");
}
