// How each type of field is drawn: the compiler asks for all that the model has.
import {
  type AnyFieldType,
  type AnyKinds,
  type Control,
  type FieldTypeName,
  fieldTypes,
  type FieldValue,
  type Input,
  type KindsOf,
  typeOfControl,
  typeOfInput,
  typeOfValue,
} from "../../../model/fields/registry.ts";
import { computedDrawing } from "./computed.ts";
import { dateDrawing } from "./date.ts";
import type { FieldDrawing } from "./drawing.ts";
import { filesDrawing } from "./files.ts";
import { numberDrawing, stringDrawing } from "./line.ts";
import { linksDrawing } from "./links.ts";
import { listDrawing } from "./list.ts";
import { notificationsDrawing } from "./notifications.ts";
import { openListDrawing } from "./openList.ts";
import { otherDrawing } from "./other.ts";
import { permissionsDrawing } from "./permissions.ts";
import { referencesDrawing } from "./references.ts";
import { stepsDrawing } from "./steps.ts";
import { textDrawing } from "./text.ts";

const drawings: { readonly [Name in FieldTypeName]: FieldDrawing<KindsOf<Name>> } = {
  string: stringDrawing,
  text: textDrawing,
  number: numberDrawing,
  date: dateDrawing,
  list: listDrawing,
  openList: openListDrawing,
  links: linksDrawing,
  permissions: permissionsDrawing,
  computed: computedDrawing,
  steps: stepsDrawing,
  notifications: notificationsDrawing,
  files: filesDrawing,
  user: {},
  references: referencesDrawing,
  other: otherDrawing,
};

type AnyDrawing = FieldDrawing<AnyKinds>;

const known: Readonly<Record<string, AnyDrawing>> = drawings;
const byType = new Map<AnyFieldType | undefined, AnyDrawing | undefined>(
  Object.entries<AnyFieldType>(fieldTypes).map(([name, type]) => [type, known[name]]),
);

export function drawingOfControl(control: Control): AnyDrawing | undefined {
  return byType.get(typeOfControl(control));
}

export function drawingOfInput(input: Input): AnyDrawing | undefined {
  return byType.get(typeOfInput(input));
}

export function drawingOfValue(value: FieldValue): AnyDrawing | undefined {
  return byType.get(typeOfValue(value));
}
