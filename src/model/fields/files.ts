// Attachments. Those of an artifact have no input because attaching and removing take effect without saving the form. Those
// of a new artifact are uploaded and sent when it is created.
import type { FileDescription, PendingFile } from "../valueTypes.ts";
import { toSortedKey } from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import {
  readInteger,
  readObject,
  readOptionalInteger,
  readOptionalText,
  readText,
  readStrictList,
} from "./readWireValue.ts";

export interface FilesFieldShapes {
  readonly control: {
    readonly kind: "files";
    /** Whether files can be attached and removed. Requires read access, because unknown files would be removed. */
    readonly isOpen: boolean;
    readonly maxBytes: number | undefined;
  };
  readonly input: never;
  readonly value: { readonly kind: "files"; readonly files: readonly FileDescription[] };
  /** All existing and new files: omitted ones are removed on the server. */
  readonly edit: { readonly kind: "files"; readonly ids: readonly number[] };
}

function formatNames({ files }: { readonly files: readonly { readonly name: string }[] }): string {
  return files.map(({ name }) => name).join(", ");
}

export const filesType: FieldType<FilesFieldShapes> = {
  controlKinds: ["files"],
  value: { kinds: ["files"], toText: formatNames },
};

function readFile(element: unknown): FileDescription {
  const { id, name, size, type, description, html_url } = readObject(element);
  return {
    id: readInteger(id),
    name: readText(name),
    size: readOptionalInteger(size) ?? 0,
    type: readText(type),
    description: readText(description),
    page: readOptionalText(html_url),
  };
}

export const filesHostType: HostFieldType<FilesFieldShapes> = {
  serverTypes: {
    file: {
      toControl: ({ permissions, maxUploadBytes }) => ({
        kind: "files",
        isOpen: permissions.has("read") && permissions.has("update"),
        maxBytes: maxUploadBytes,
      }),
      readValue: ({ file_descriptions }) => ({
        kind: "files",
        files: readStrictList(file_descriptions, readFile),
      }),
      conditionType: "words",
    },
  },
  editRules: {
    kinds: ["files"],
    toWire: ({ ids }) => ({ value: ids }),
    isStored: ({ files }, { ids }) => toSortedKey(files.map(({ id }) => id)) === toSortedKey(ids),
  },
  toAssistantValue: ({ files }) => files.map(({ name, size }) => ({ name, bytes: size })),
};

export interface NewFilesFieldShapes {
  readonly control: { readonly kind: "newFiles"; readonly maxBytes: number | undefined };
  readonly input: { readonly kind: "newFiles"; readonly files: readonly PendingFile[] };
  readonly value: never;
  /** Can't be sent: it is replaced by the IDs of the uploads. */
  readonly edit: NewFilesFieldShapes["input"];
}

export const newFilesType: FieldType<NewFilesFieldShapes> = {
  controlKinds: ["newFiles"],
  input: {
    empty: { kind: "newFiles", files: [] },
    isEmpty: ({ files }) => files.length === 0,
    toComparisonKey: ({ files }) => JSON.stringify(files),
    toText: formatNames,
    findProblem: ({ files }, control) => {
      const maximum = control?.maxBytes ?? Infinity;
      const file = files.find(({ size }) => size > maximum);
      return file && { kind: "fileTooLarge", value: file.name, maximum };
    },
  },
};

export const newFilesHostType: HostFieldType<NewFilesFieldShapes> = {
  serverTypes: {},
  getCardinality: () => "many",
  toEdit: (input) => input,
};
