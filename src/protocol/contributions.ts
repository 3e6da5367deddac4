// What package.json contributes besides commands. Tests compare both.

/** Why the tree is empty, when it is: each state but "filled" has a text of its own. */
export type TreeState =
  "loading" | "filled" | "noSite" | "signedOut" | "nameUnknown" | "nobodyListens" | "offline" | "empty";

export interface ContextKeys {
  "artifacts.treeState": TreeState;
  /** Whether the tree shows only what is open. */
  "artifacts.treeOpenOnly": boolean;
  "artifacts.myWorkOpenOnly": boolean;
  /** Whether no server whose work is shown tells what is open, so that there is nothing to choose. */
  "artifacts.myWorkOpenUntold": boolean;
  /** Whether the form in front was opened from a list. */
  "artifacts.formHasNeighbours": boolean;
}

/** The settings of the extension. A test holds them equal to package.json. */
export const settings = {
  sites: "artifacts.sites",
  attachmentsFolder: "artifacts.attachments.folder",
  queries: "artifacts.queries",
  folderSite: "artifacts.folderSite",
  branchTemplate: "artifacts.branch.template",
  branchPatterns: "artifacts.branch.patterns",
  commitReference: "artifacts.commit.reference",
  commitTemplate: "artifacts.commit.template",
  commitOffer: "artifacts.commit.offer",
  referencePatterns: "artifacts.references.patterns",
  referenceLinks: "artifacts.references.links",
  referenceHovers: "artifacts.references.hovers",
  referenceTerminal: "artifacts.references.terminal",
  referenceCompletion: "artifacts.references.completion",
  referenceDiagnostics: "artifacts.references.diagnostics",
  refreshMinutes: "artifacts.refreshMinutes",
  assistants: "artifacts.assistants",
} as const;

/** What assistants may call, once the person lets them. A test holds these names equal to package.json. */
export const tools = {
  search: "tuleap_search",
  explain: "tuleap_tracker",
  read: "tuleap_read",
  create: "tuleap_create",
  update: "tuleap_update",
  comment: "tuleap_comment",
} as const;

export type ToolName = (typeof tools)[keyof typeof tools];

// What VS Code knows the forms by, also where nothing of them is loaded.

export const formViewType = "artifacts.form";

/** Of long texts that are open in editors of their own. */
export const draftScheme = "artifacts-draft";

// What VS Code knows tables by, also where nothing of them is loaded.

export const tableViewType = "artifacts.table";

// What menus and welcome texts ask about the state of the extension. A test holds them equal to package.json.

/** What stands before the addresses of answers that are read as documents. */
export const jsonScheme = "artifact-json";
