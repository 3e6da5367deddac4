import { isObject } from "../http/json.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/route.ts";

/** A text that a body has to have, unless there is something to take in its place. */
export function textOf({ body }: Call, name: string, fallback?: string): string {
  const value = (isObject(body) ? body[name] : undefined) ?? fallback;
  if (value === undefined) throw new Refusal(400, `\`${name}\` is required.`);
  if (typeof value === "string") return value;
  throw new Refusal(400, `Invalid value specified for \`${name}\``);
}
