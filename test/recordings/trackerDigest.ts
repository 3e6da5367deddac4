// What must not get lost between a recorded tracker and our model of it.
import assert from "node:assert/strict";
import type { Placement, Tracker } from "../../src/model/tracker.ts";
import { list, object, some } from "./raw.ts";

/** Groups are chosen by the group's own id, whatever the list calls its value. */
function recordedChoices(values: unknown, binding: unknown): readonly string[] | undefined {
  // A list of people that lists nobody is open to all of them.
  if (binding === "users" && list(values).length === 0) return undefined;
  if (values === null || values === undefined || "resource" in object(values)) return undefined;
  const choices = Array.isArray(values) ? list(values) : list(object(values)["ugroup_representations"]);
  return choices.map((each) => String(object(object(each)["ugroup_reference"])["id"] ?? object(each)["id"]));
}

function recordedPlacements(value: unknown): readonly unknown[] {
  return list(value).map((each) => [object(each)["id"], ...recordedPlacements(object(each)["content"])]);
}

function modelledPlacements(placements: readonly Placement[]): readonly unknown[] {
  return placements.map(({ fieldId, content }) => [fieldId, ...modelledPlacements(content)]);
}

function assertFieldsAreWhole(raw: unknown, tracker: Tracker): void {
  assert.deepEqual(
    tracker.fields.map((field) => ({
      id: field.id,
      name: field.name,
      type: field.type,
      isRequired: field.isRequired,
      permissions: [...field.permissions],
      binding: field.binding,
      choices: field.choices?.map(({ id }) => String(id)),
      linkTypes: field.linkTypes.map(({ name }) => name),
      isHidden: field.isHidden,
      staticText: field.staticText,
    })),
    list(raw).map((each) => {
      const field = object(each);
      const { type: bound } = object(field["bindings"]);
      return {
        id: field["field_id"],
        name: field["name"],
        type: field["type"],
        isRequired: field["required"],
        permissions: field["permissions"],
        binding: bound ?? undefined,
        choices: recordedChoices(field["values"], bound),
        linkTypes: list(field["allowed_types"]).map((type) => object(type)["shortname"]),
        isHidden: field["is_hidden"] ?? false,
        staticText: field["type"] === "staticrichtext" ? some(field["default_value"]) : undefined,
      };
    }),
  );
}

function assertWorkflowIsWhole(raw: unknown, { workflow }: Tracker): void {
  const { field_id: fieldId, is_used: isUsed, transitions, rules } = object(raw);
  const { dates, lists } = object(rules);
  assert.deepEqual(
    {
      fieldId: workflow?.fieldId,
      transitions: workflow?.transitions.map(({ from, to }) => [from, to]),
      rules: [workflow?.dateRules.length, workflow?.listRules.length],
    },
    {
      fieldId: isUsed === "1" ? fieldId : 0,
      transitions: list(transitions).map((each) => [some(object(each)["from_id"]), object(each)["to_id"]]),
      rules: [list(dates).length, list(lists).length],
    },
  );
}

export function assertTrackerIsWhole(body: unknown, tracker: Tracker): void {
  const raw = object(body);
  const { title, description, contributor, status } = object(raw["semantics"]);
  const { semantics } = tracker;
  assert.equal(tracker.id, raw["id"]);
  assert.equal(tracker.label, raw["label"]);
  assertFieldsAreWhole(raw["fields"], tracker);
  assert.deepEqual(tracker.brokenFields, []);
  assert.deepEqual(modelledPlacements(tracker.structure), recordedPlacements(raw["structure"]));
  assert.deepEqual(
    [semantics.titleFieldId, semantics.descriptionFieldId, semantics.assigneeFieldId],
    [title, description, contributor].map((each) => object(each)["field_id"]),
  );
  assert.equal(semantics.status?.fieldId, object(status)["field_id"]);
  assert.deepEqual(
    semantics.status?.openIds.map(String) ?? [],
    list(object(status)["value_ids"]).map(String),
  );
  assertWorkflowIsWhole(raw["workflow"], tracker);
  assert.equal(tracker.isAdministrator, raw["permissions_for_groups"] !== null);
}
