// All field types. The unions below are derived from this list, and type-specific code looks up its type
// here.
import { computedType } from "./computed.ts";
import { dateType } from "./date.ts";
import type { FieldType, FieldShapes } from "./fieldType.ts";
import { filesType, newFilesType } from "./files.ts";
import { linksType } from "./links.ts";
import { listType } from "./list.ts";
import { notificationsType } from "./svnNotifications.ts";
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
  newFiles: newFilesType,
  user: userType,
  references: referencesType,
  other: otherType,
} as const;

export type FieldTypeName = keyof typeof fieldTypes;

/** Shapes of one type. */
export type ShapesOf<Name extends FieldTypeName> =
  (typeof fieldTypes)[Name] extends FieldType<infer K extends FieldShapes> ? K : never;

/** Shapes of all types. */
export interface AnyFieldShapes {
  readonly control: { [Name in FieldTypeName]: ShapesOf<Name>["control"] }[FieldTypeName];
  readonly input: { [Name in FieldTypeName]: ShapesOf<Name>["input"] }[FieldTypeName];
  readonly value: { [Name in FieldTypeName]: ShapesOf<Name>["value"] }[FieldTypeName];
  readonly edit: { [Name in FieldTypeName]: ShapesOf<Name>["edit"] }[FieldTypeName];
}

export type Control = AnyFieldShapes["control"];

/**
 * Typed or selected input, possibly incomplete or invalid. Serializable: it is sent to the page and stored in
 * drafts.
 */
export type Input = AnyFieldShapes["input"];

/** A loaded value. No selection is an empty list, no text an empty string, no number undefined. */
export type FieldValue = AnyFieldShapes["value"];

/** The new value of a field. Only changed fields are sent. */
export type NewFieldValue = AnyFieldShapes["edit"];

export type AnyFieldType = FieldType<AnyFieldShapes>;

/** Includes types registered by tests. */
let registeredTypes: readonly AnyFieldType[] = Object.values(fieldTypes);

/** Undefined for an unknown kind: drafts on disk can come from another version. */
export function typeOfInput({ kind }: Input): AnyFieldType | undefined {
  return registeredTypes.find(({ input }) => input?.empty.kind === kind);
}

export function typeOfControl({ kind }: Control): AnyFieldType | undefined {
  return registeredTypes.find(({ controlKinds }) => controlKinds.includes(kind));
}

export function typeOfValue({ kind }: FieldValue): AnyFieldType | undefined {
  return registeredTypes.find(({ value }) => value?.kinds.includes(kind) === true);
}

/** Registers a type for tests; returns a function that removes it. It isn't part of the unions. */
export function registerTestPageFieldType(type: AnyFieldType): () => void {
  registeredTypes = [...registeredTypes, type];
  return () => {
    registeredTypes = registeredTypes.filter((each) => each !== type);
  };
}

/** One line for display, empty if there is no value. Dates aren't localized. */
export function toFieldText(value: FieldValue): string {
  return typeOfValue(value)?.value?.toText(value) ?? "";
}
