// The renderer of each field type; the compiler checks that no type of the model is missing.
import {
  type AnyFieldType,
  type AnyFieldShapes,
  type Control,
  type FieldTypeName,
  fieldTypes,
  type FieldValue,
  type Input,
  type ShapesOf,
  typeOfControl,
  typeOfInput,
  typeOfValue,
} from "../../../model/fields/registry.ts";
import { computedRenderer } from "./computed.ts";
import { dateRenderer } from "./date.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import { filesRenderer, newFilesRenderer } from "./files.ts";
import { numberRenderer, stringRenderer } from "./singleLineFields.ts";
import { linksRenderer } from "./links.ts";
import { listRenderer } from "./list.ts";
import { svnNotificationsRenderer } from "./svnNotifications.ts";
import { openListRenderer } from "./openList.ts";
import { otherRenderer } from "./other.ts";
import { permissionsRenderer } from "./permissions.ts";
import { referencesRenderer } from "./references.ts";
import { stepsRenderer } from "./steps.ts";
import { textRenderer } from "./text.ts";

const fieldRenderers: { readonly [Name in FieldTypeName]: FieldRenderer<ShapesOf<Name>> } = {
  string: stringRenderer,
  text: textRenderer,
  number: numberRenderer,
  date: dateRenderer,
  list: listRenderer,
  openList: openListRenderer,
  links: linksRenderer,
  permissions: permissionsRenderer,
  computed: computedRenderer,
  steps: stepsRenderer,
  notifications: svnNotificationsRenderer,
  files: filesRenderer,
  newFiles: newFilesRenderer,
  user: {},
  references: referencesRenderer,
  other: otherRenderer,
};

type AnyFieldRenderer = FieldRenderer<AnyFieldShapes>;

const renderersByName: Readonly<Record<string, AnyFieldRenderer>> = fieldRenderers;
const renderersByType = new Map<AnyFieldType | undefined, AnyFieldRenderer | undefined>(
  Object.entries<AnyFieldType>(fieldTypes).map(([name, type]) => [type, renderersByName[name]]),
);

export function findControlRenderer(control: Control): AnyFieldRenderer | undefined {
  return renderersByType.get(typeOfControl(control));
}

export function findInputRenderer(input: Input): AnyFieldRenderer | undefined {
  return renderersByType.get(typeOfInput(input));
}

export function findValueRenderer(value: FieldValue): AnyFieldRenderer | undefined {
  return renderersByType.get(typeOfValue(value));
}
