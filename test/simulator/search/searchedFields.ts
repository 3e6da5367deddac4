import { canReadField } from "../state/access.ts";
import type { Field } from "../state/field.ts";
import type { Tracker } from "../state/tracker.ts";
import { InvalidPartError } from "./searchContext.ts";
import type { SearchContext } from "./searchContext.ts";

export type SearchedType = "text" | "numeric" | "date" | "list_static" | "list_user" | "list_user_group";

/** The fields of one name, of the trackers that have it. */
export interface SearchedFields {
  readonly type: SearchedType;
  readonly byTracker: ReadonlyMap<Tracker, Field>;
}

const metadataByType: Readonly<Record<string, string>> = {
  aid: "@id",
  subon: "@submitted_on",
  lud: "@last_update_date",
  subby: "@submitted_by",
  luby: "@last_update_by",
};

/** `undefined` if no tracker has a readable field of this name; their types have to agree. */
export function findSearchedFields(
  name: string,
  { trackers, viewer }: SearchContext,
): SearchedFields | undefined {
  const found = trackers.flatMap((tracker) => {
    const field = tracker.fields.find((each) => each.name === name);
    return field !== undefined && canReadField(viewer, field, tracker.project)
      ? [[tracker, field] as const]
      : [];
  });
  if (found.length === 0) return undefined;
  const types = new Set(found.map(([, field]) => getSearchedType(field)));
  const [type] = types;
  if (type === undefined || types.size > 1) {
    const ids = trackers.map(({ id }) => id).join(",");
    throw new InvalidPartError(
      types.has(undefined)
        ? "Field type is not supported"
        : `Field '${name}' is present in trackers '${ids}' but their types cannot be compared. Please refine your query or check the configuration of the trackers.`,
    );
  }
  return { type, byTracker: new Map(found) };
}

function getSearchedType(field: Field): SearchedType | undefined {
  switch (field.kind) {
    case "string":
    case "text":
      return "text";
    case "number":
      return "numeric";
    case "date":
      return "date";
    case "list":
    case "openList":
      return ({ static: "list_static", users: "list_user", groups: "list_user_group" } as const)[
        field.binding.kind
      ];
    case "automatic": {
      const metadata = metadataByType[field.type];
      if (metadata === undefined) return undefined;
      throw new InvalidPartError(
        `'${field.name}' field is linked to an already existing metadata, please use '${metadata}' instead if you want to get the field.`,
      );
    }
    default:
      return undefined;
  }
}
