import * as z from "zod";
import { isFailure } from "../model/failure.ts";
import type { Http } from "./network/http.ts";

export interface ServerVersion {
  readonly number: string;
}

const versionSchema = z.object({ version_number: z.string() });

/** Undefined where the server does not tell. */
export async function readVersion(http: Http, signal?: AbortSignal): Promise<ServerVersion | undefined> {
  try {
    const version = versionSchema.safeParse((await http.send({ uri: "version", signal })).body);
    return version.success ? { number: version.data.version_number } : undefined;
  } catch (failure) {
    if (isFailure(failure) && failure.kind === "notFound") return undefined;
    throw failure;
  }
}
