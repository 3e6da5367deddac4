import type * as vscode from "vscode";
import type { CommandAnswers, CommandArguments } from "../../protocol/commands.ts";
import type { AttachmentTools } from "../../store/attachments/attachments.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Sites } from "../../store/sites.ts";
import type { Commands } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";

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
