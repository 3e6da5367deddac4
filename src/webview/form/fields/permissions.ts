// Renders permissions fields: the user groups that may see an artifact.
import type { TemplateResult } from "lit";
import type { PermissionsFieldShapes } from "../../../model/fields/permissions.ts";
import type { Choice } from "../../../model/tracker.ts";
import type { LabeledId } from "../../../model/valueTypes.ts";
import { renderCheckboxes } from "./optionGroups.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import { changeInput, toListEntries, type FieldContext } from "./fieldContext.ts";

function renderPermissions(
  context: FieldContext,
  knownGroups: readonly Choice[],
  selected: readonly LabeledId[],
): TemplateResult {
  const { base } = context.view.field;
  const present = [...selected, ...(base?.kind === "permissions" ? base.groups : [])];
  const knownIds = new Set(knownGroups.map(({ id }) => String(id)));
  const otherGroups = new Map(
    present.filter(({ id }) => !knownIds.has(String(id))).map((group) => [String(group.id), group]),
  );
  const options = [...knownGroups, ...otherGroups.values()].map(({ id, label }) => ({
    id,
    label,
    displayLabel: label,
    color: undefined,
  }));
  return renderCheckboxes(context, {
    options,
    selected,
    onChange: (newGroups) => changeInput(context, { kind: "permissions", groups: newGroups }),
  });
}

export const permissionsRenderer: FieldRenderer<PermissionsFieldShapes> = {
  renderControl: (context, control, { groups }) => renderPermissions(context, control.groups, groups),
  toEntries: ({ groups }) => toListEntries(groups),
  isFullWidth: true,
};
