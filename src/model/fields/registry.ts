// All types of fields. A type that is not listed here does not exist: the unions below are made of this list, and whatever
// depends on the type of a field looks it up here.
import { computedType } from "./computed.ts";
import { dateType } from "./date.ts";
import type { FieldType, Kinds } from "./fieldType.ts";
import { filesType } from "./files.ts";
import { linksType } from "./links.ts";
import { listType } from "./list.ts";
import { notificationsType } from "./notifications.ts";
import { numberType } from "./number.ts";
import { openListType } from "./openList.ts";
import { otherType } from "./other.ts";
import { permissionsType } from "./permissions.ts";
import { referencesType } from "./references.ts";
import { stepsType } from "./steps.ts";
import { stringType } from "./string.ts";
import { textType } from "./text.ts";
import { userType } from "./user.ts";

export const fieldTypes = {
  string: stringType,
  text: textType,
  number: numberType,
  date: dateType,
  list: listType,
  openList: openListType,
  links: linksType,
  permissions: permissionsType,
  computed: computedType,
  steps: stepsType,
  notifications: notificationsType,
  files: filesType,
  user: userType,
  references: referencesType,
  other: otherType,
} as const;

export type FieldTypeName = keyof typeof fieldTypes;

/** The shapes of one type, by its name. */
export type KindsOf<Name extends FieldTypeName> =
  (typeof fieldTypes)[Name] extends FieldType<infer K extends Kinds> ? K : never;

/** The shapes of all types. */
export interface AnyKinds {
  readonly control: { [Name in FieldTypeName]: KindsOf<Name>["control"] }[FieldTypeName];
  readonly input: { [Name in FieldTypeName]: KindsOf<Name>["input"] }[FieldTypeName];
  readonly value: { [Name in FieldTypeName]: KindsOf<Name>["value"] }[FieldTypeName];
  readonly edit: { [Name in FieldTypeName]: KindsOf<Name>["edit"] }[FieldTypeName];
}

/** How a field is filled in. */
export type Control = AnyKinds["control"];

/**
 * What a person has put into a field, as it stands there: a number half typed, a day that does not exist. Plain data: it goes to
 * the page, to the draft on disk and back.
 */
export type Input = AnyKinds["input"];

/**
 * The value of a field as it was read. Nothing chosen is an empty list, nothing written an empty text or an undefined number:
 * servers write absent, null and empty for the same thing.
 */
export type FieldValue = AnyKinds["value"];

/** What a person wants a field to become. Only changed fields are ever sent. */
export type FieldEdit = AnyKinds["edit"];

export type AnyFieldType = FieldType<AnyKinds>;

/** Those of the list, and what tests add to it. */
let present: readonly AnyFieldType[] = Object.values(fieldTypes);

/** Undefined for what is of no type, as with the others: a draft on disk may come from another version. */
export function typeOfInput({ kind }: Input): AnyFieldType | undefined {
  return present.find(({ input }) => input?.empty.kind === kind);
}

export function typeOfControl({ kind }: Control): AnyFieldType | undefined {
  return present.find(({ controls }) => controls.includes(kind));
}

export function typeOfValue({ kind }: FieldValue): AnyFieldType | undefined {
  return present.find(({ value }) => value?.kinds.includes(kind) === true);
}

/** Adds a type until the given function is called. For tests: what is added so is in none of the unions. */
export function addType(type: AnyFieldType): () => void {
  present = [...present, type];
  return () => {
    present = present.filter((each) => each !== type);
  };
}

// A value as one line to read, where it is only looked at.

/** Empty for what has no value. Dates are left as they are: how to write them is the person's. */
export function fieldText(value: FieldValue): string {
  return typeOfValue(value)?.value?.text(value) ?? "";
}
