// Contributions of package.json other than commands. Tests compare both.

/** Why the tree is empty; each state except "loaded" has a welcome text. */
export type TreeState =
  "loading" | "loaded" | "noSite" | "signedOut" | "hostNotFound" | "connectionRefused" | "offline" | "empty";

export interface ContextKeyTypes {
  "artifacts.treeState": TreeState;
  /** Whether the tree shows open artifacts only. */
  "artifacts.treeOpenOnly": boolean;
  "artifacts.myWorkOpenOnly": boolean;
  /** Whether no server in My Work reports which artifacts are open, so that the filter is hidden. */
  "artifacts.myWorkOpenStateUnknown": boolean;
  /** Whether the active form was opened from a list. */
  "artifacts.formHasList": boolean;
  /** Whether the user follows the artifact of the active form. */
  "artifacts.formIsFollowed": boolean;
  /** Whether the files of the workspace were searched for references; unset until the References view is used. */
  "artifacts.referencesState": "searching" | "complete" | "canceled";
}

/** Settings of the extension. A test compares them with package.json. */
export const settingKeys = {
  sites: "artifacts.sites",
  attachmentsFolder: "artifacts.attachments.folder",
  queries: "artifacts.queries",
  formTextMode: "artifacts.form.textMode",
  folderSite: "artifacts.folderSite",
  branchTemplate: "artifacts.branch.template",
  branchPatterns: "artifacts.branch.patterns",
  commitReference: "artifacts.commit.reference",
  commitTemplate: "artifacts.commit.template",
  commitOfferToLink: "artifacts.commit.offer",
  referencePatterns: "artifacts.references.patterns",
  referenceLinks: "artifacts.references.links",
  referenceHovers: "artifacts.references.hovers",
  referenceTerminal: "artifacts.references.terminal",
  referenceCompletion: "artifacts.references.completion",
  referenceDiagnostics: "artifacts.references.diagnostics",
  closedInComments: "artifacts.references.closedInComments",
  lineHovers: "artifacts.lines.hovers",
  currentLine: "artifacts.lines.currentLine",
  refreshMinutes: "artifacts.refreshMinutes",
  assigneeInitials: "artifacts.assigneeInitials",
  inboxRefreshInterval: "artifacts.inbox.refreshInterval",
  inboxBadge: "artifacts.inbox.badge",
  inboxNotifications: "artifacts.inbox.notifications",
  chatTools: "artifacts.assistants",
} as const;

/** Chat tools. A test compares these names with package.json. */
export const toolNames = {
  search: "tuleap_search",
  tracker: "tuleap_tracker",
  read: "tuleap_read",
  create: "tuleap_create",
  update: "tuleap_update",
  comment: "tuleap_comment",
} as const;

export type ToolName = (typeof toolNames)[keyof typeof toolNames];

/** Scheme of attachments that are open in editors; used before the feature is loaded. */
export const attachmentScheme = "artifact-file";

// Webview type of forms; used before the feature is loaded.

export const formViewType = "artifacts.form";

/** Global state: whether the user has used the inbox. Until then nothing is requested for it. */
export const inboxUsedKey = "inboxUsed";

/** Scheme of draft texts opened in an editor. */
export const draftScheme = "artifacts-draft";

/** Language of queries in an editor. */
export const tqlLanguage = "tuleap-tql";

/** Documents that can be edited, unlike those of Git. */
export const tqlDocumentSelector = [
  { language: tqlLanguage, scheme: "file" },
  { language: tqlLanguage, scheme: "untitled" },
];

// Webview types of tables and boards; used before the feature is loaded.

export const tableViewType = "artifacts.table";
export const boardViewType = "artifacts.board";

/** Scheme of responses opened as JSON documents. */
export const jsonScheme = "artifact-json";
