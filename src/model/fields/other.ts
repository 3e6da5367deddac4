// Read-only types: set by the server, or unknown.
import type { FieldType, HostFieldType, WireObject } from "./fieldType.ts";
import { toElements, readChoiceId, readObject, readOptionalText, tryRead } from "./readWireValue.ts";

export interface OtherFieldShapes {
  readonly control:
    /** Read-only. */
    | { readonly kind: "shown" }
    /** The field or its value couldn't be parsed. */
    | { readonly kind: "broken" };
  readonly input: never;
  /** Best-effort text. */
  readonly value: { readonly kind: "other"; readonly text: string };
  readonly edit: never;
}

export const otherType: FieldType<OtherFieldShapes> = {
  controlKinds: ["shown", "broken"],
  value: { kinds: ["other"], toText: ({ text }) => text },
};

function readName(element: unknown): string | undefined {
  return tryRead(() => {
    const { label, name, id } = readObject(element);
    const [labelText, nameText] = [readOptionalText(label), readOptionalText(name)];
    if (id !== null && id !== undefined) readChoiceId(id);
    return labelText ?? nameText;
  });
}

export function readAsText({ value }: WireObject): OtherFieldShapes["value"] {
  const names = toElements(value).flatMap((each) => {
    const isObject = typeof each === "object" && each !== null;
    return (isObject ? readName(each) : tryRead(() => readOptionalText(each))) ?? [];
  });
  return { kind: "other", text: names.join(", ") };
}

const setByServer = { readValue: readAsText, isSetByServer: true } as const;

export const otherHostType: HostFieldType<OtherFieldShapes> = {
  serverTypes: {
    aid: {
      readValue: readAsText,
      isSetByServer: true,
      conditionType: "number",
      columnType: "number",
      builtInColumn: "id",
    },
    atid: { readValue: readAsText, isSetByServer: true, columnType: "number" },
    priority: { readValue: readAsText, isSetByServer: true, conditionType: "number", columnType: "number" },
    burndown: setByServer,
    burnup: setByServer,
  },
};
