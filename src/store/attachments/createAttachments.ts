// All that a window needs for attachments.
import type { Memory } from "../memory.ts";
import { Attachments } from "./attachments.ts";
import { Contents } from "./contents.ts";
import { Downloads } from "./downloads.ts";
import { Staging } from "./staging.ts";

export interface AttachmentsOptions {
  /** Where it is kept what was begun. */
  readonly memory: Memory;
  /** The extension's own, for bytes that have no place of their own yet. */
  readonly folder: string;
}

export interface AttachmentTools {
  readonly downloads: Downloads;
  readonly attachments: Attachments;
  readonly contents: Contents;
  readonly staging: Staging;
}

export function createAttachments({ memory, folder }: AttachmentsOptions): AttachmentTools {
  return {
    downloads: new Downloads({ memory }),
    attachments: new Attachments(memory),
    contents: new Contents(),
    staging: new Staging(folder),
  };
}
