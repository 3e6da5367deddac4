// From a value as a server writes it to the model: by the type that stands beside it.
import * as z from "zod";
import { isMidnight, nearestDay } from "../../model/localTime.ts";
import type { Unreadable } from "../../model/page.ts";
import { groupLabel } from "../../model/user.ts";
import { type Chosen, type FieldEntry, type FieldValue, noneId, type TextFormat } from "../../model/value.ts";
import {
  anything,
  elements,
  integer,
  listOf,
  numberOrNone,
  optionalBoolean,
  optionalInteger,
  optionalText,
  person,
  resourceId,
  text,
  wholeListOf,
} from "./wire.ts";

const chosenSchema = z.object({
  id: resourceId,
  label: optionalText,
  /** User groups only have these. */
  short_name: optionalText,
  key: optionalText,
  real_name: optionalText,
  display_name: optionalText,
  username: optionalText,
});

function toChosen(wire: z.infer<typeof chosenSchema>): Chosen {
  const { id, label, short_name, key, real_name, display_name, username } = wire;
  const group = short_name ?? key;
  const name = group === undefined ? label : groupLabel(label ?? group);
  return { id, label: name ?? real_name ?? username ?? display_name ?? String(id) };
}

/** For their labels only: what has none, such as nobody, is left out. */
function chosenOf(value: unknown): readonly Chosen[] {
  return listOf(chosenSchema).parse(value).map(toChosen);
}

function isSomething({ id }: Chosen): boolean {
  return id !== noneId;
}

export function formatOf(format: string | undefined, commonmark: string | undefined): TextFormat {
  if (commonmark !== undefined) return "commonmark";
  return format === "html" || format === "commonmark" ? format : "text";
}

const linkSchema = z.object({ id: integer, type: text });
const fileSchema = z.object({
  id: integer,
  name: text,
  size: optionalInteger,
  type: text,
  description: text,
  html_url: optionalText,
});
const openEntrySchema = chosenSchema.extend({
  id: resourceId.nullish().catch(undefined),
  email: optionalText,
});
const stepSchema = z.object({
  description: text,
  description_format: optionalText,
  commonmark_description: optionalText,
  expected_results: text,
  expected_results_format: optionalText,
  commonmark_expected_results: optionalText,
});

type Reader = (wire: Readonly<Record<string, unknown>>) => FieldValue;

const readString: Reader = ({ value }) => ({ kind: "string", text: text.parse(value) });

const readText: Reader = (wire) => {
  // Present but empty, it still says in which format the field is written.
  const isCommonmark = wire["commonmark"] !== undefined && wire["commonmark"] !== null;
  const commonmark = isCommonmark ? text.parse(wire["commonmark"]) : undefined;
  const format = formatOf(optionalText.parse(wire["format"]), commonmark);
  return { kind: "text", source: commonmark ?? text.parse(wire["value"]), format };
};

const readNumber =
  (kind: "int" | "float"): Reader =>
  ({ value }) => ({ kind, number: numberOrNone.parse(value) });

const readDate: Reader = ({ value, is_time_displayed }) => {
  const withTime = optionalBoolean.parse(is_time_displayed);
  const date = optionalText.parse(value);
  // A day is sent as its midnight on the server, which may be another day where the person is.
  const isDay = withTime === false || (withTime === undefined && date !== undefined && isMidnight(date));
  return {
    kind: "date",
    date: isDay && date !== undefined ? nearestDay(date) : date,
    withTime: withTime ?? true,
  };
};

/** When something was done is never a day, also where it was at midnight. */
const readInstant: Reader = ({ value }) => ({
  kind: "date",
  date: optionalText.parse(value),
  withTime: true,
});

const readChoices: Reader = ({ values, bind_value_ids }) => {
  const ids = wholeListOf(resourceId).parse(bind_value_ids);
  const labels = new Map(chosenOf(values).map(({ id, label }) => [id, label]));
  const chosen = ids.map((id) => ({ id, label: labels.get(id) ?? String(id) }));
  return { kind: "choices", chosen: chosen.filter(isSomething) };
};

/** Someone typed by hand is nobody to the server, which calls all of them alike; what was typed is the address. */
function openLabel(entry: z.infer<typeof openEntrySchema>): string {
  const isTyped = entry.id === null || entry.id === undefined;
  return (isTyped ? entry.email : undefined) ?? toChosen({ ...entry, id: entry.id ?? "" }).label;
}

const readOpenList: Reader = ({ bind_value_objects }) => ({
  kind: "openList",
  entries: wholeListOf(openEntrySchema)
    .parse(bind_value_objects)
    .map((entry) => ({ id: entry.id ?? undefined, label: openLabel(entry) })),
});

const readFiles: Reader = ({ file_descriptions }) => ({
  kind: "files",
  files: wholeListOf(fileSchema)
    .parse(file_descriptions)
    .map(({ id, name, size, type, description, html_url }) => ({
      id,
      name,
      size: size ?? 0,
      type,
      description,
      page: html_url,
    })),
});

const readLinks: Reader = ({ links, reverse_links }) => {
  const read = (value: unknown): { artifactId: number; type: string }[] =>
    wholeListOf(linkSchema)
      .parse(value)
      .map(({ id, type }) => ({ artifactId: id, type }));
  return { kind: "links", forward: read(links), reverse: read(reverse_links) };
};

const readPermissions: Reader = ({ granted_groups, granted_groups_ids }) => {
  const labels = elements(granted_groups).map((label) => text.catch("").parse(label));
  const ids = wholeListOf(resourceId).parse(granted_groups_ids);
  return {
    kind: "permissions",
    groups: ids.map((id, index) => ({ id, label: groupLabel(labels[index] ?? String(id)) })),
  };
};

const readComputed: Reader = ({ value, manual_value, is_autocomputed }) => ({
  kind: "computed",
  computed: numberOrNone.parse(value),
  manual: numberOrNone.parse(manual_value),
  isAutomatic: optionalBoolean.parse(is_autocomputed) ?? true,
});

const escapes: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#039": "'", amp: "&" };

/** The source of a step is the one text that the server hands out escaped for HTML. */
function unescaped(source: string | undefined): string | undefined {
  return source?.replace(/&(lt|gt|quot|#039|amp);/g, (whole, name: string) => escapes[name] ?? whole);
}

const readSteps: Reader = ({ value }) => ({
  kind: "steps",
  steps: wholeListOf(stepSchema)
    .parse(value)
    .map((step) => ({
      description: unescaped(step.commonmark_description) ?? step.description,
      descriptionFormat: formatOf(step.description_format, step.commonmark_description),
      expected: unescaped(step.commonmark_expected_results) ?? step.expected_results,
      expectedFormat: formatOf(step.expected_results_format, step.commonmark_expected_results),
    })),
});

const referenceSchema = z.object({ ref: text, url: optionalText });

/**
 * Servers write the host that they are configured with, which need not be the one that is asked: of the address that all of their
 * references go through the path counts, and no other is followed.
 */
function ownPath(url: string | undefined): string | undefined {
  const here = "https://site.invalid";
  if (url === undefined || !URL.canParse(url, here)) return undefined;
  const { protocol, pathname, search } = new URL(url, here);
  return /^https?:$/.test(protocol) && /\/goto\/?$/.test(pathname) ? pathname + search : undefined;
}

const readReferences: Reader = ({ value }) => ({
  kind: "references",
  references: listOf(referenceSchema)
    .parse(value)
    .map(({ ref, url }) => ({ text: ref, path: ownPath(url) })),
});

const namedSchema = z.object({
  label: optionalText,
  name: optionalText,
  id: resourceId.nullish(),
});

const readOther: Reader = ({ value }) => {
  const names = elements(value).flatMap((each) => {
    const scalar = optionalText.safeParse(each);
    if (scalar.success) return scalar.data ?? [];
    const known = namedSchema.safeParse(each);
    return known.success ? (known.data.label ?? known.data.name ?? []) : [];
  });
  return { kind: "other", text: names.join(", ") };
};

const readers: Readonly<Record<string, Reader>> = {
  string: readString,
  text: readText,
  int: readNumber("int"),
  float: readNumber("float"),
  date: readDate,
  subon: readInstant,
  lud: readInstant,
  sb: readChoices,
  rb: readChoices,
  msb: readChoices,
  cb: readChoices,
  tbl: readOpenList,
  file: readFiles,
  art_link: readLinks,
  perm: readPermissions,
  computed: readComputed,
  ttmstepdef: readSteps,
  cross: readReferences,
  subby: ({ value }) => ({ kind: "user", user: person(value) }),
  luby: ({ value }) => ({ kind: "user", user: person(value) }),
};

const entrySchema = z.looseObject({ field_id: integer, label: text, type: text, value: anything });

/** One broken value becomes a placeholder and leaves the others alone. */
export function readEntry(element: unknown, position: number): FieldEntry | Unreadable {
  const entry = entrySchema.safeParse(element);
  if (!entry.success) return { kind: "unreadable", position, id: undefined };
  const { field_id, label, type } = entry.data;
  const read = Object.hasOwn(readers, type) ? readers[type] : readOther;
  try {
    return { kind: "entry", fieldId: field_id, label, type, value: (read ?? readOther)(entry.data) };
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    return { kind: "unreadable", position, id: field_id };
  }
}
