// Asserts that a parsed tracker matches the recorded one.
import assert from "node:assert/strict";
import type { StructureNode, Tracker } from "../../src/model/tracker.ts";
import { toList, toObject, toOptional } from "./rawJson.ts";

/** Groups are identified by the group's ID, not by the ID of the list value. */
function digestRecordedChoices(values: unknown, binding: unknown): readonly string[] | undefined {
  // An empty list of users means all users.
  if (binding === "users" && toList(values).length === 0) return undefined;
  if (values === null || values === undefined || "resource" in toObject(values)) return undefined;
  const choices = Array.isArray(values) ? toList(values) : toList(toObject(values)["ugroup_representations"]);
  return choices.map((each) =>
    String(toObject(toObject(each)["ugroup_reference"])["id"] ?? toObject(each)["id"]),
  );
}

function digestRecordedStructure(value: unknown): readonly unknown[] {
  return toList(value).map((each) => [
    toObject(each)["id"],
    ...digestRecordedStructure(toObject(each)["content"]),
  ]);
}

function digestModelStructure(placements: readonly StructureNode[]): readonly unknown[] {
  return placements.map(({ fieldId, content }) => [fieldId, ...digestModelStructure(content)]);
}

function assertFieldsMatch(raw: unknown, tracker: Tracker): void {
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
    toList(raw).map((each) => {
      const field = toObject(each);
      const { type: bound } = toObject(field["bindings"]);
      return {
        id: field["field_id"],
        name: field["name"],
        type: field["type"],
        isRequired: field["required"],
        permissions: field["permissions"],
        binding: bound ?? undefined,
        choices: digestRecordedChoices(field["values"], bound),
        linkTypes: toList(field["allowed_types"]).map((type) => toObject(type)["shortname"]),
        isHidden: field["is_hidden"] ?? false,
        staticText: field["type"] === "staticrichtext" ? toOptional(field["default_value"]) : undefined,
      };
    }),
  );
}

function assertWorkflowMatches(raw: unknown, { workflow }: Tracker): void {
  const { field_id: fieldId, is_used: isUsed, transitions, rules } = toObject(raw);
  const { dates, lists } = toObject(rules);
  assert.deepEqual(
    {
      fieldId: workflow?.fieldId,
      transitions: workflow?.transitions.map(({ from, to }) => [from, to]),
      rules: [workflow?.dateRules.length, workflow?.listRules.length],
    },
    {
      fieldId: isUsed === "1" ? fieldId : 0,
      transitions: toList(transitions).map((each) => [
        toOptional(toObject(each)["from_id"]),
        toObject(each)["to_id"],
      ]),
      rules: [toList(dates).length, toList(lists).length],
    },
  );
}

export function assertTrackerMatches(body: unknown, tracker: Tracker): void {
  const raw = toObject(body);
  const { title, description, contributor, status } = toObject(raw["semantics"]);
  const { semantics } = tracker;
  assert.equal(tracker.id, raw["id"]);
  assert.equal(tracker.label, raw["label"]);
  assertFieldsMatch(raw["fields"], tracker);
  assert.deepEqual(tracker.unreadableFieldIds, []);
  assert.deepEqual(digestModelStructure(tracker.structure), digestRecordedStructure(raw["structure"]));
  assert.deepEqual(
    [semantics.titleFieldId, semantics.descriptionFieldId, semantics.assigneeFieldId],
    [title, description, contributor].map((each) => toObject(each)["field_id"]),
  );
  assert.equal(semantics.status?.fieldId, toObject(status)["field_id"]);
  assert.deepEqual(
    semantics.status?.openIds.map(String) ?? [],
    toList(toObject(status)["value_ids"]).map(String),
  );
  assertWorkflowMatches(raw["workflow"], tracker);
  assert.equal(tracker.isAdministrator, raw["permissions_for_groups"] !== null);
}
