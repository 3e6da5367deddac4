// The groups of a project's members. Not every server lists them.
import * as z from "zod";
import { groupLabel } from "../model/userGroup.ts";
import type { Chosen } from "../model/value.ts";
import type { Http } from "./network/http.ts";
import { listOf, resourceId, text } from "./format/wire.ts";
import { unlessAbsent } from "./unlessAbsent.ts";

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
