// Who has created an artifact, or changed it last.
import type { Chosen } from "../value.ts";
import type { FieldType, HostFieldType, Members } from "./fieldType.ts";
import { readPerson } from "./reading.ts";

export interface UserField {
  readonly control: never;
  readonly input: never;
  readonly value: { readonly kind: "user"; readonly user: Chosen | undefined };
  readonly edit: never;
}

export const userType: FieldType<UserField> = {
  controls: [],
  value: { kinds: ["user"], text: ({ user }) => user?.label ?? "" },
};

function read({ value }: Members): UserField["value"] {
  return { kind: "user", user: readPerson(value) };
}

export const userHostType: HostFieldType<UserField> = {
  serverTypes: {
    subby: { read, isFilledByServer: true },
    luby: { read, isFilledByServer: true },
  },
};
