// The looks of rows that are none of the first to be seen.
import type * as vscode from "vscode";
import { draftItem, draftsItem } from "../drafts/draftItem.ts";
import type { LateNode } from "../nodes.ts";
import { artifactItem } from "./artifactItem.ts";
import { attachmentItem } from "./attachmentItem.ts";
import { commitItem } from "./commitItem.ts";
import { fieldItem } from "./fieldItem.ts";
import { groupItem } from "./groupItem.ts";
import { commitsItem, moreItem } from "./listItem.ts";
import { noteItem } from "./noteItem.ts";
import { brokenQueryItem, nothingItem, unreadableItem } from "./rareItem.ts";
import { resourceItem, resourcesItem, svnFolderItem, svnRepositoryItem } from "./resourceItem.ts";
import { spoken } from "./spoken.ts";

function bareItem(node: LateNode): vscode.TreeItem {
  switch (node.kind) {
    case "note":
      return noteItem(node);
    case "brokenQuery":
      return brokenQueryItem(node);
    case "unreadable":
      return unreadableItem(node);
    case "nothing":
      return nothingItem(node);
    case "drafts":
      return draftsItem(node);
    case "draft":
      return draftItem(node, Date.now());
    case "group":
      return groupItem(node);
    case "artifact":
      return artifactItem(node);
    case "commits":
      return commitsItem();
    case "more":
      return moreItem(node);
    case "commit":
      return commitItem(node);
    case "attachment":
      return attachmentItem(node);
    case "field":
      return fieldItem(node);
    case "svnFolder":
      return svnFolderItem();
    case "svnRepository":
      return svnRepositoryItem(node);
    case "resources":
      return resourcesItem();
    case "resource":
      return resourceItem(node);
  }
}

export function lateItem(node: LateNode): vscode.TreeItem {
  const item = bareItem(node);
  item.id = node.id;
  return spoken(item);
}
