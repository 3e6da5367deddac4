// The people of a platform, searched rather than listed.
import * as z from "zod";
import { NotUnderstood } from "../model/failure.ts";
import type { Person } from "../model/person.ts";
import type { Http } from "./network/http.ts";
import { dispensableText, integer, listOf } from "./format/wire.ts";
import { unlessAbsent } from "./unlessAbsent.ts";

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
