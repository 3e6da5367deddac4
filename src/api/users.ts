// Users, user groups and access keys.
import * as z from "zod";
import { isFailure, UnexpectedResponse } from "../model/failure.ts";
import { parseUtcOffset } from "../model/query/serverTime.ts";
import type { KeyExpiry } from "../model/site.ts";
import { toGroupLabel, type User } from "../model/user.ts";
import type { LabeledId } from "../model/valueTypes.ts";
import { undefinedIfNotFound } from "./pagination.ts";
import {
  lenientTextSchema,
  integerSchema,
  lenientListSchema,
  resourceIdSchema,
  textSchema,
} from "./format/wireSchemas.ts";
import type { HttpClient } from "./network/httpClient.ts";

// Users are searched, not listed.

const userSchema = z.object({ id: integerSchema, real_name: lenientTextSchema, username: lenientTextSchema });

function toUser({ id, real_name, username }: z.infer<typeof userSchema>): User {
  return { id, label: real_name ?? username ?? String(id), username };
}

/** More results are found by a longer query. */
const maxResults = 10;

/**
 * Searches user names and real names. Servers require at least three characters, and some have no such route.
 */
export async function findUsers(
  http: HttpClient,
  query: string,
  signal?: AbortSignal,
): Promise<readonly User[]> {
  const response = await http.send({ uri: "users", parameters: { query, limit: maxResults }, signal });
  if (!Array.isArray(response.body)) throw new UnexpectedResponse(response.request, "shape");
  return lenientListSchema(userSchema).parse(response.body).map(toUser);
}

/** The user of the credentials; `undefined` if the server has no user routes, or the request is anonymous. */
export async function fetchCurrentUser(http: HttpClient, signal?: AbortSignal): Promise<User | undefined> {
  const response = await undefinedIfNotFound(http.send({ uri: "users/self", signal }));
  const self = userSchema.safeParse(response?.body);
  return self.success ? toUser(self.data) : undefined;
}

// User groups of a project. Not all servers list them.

const groupSchema = z.object({ id: resourceIdSchema, label: textSchema });

/** `undefined` if the server doesn't list them. */
export async function listUserGroups(
  http: HttpClient,
  projectId: number,
  signal?: AbortSignal,
): Promise<readonly LabeledId[] | undefined> {
  const response = await undefinedIfNotFound(http.send({ uri: `projects/${projectId}/user_groups`, signal }));
  return response === undefined
    ? undefined
    : lenientListSchema(groupSchema)
        .parse(response.body)
        .map(({ id, label }) => ({ id: String(id), label: label === "" ? String(id) : toGroupLabel(label) }));
}

// The access key of the request. Older servers don't have this route, and some require a scope that read-only keys lack.

const ownKeySchema = z.object({ expiration_date: z.string().nullable(), last_used_on: lenientTextSchema });

async function fetchOwnKey(
  http: HttpClient,
  signal: AbortSignal | undefined,
): Promise<z.infer<typeof ownKeySchema> | undefined> {
  try {
    return ownKeySchema.safeParse((await http.send({ uri: "access_keys/self", signal })).body).data;
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (["notFound", "forbidden", "invalidRequest"].includes(failure.kind)) return undefined;
    throw failure;
  }
}

/** When the access key of this request expires; `undefined` if the server doesn't report it. */
export async function fetchKeyExpiry(http: HttpClient, signal?: AbortSignal): Promise<KeyExpiry | undefined> {
  const key = await fetchOwnKey(http, signal);
  if (key === undefined) return undefined;
  if (key.expiration_date === null) return "never";
  const expiresAt = Date.parse(key.expiration_date);
  return Number.isNaN(expiresAt) ? undefined : expiresAt;
}

/** Current offset of the server's time zone, in minutes east of UTC; `undefined` if the server doesn't report it. */
export async function fetchUtcOffset(http: HttpClient, signal?: AbortSignal): Promise<number | undefined> {
  return parseUtcOffset((await fetchOwnKey(http, signal))?.last_used_on ?? "");
}
