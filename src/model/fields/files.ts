// Attachments. Attaching and removing are acts of their own: they don't wait for the form to be saved, so there is no input.
import type { FileDescription } from "../value.ts";
import { sorted } from "./common.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import {
  readInteger,
  readMembers,
  readOptionalInteger,
  readOptionalText,
  readText,
  readWholeList,
} from "./reading.ts";

export interface FilesField {
  readonly control: {
    readonly kind: "files";
    /** Whether files can be attached and removed. Who does not see those that are there would erase them. */
    readonly isOpen: boolean;
    readonly maxBytes: number | undefined;
  };
  readonly input: never;
  readonly value: { readonly kind: "files"; readonly files: readonly FileDescription[] };
  /** Every file to keep and every new one: what is left out is erased on the server. */
  readonly edit: { readonly kind: "files"; readonly ids: readonly number[] };
}

export const filesType: FieldType<FilesField> = {
  controls: ["files"],
  value: { kinds: ["files"], text: ({ files }) => files.map(({ name }) => name).join(", ") },
};

function readFile(element: unknown): FileDescription {
  const { id, name, size, type, description, html_url } = readMembers(element);
  return {
    id: readInteger(id),
    name: readText(name),
    size: readOptionalInteger(size) ?? 0,
    type: readText(type),
    description: readText(description),
    page: readOptionalText(html_url),
  };
}

export const filesHostType: HostFieldType<FilesField> = {
  serverTypes: {
    file: {
      control: ({ permissions, maxUploadBytes }) => ({
        kind: "files",
        isOpen: permissions.has("read") && permissions.has("update"),
        maxBytes: maxUploadBytes,
      }),
      read: ({ file_descriptions }) => ({ kind: "files", files: readWholeList(file_descriptions, readFile) }),
    },
  },
  edits: {
    kinds: ["files"],
    members: ({ ids }) => ({ value: ids }),
    isHeld: ({ files }, { ids }) => sorted(files.map(({ id }) => id)) === sorted(ids),
  },
  valueFact: ({ files }) => files.map(({ name, size }) => ({ name, bytes: size })),
};
