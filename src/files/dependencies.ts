import type * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandAnswers, CommandArguments } from "../protocol/commands.ts";
import type { Catalog } from "../store/catalog.ts";
import type { AttachmentTools } from "../store/attachments/createAttachments.ts";
import type { Sites } from "../store/sites.ts";

export interface FilesDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  /** Loaded when something is first attached, read or saved. */
  readonly tools: () => Promise<AttachmentTools>;
  /** What a workspace remembers. */
  readonly memory: vscode.Memento;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
}
