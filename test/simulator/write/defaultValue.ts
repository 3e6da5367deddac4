import { getAvailableChoices } from "../state/field.ts";
import type { Field } from "../state/field.ts";
import { noneValueId } from "../state/value.ts";
import type { FieldValue } from "../state/value.ts";

/** The value of a new artifact's field that isn't set; `undefined` if nothing is stored. */
export function getDefaultValue(field: Field): FieldValue | undefined {
  switch (field.kind) {
    case "string":
      return { kind: "string", text: "" };
    case "text":
      return { kind: "text", format: "commonmark", source: "" };
    case "number":
      return { kind: "number", number: null };
    case "date":
      return { kind: "date", at: null };
    case "list":
      return getDefaultChoice(field);
    case "openList":
      return field.binding.kind === "groups"
        ? { kind: "groups", groups: [] }
        : { kind: "openChoices", items: [] };
    case "file":
      return { kind: "files", files: [] };
    case "links":
      return { kind: "links", forward: [], reverse: [] };
    case "computed":
      return { kind: "computed", computed: null, manual: null };
    case "steps":
      return { kind: "steps", steps: [] };
    case "permissions":
    case "automatic":
    case "plugin":
    case "container":
    case "decoration":
      return undefined;
  }
}

/** The default choice in the tracker's representation: the first one of a required list. */
function getDefaultChoice({ binding, required }: Extract<Field, { kind: "list" }>): FieldValue {
  switch (binding.kind) {
    case "static": {
      const [first] = required ? getAvailableChoices(binding) : [];
      return { kind: "choices", ids: first === undefined ? [] : [first.id] };
    }
    case "users":
      return { kind: "choices", ids: [noneValueId] };
    case "groups":
      return { kind: "groups", groups: [] };
  }
}
