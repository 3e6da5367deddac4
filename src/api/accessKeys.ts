import * as z from "zod";
import { isFailure } from "../model/failure.ts";
import type { KeyExpiry } from "../model/keyExpiry.ts";
import type { Http } from "./network/http.ts";

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
