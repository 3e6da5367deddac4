// A tracker as plain facts for an assistant: what its fields are called, take and demand, and how its workflow moves.
import { type Control, controlOf } from "../form/control.ts";
import { isArrangement } from "../form/layout.ts";
import { searchable } from "../query/searchable.ts";
import type { Choice, Field, Tracker } from "../tracker.ts";
import type { Facts } from "./artifactFacts.ts";

/** Longer lists are told in part. */
const mostChoices = 100;

function labels(choices: readonly Choice[]): readonly string[] {
  return choices.filter(({ isHidden }) => !isHidden).map(({ label }) => label);
}

function listFacts(choices: readonly Choice[]): Facts {
  const offered = labels(choices);
  return {
    choices: offered.slice(0, mostChoices),
    choicesLeftOut: offered.length > mostChoices ? offered.length - mostChoices : undefined,
  };
}

function takenBy(control: Control): Facts {
  switch (control.kind) {
    case "line":
      return { takes: "line", maxLength: control.maxLength };
    case "number":
      return { takes: control.isWhole ? "integer" : "number" };
    case "date":
      return { takes: control.withTime ? "YYYY-MM-DD HH:MM in the user's time zone" : "YYYY-MM-DD" };
    case "choice": {
      const takesOne = control.look === "select" || control.look === "radio";
      return { takes: takesOne ? "one choice" : "choices", ...listFacts(control.choices) };
    }
    case "people":
      return { takes: control.takes === "one" ? "one person" : "people" };
    case "openList":
      return {
        takes: control.of === "texts" ? "choices or new ones" : control.of,
        ...listFacts(control.choices),
      };
    case "links":
      return { takes: "artifact numbers", linkTypes: control.types.map(({ name }) => name) };
    case "text":
      return { takes: "Markdown" };
    case "permissions":
    case "computed":
    case "steps":
    case "notifications":
    case "files":
    case "shown":
    case "broken":
      return { takes: undefined };
  }
}

/** Who may set a field: what these tools can't change, they say nobody may. */
function fieldFacts(field: Field): Facts {
  const { label, name, type, description, isRequired, permissions } = field;
  const taken = takenBy(controlOf(field));
  const isTaken = taken["takes"] !== undefined;
  return {
    field: label,
    name: name === "" ? undefined : name,
    type,
    description: description === "" ? undefined : description,
    ...taken,
    isRequired: isRequired ? true : undefined,
    canCreate: isTaken && permissions.has("create"),
    canUpdate: isTaken && permissions.has("update"),
    searchedBy: searchable(field)?.operators,
  };
}

function workflowFacts({ fields, workflow }: Tracker): Facts | undefined {
  const field = fields.find(({ id }) => id === workflow?.fieldId);
  if (workflow === undefined || field === undefined) return undefined;
  const labelOf = (id: number): string =>
    field.choices?.find((choice) => String(choice.id) === String(id))?.label ?? String(id);
  const sources = [...new Set(workflow.transitions.map(({ from }) => from))];
  return {
    field: field.label,
    transitions: sources.map((source) => ({
      from: source === undefined ? null : labelOf(source),
      to: workflow.transitions.filter(({ from }) => from === source).map(({ to }) => labelOf(to)),
    })),
  };
}

function dateRules({ fields, workflow }: Tracker): readonly string[] | undefined {
  const labelOf = (id: number): string | undefined => fields.find((field) => field.id === id)?.label;
  const rules = workflow?.dateRules.flatMap(({ sourceId, comparator, targetId }) => {
    const [one, other] = [labelOf(sourceId), labelOf(targetId)];
    return one === undefined || other === undefined ? [] : [`${one} ${comparator} ${other}`];
  });
  return rules === undefined || rules.length === 0 ? undefined : rules;
}

function labelled({ fields }: Tracker, fieldId: number | undefined): string | undefined {
  return fields.find(({ id }) => id === fieldId)?.label;
}

export function trackerFacts(tracker: Tracker): Facts {
  const { semantics, workflow } = tracker;
  const open = semantics.status;
  const statusField = tracker.fields.find(({ id }) => id === open?.fieldId);
  return {
    tracker: tracker.id,
    label: tracker.label,
    shortName: tracker.itemName,
    description: tracker.description,
    titleField: labelled(tracker, semantics.titleFieldId),
    statusField: statusField?.label,
    openStates: statusField?.choices
      ?.filter((choice) => open?.openIds.some((id) => String(id) === String(choice.id)))
      .map(({ label }) => label),
    assigneeField: labelled(tracker, semantics.assigneeFieldId),
    fields: tracker.fields.filter((field) => !isArrangement(field)).map(fieldFacts),
    workflow: workflowFacts(tracker),
    dateRules: dateRules(tracker),
    listsDependOnEachOther: workflow !== undefined && workflow.listRules.length > 0 ? true : undefined,
  };
}
