// Types that are only shown: those that the server alone fills, and all that we don't know.
import type { FieldType, HostFieldType, Members } from "./fieldType.ts";
import { elements, readId, readMembers, readOptionalText, tryRead } from "./reading.ts";

export interface OtherField {
  readonly control:
    /** Shown as it is. */
    | { readonly kind: "shown" }
    /** Described, or filled, in a way that makes no sense. */
    | { readonly kind: "broken" };
  readonly input: never;
  /** Its text, as well as it can be made one. */
  readonly value: { readonly kind: "other"; readonly text: string };
  readonly edit: never;
}

export const otherType: FieldType<OtherField> = {
  controls: ["shown", "broken"],
  value: { kinds: ["other"], text: ({ text }) => text },
};

function readName(element: unknown): string | undefined {
  return tryRead(() => {
    const { label, name, id } = readMembers(element);
    const [shown, called] = [readOptionalText(label), readOptionalText(name)];
    if (id !== null && id !== undefined) readId(id);
    return shown ?? called;
  });
}

export function readOther({ value }: Members): OtherField["value"] {
  const names = elements(value).flatMap((each) => {
    const isObject = typeof each === "object" && each !== null;
    return (isObject ? readName(each) : tryRead(() => readOptionalText(each))) ?? [];
  });
  return { kind: "other", text: names.join(", ") };
}

const filledByServer = { read: readOther, isFilledByServer: true } as const;

export const otherHostType: HostFieldType<OtherField> = {
  serverTypes: {
    aid: filledByServer,
    atid: filledByServer,
    priority: filledByServer,
    burndown: filledByServer,
    burnup: filledByServer,
  },
};
