// What menus and welcome texts ask about the state of the extension. A test holds them equal to package.json.

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
