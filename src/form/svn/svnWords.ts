// What the settings of a Subversion repository are called.
import * as vscode from "vscode";
import type { SvnWords } from "../../model/svnForm.ts";

export function svnWords(): SvnWords {
  return {
    fields: {
      name: {
        label: vscode.l10n.t("Name"),
      },
      isReferenceMandatory: {
        label: vscode.l10n.t("Reference in commit messages"),
        description: vscode.l10n.t("Whether a commit has to mention an artifact."),
        yes: vscode.l10n.t("Mandatory"),
        no: vscode.l10n.t("Not needed"),
      },
      isMessageChangeAllowed: {
        label: vscode.l10n.t("Changing commit messages"),
        description: vscode.l10n.t("Whether the message of a commit can be changed later."),
        yes: vscode.l10n.t("Allowed"),
        no: vscode.l10n.t("Not allowed"),
      },
      immutablePaths: {
        label: vscode.l10n.t("Immutable paths"),
        description: vscode.l10n.t("What lies below them can be added, but neither changed nor removed."),
        blank: vscode.l10n.t("No immutable paths"),
      },
      allowedPaths: {
        label: vscode.l10n.t("Exceptions"),
        description: vscode.l10n.t("Paths that can be changed all the same."),
        blank: vscode.l10n.t("No exceptions"),
      },
      accessFile: {
        label: vscode.l10n.t("Access file"),
        description: vscode.l10n.t("Who may read and write what, in the words of Subversion."),
        blank: vscode.l10n.t("Empty access file"),
      },
      notifications: {
        label: vscode.l10n.t("Notifications"),
        blank: vscode.l10n.t("Nobody is told"),
      },
      hasDefaultPermissions: {
        label: vscode.l10n.t("Default permissions"),
        description: vscode.l10n.t("Whether the server's own rules come before the access file."),
        yes: vscode.l10n.t("Included"),
        no: vscode.l10n.t("Left out"),
      },
      layout: {
        label: vscode.l10n.t("Folders"),
        description: vscode.l10n.t("Folders to begin with."),
      },
    },
    hidden: vscode.l10n.t("Only administrators see this."),
    sections: {
      commitRules: vscode.l10n.t("Commit rules"),
      immutableTags: vscode.l10n.t("Immutable tags"),
      access: vscode.l10n.t("Access"),
      notifications: vscode.l10n.t("E-mail"),
      layout: vscode.l10n.t("First folders"),
      others: vscode.l10n.t("Other settings"),
    },
  };
}
