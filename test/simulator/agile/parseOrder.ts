import { HttpError } from "../http/httpError.ts";
import { isObject } from "../http/json.ts";
import type { Json } from "../http/json.ts";
import { toBodyObject } from "../write/requestBody.ts";
import type { RankOrder } from "./artifactRanks.ts";

/** The order of a body before its direction is checked, which happens after the other changes of the request. */
export interface RequestedOrder extends Omit<RankOrder, "direction"> {
  readonly direction: Json;
}

export function parseOrder(body: Json | undefined): RequestedOrder | undefined {
  const order = toBodyObject(body)["order"] ?? null;
  if (order === null) return undefined;
  if (!isObject(order)) throw new HttpError(400, "Invalid value specified for `order`");
  for (const name of ["ids", "direction", "compared_to"]) {
    if ((order[name] ?? null) === null) throw new HttpError(400, `\`order[${name}]\` is required.`);
  }
  const { ids = null, direction = null, compared_to: comparedTo } = order;
  if (typeof comparedTo !== "number") {
    throw new HttpError(400, "Invalid value specified for `order[compared_to]`");
  }
  return { ids: requireIds(ids, "order[ids]"), direction, comparedTo };
}

export function requireIds(value: Json, name: string): readonly number[] {
  if (Array.isArray(value) && value.every((each) => typeof each === "number")) {
    return value;
  }
  throw new HttpError(400, `Invalid value specified for \`${name}\``);
}

/** All ids have to be in the list that is ordered. */
export function requireOrder(order: RequestedOrder, orderedIds: ReadonlySet<number>): RankOrder {
  const { ids, direction, comparedTo } = order;
  if (direction !== "before" && direction !== "after") {
    throw new HttpError(400, "The direction of an order is before or after");
  }
  if (new Set(ids).size < ids.length) throw new HttpError(409, "There are duplicated ids");
  const unknown = [...ids, comparedTo].find((id) => !orderedIds.has(id));
  if (unknown !== undefined) {
    throw new HttpError(409, `Submitted id ${unknown} is not part of the set to order`);
  }
  return { ids, direction, comparedTo };
}
