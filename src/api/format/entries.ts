// From a change to what is written for it: the member that each type of field accepts, and for "nothing" what
// that type takes for it.
import type { FieldChange, FieldEdit } from "../../model/change.ts";
import type { Link, OpenEntry } from "../../model/value.ts";

/** An entry of `values` in a request. */
export type WireEntry = { readonly field_id: number } & Readonly<Record<string, unknown>>;

function directed(links: readonly Link[], direction: "forward" | "reverse"): readonly object[] {
  return links.map(({ artifactId, type }) => ({ id: artifactId, direction, type }));
}

/** What someone has typed before has an id to be read, "o12", but is written by its label like anything new. */
function openEntry({ id, label }: OpenEntry): object {
  return id === undefined || /^o\d+$/.test(String(id)) ? { label } : { id };
}

function members(edit: FieldEdit): Readonly<Record<string, unknown>> {
  switch (edit.kind) {
    case "string":
      return { value: edit.text };
    case "text":
      return { value: { content: edit.source, format: edit.format } };
    case "int":
    case "float":
      return { value: edit.number ?? "" };
    case "date":
      return { value: edit.date ?? "" };
    case "choices":
      return { bind_value_ids: edit.ids };
    case "openList":
      // Labels alone would create new entries beside those that have an id.
      return edit.entries.length === 0
        ? { bind_value_ids: [] }
        : {
            value: {
              bind_value_objects: edit.entries.map(openEntry),
            },
          };
    case "files":
      return { value: edit.ids };
    case "links":
      return { links: edit.links.map(({ artifactId, type }) => ({ id: artifactId, type })) };
    case "allLinks":
      return { all_links: [...directed(edit.forward, "forward"), ...directed(edit.reverse, "reverse")] };
    case "parent":
      return { parent: { id: edit.artifactId } };
    case "permissions":
      return { value: { granted_groups: edit.groupIds } };
    case "manual":
      return { manual_value: edit.number };
    case "automatic":
      return { is_autocomputed: true };
    case "steps":
      return {
        value: edit.steps.map(({ description, descriptionFormat, expected, expectedFormat }, index) => ({
          description,
          description_format: descriptionFormat,
          expected_results: expected,
          expected_results_format: expectedFormat,
          rank: index + 1,
        })),
      };
  }
}

export function writeEntries(changes: readonly FieldChange[]): readonly WireEntry[] {
  return changes.map(({ fieldId, edit }) => ({ field_id: fieldId, ...members(edit) }));
}
