// Which artifacts of a tracker are open, as a criterion.
import type { Criterion } from "../query.ts";
import type { Tracker } from "../tracker.ts";

export type OpenOnly =
  | { readonly kind: "criterion"; readonly criterion: Criterion & { readonly kind: "anyOf" } }
  /** No value of the status is an open one. */
  | { readonly kind: "nothing" }
  /** The server does not tell what is open: there is no status, or it says nothing of meanings. */
  | { readonly kind: "untold" };

export function openOnly({ fields, semantics }: Tracker): OpenOnly {
  const { status } = semantics;
  const field = fields.find(({ id }) => id === status?.fieldId);
  if (status === undefined || field === undefined) return { kind: "untold" };
  if (status.openIds.length === 0) return { kind: "nothing" };
  return { kind: "criterion", criterion: { kind: "anyOf", field: field.name, ids: status.openIds } };
}
