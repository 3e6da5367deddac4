// The groups that an artifact is kept to.
import type { TemplateResult } from "lit";
import type { PermissionsField } from "../../../model/fields/permissions.ts";
import type { Choice } from "../../../model/tracker.ts";
import type { Chosen } from "../../../model/value.ts";
import { checkboxes } from "./boxes.ts";
import type { FieldDrawing } from "./drawing.ts";
import { change, chosenEntries, type Place } from "./place.ts";

function permissionsControl(
  place: Place,
  listed: readonly Choice[],
  groups: readonly Chosen[],
): TemplateResult {
  const { base } = place.view.field;
  const present = [...groups, ...(base?.kind === "permissions" ? base.groups : [])];
  const known = new Set(listed.map(({ id }) => String(id)));
  const others = new Map(
    present.filter(({ id }) => !known.has(String(id))).map((each) => [String(each.id), each]),
  );
  const offers = [...listed, ...others.values()].map(({ id, label }) => ({
    id,
    label,
    shown: label,
    color: undefined,
  }));
  return checkboxes(place, {
    offers,
    chosen: groups,
    set: (chosen) => change(place, { kind: "permissions", groups: chosen }),
  });
}

export const permissionsDrawing: FieldDrawing<PermissionsField> = {
  control: (place, control, { groups }) => permissionsControl(place, control.groups, groups),
  entries: ({ groups }) => chosenEntries(groups),
  isWide: true,
};
