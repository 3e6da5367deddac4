import { offeredChoices } from "../state/field.ts";
import type { Field } from "../state/field.ts";
import { none } from "../state/value.ts";
import type { FieldValue } from "../state/value.ts";

/** What a field of a new artifact holds when nothing was said about it; undefined for what is never stored. */
export function defaultValue(field: Field): FieldValue | undefined {
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
      return defaultChoice(field);
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

/** The choice that the tracker announces as default: the first one where one must be made. */
function defaultChoice({ binding, required }: Extract<Field, { kind: "list" }>): FieldValue {
  switch (binding.kind) {
    case "static": {
      const [first] = required ? offeredChoices(binding) : [];
      return { kind: "choices", ids: first === undefined ? [] : [first.id] };
    }
    case "users":
      return { kind: "choices", ids: [none] };
    case "groups":
      return { kind: "groups", groups: [] };
  }
}
