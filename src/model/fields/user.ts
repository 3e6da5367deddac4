// The users who created and last changed an artifact.
import type { LabeledId } from "../valueTypes.ts";
import type { FieldType, HostFieldType, WireObject } from "./fieldType.ts";
import { readUser } from "./readWireValue.ts";

export interface UserFieldShapes {
  readonly control: never;
  readonly input: never;
  readonly value: { readonly kind: "user"; readonly user: LabeledId | undefined };
  readonly edit: never;
}

export const userType: FieldType<UserFieldShapes> = {
  controlKinds: [],
  value: { kinds: ["user"], toText: ({ user }) => user?.label ?? "" },
};

function readUserValue({ value }: WireObject): UserFieldShapes["value"] {
  return { kind: "user", user: readUser(value) };
}

export const userHostType: HostFieldType<UserFieldShapes> = {
  serverTypes: {
    subby: {
      readValue: readUserValue,
      isSetByServer: true,
      conditionType: "people",
      builtInColumn: "submittedBy",
    },
    luby: { readValue: readUserValue, isSetByServer: true, conditionType: "people" },
  },
  toComparable: ({ user }) => (user === undefined ? undefined : { kind: "choices", ids: [user.id] }),
};
