// Users, user groups and access keys.
import * as z from "zod";
import { isFailure, NotUnderstood } from "../model/failure.ts";
import type { KeyExpiry } from "../model/site.ts";
import { groupLabel, type Person } from "../model/user.ts";
import type { Chosen } from "../model/value.ts";
import { unlessAbsent } from "./collection.ts";
import { dispensableText, integer, listOf, resourceId, text } from "./format/wire.ts";
import type { Http } from "./network/http.ts";

// The people of a platform, searched rather than listed.

const personSchema = z.object({ id: integer, real_name: dispensableText, username: dispensableText });

function toPerson({ id, real_name, username }: z.infer<typeof personSchema>): Person {
  return { id, label: real_name ?? username ?? String(id), username };
}

/** As many as a person looks through; who is not among them is found by a longer text. */
const mostFound = 10;

/** Whose user name or real name holds the text. Servers want three characters at least, and some can't be asked. */
export async function findPeople(
  http: Http,
  query: string,
  signal?: AbortSignal,
): Promise<readonly Person[]> {
  const answer = await http.send({ uri: "users", parameters: { query, limit: mostFound }, signal });
  if (!Array.isArray(answer.body)) throw new NotUnderstood(answer.request, "shape");
  return listOf(personSchema).parse(answer.body).map(toPerson);
}

/** Who asks; undefined where the server has no users, or knows us as nobody. */
export async function readSelf(http: Http, signal?: AbortSignal): Promise<Person | undefined> {
  const answer = await unlessAbsent(http.send({ uri: "users/self", signal }));
  const self = personSchema.safeParse(answer?.body);
  return self.success ? toPerson(self.data) : undefined;
}

// The groups of a project's members. Not every server lists them.

const groupSchema = z.object({ id: resourceId, label: text });

/** Undefined where the server does not tell. */
export async function listUserGroups(
  http: Http,
  projectId: number,
  signal?: AbortSignal,
): Promise<readonly Chosen[] | undefined> {
  const answer = await unlessAbsent(http.send({ uri: `projects/${projectId}/user_groups`, signal }));
  return answer === undefined
    ? undefined
    : listOf(groupSchema)
        .parse(answer.body)
        .map(({ id, label }) => ({ id: String(id), label: label === "" ? String(id) : groupLabel(label) }));
}

const ownKeySchema = z.object({ expiration_date: z.string().nullable() });

/** When the key ends that this question is asked with; undefined where the server does not tell. */
export async function readKeyExpiry(http: Http, signal?: AbortSignal): Promise<KeyExpiry | undefined> {
  try {
    const key = ownKeySchema.safeParse((await http.send({ uri: "access_keys/self", signal })).body);
    if (!key.success) return undefined;
    if (key.data.expiration_date === null) return "never";
    const at = Date.parse(key.data.expiration_date);
    return Number.isNaN(at) ? undefined : at;
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    // Older servers don't have it, and some ask for a scope that keys for reading lack.
    if (["notFound", "forbidden", "invalid"].includes(failure.kind)) return undefined;
    throw failure;
  }
}
