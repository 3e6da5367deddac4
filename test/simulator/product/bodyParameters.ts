import { isObject } from "../http/json.ts";
import { HttpError } from "../http/httpError.ts";
import type { RouteCall } from "../http/route.ts";

/** A string member that is required unless a default is given. */
export function requireText({ body }: RouteCall, name: string, fallback?: string): string {
  const value = (isObject(body) ? body[name] : undefined) ?? fallback;
  if (value === undefined) throw new HttpError(400, `\`${name}\` is required.`);
  if (typeof value === "string") return value;
  throw new HttpError(400, `Invalid value specified for \`${name}\``);
}
