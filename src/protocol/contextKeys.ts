// What menus and welcome texts ask about the state of the extension. A test holds them equal to package.json.

/** Why the tree is empty, when it is. */
export type TreeState = "filled" | "noSite" | "signedOut" | "offline" | "empty";

export interface ContextKeys {
  "artifacts.treeState": TreeState;
}
