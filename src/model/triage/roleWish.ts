// Wishes about the fields that are known by what they mean: the status of an artifact, and who it is assigned to.
import type { Control } from "../form/control.ts";
import type { Promoted } from "../form/form.ts";
import type { Chosen } from "../value.ts";
import type { ListChange, Wish } from "./wish.ts";

/** A title is written, and each one's own. */
export type Role = Exclude<keyof Promoted, "title">;

/** Whether several values or people can be chosen. Lists that anything can be typed into are another matter. */
export function takesMany(control: Control): boolean {
  if (control.kind === "people") return control.takes === "many";
  return control.kind === "choice" && (control.look === "multiSelect" || control.look === "checkboxes");
}

export function wishFor(role: Role, how: ListChange, values: readonly Chosen[]): Wish {
  const field = { by: "role", role } as const;
  return role === "assignee"
    ? { kind: "people", field, how, people: values }
    : { kind: "choices", field, how, values };
}
