import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ArtifactNode, DraftNode } from "../../src/features/tree/treeNodes.ts";
import { createLazyItem } from "../../src/features/tree/lazyItems.ts";
import type { Site } from "../../src/model/site.ts";
import type { StoredDraft } from "../../src/store/storedDraft.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";
import {
  createSubject,
  createTypedLine,
  createNewSubject,
  createStoredDraft,
} from "../unit/tree/storedDrafts.ts";

const minute = 60_000;

describe("tree items of drafts", () => {
  const site = createTestStore([{ url: "https://a.example", label: "Harbour" }]).sites.list()[0] as Site;
  const siteApi = site.api;

  function createItem(storedDraft: StoredDraft): vscode.TreeItem {
    const node: DraftNode = {
      kind: "draft",
      id: "d",
      site,
      siteApi,
      subject: storedDraft.subject,
      storedDraft,
    };
    return createLazyItem(node);
  }

  it("show the artifact, the number of changes and the time", () => {
    const storedDraft = createStoredDraft(createSubject(siteApi, 12), {
      inputs: [createTypedLine(1, "Lamp"), createTypedLine(2, "y"), createTypedLine("comment", "z")],
      changedAt: Date.now() - 5 * minute,
      title: "Lamp\nis dark",
    });
    const item = createItem(storedDraft);
    assert.equal(item.label, "● #12");
    assert.equal(item.description, "5 minutes ago · Lamp is dark");
    assert.equal(item.contextValue, "draft");
    assert.equal(item.command?.command, "artifacts.openDraft");
    const [target] = item.command.arguments as readonly DraftNode[];
    assert.deepEqual([target?.siteApi, target?.subject], [siteApi, storedDraft.subject]);
    const value = (item.tooltip as vscode.MarkdownString).value.replaceAll("&nbsp;", " ");
    assert.match(value, /Bugs\s+3 changes · 5 minutes ago/);
    assert.match(value, /- Title\n- Summary\n- Comment/);
  });

  it("render no links, icons or line breaks from the server", () => {
    const title = "$(error) [a](command:b)\n![c](d)";
    const { tooltip } = createItem(createStoredDraft(createSubject(siteApi, 12), { title, tracker: title }));
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.ok(!/[^\\]\[a\]|[^\\]!\[c\]|[^\\]\$\(error/.test(tooltip.value), tooltip.value);
    assert.notEqual(tooltip.isTrusted, true);
  });

  it("show tracker and typed title of a new artifact", () => {
    const titledItem = createItem(
      createStoredDraft(createNewSubject(siteApi, "a"), { inputs: [createTypedLine(1, " A new\tlamp ")] }),
    );
    assert.equal(titledItem.label, "● New artifact in Bugs");
    assert.match(String(titledItem.description), / · A new lamp$/);
    assert.equal(
      createItem(createStoredDraft(createNewSubject(siteApi, "a"))).label,
      "● New artifact in Bugs",
    );
  });

  it("are below a row with their number", () => {
    const item = createLazyItem({ kind: "drafts", id: "g", site, siteApi, accountId: undefined, count: 2 });
    assert.deepEqual(
      [item.label, item.description, item.collapsibleState],
      ["Drafts", "2", vscode.TreeItemCollapsibleState.Expanded],
    );
  });

  it("mark the row of their artifact, after its status", () => {
    const getDescription = (status: string | undefined, hasDraft: boolean): unknown => {
      const node = {
        kind: "artifact",
        id: "a",
        site,
        siteApi,
        artifactId: 12,
        artifact: { id: 12, title: "Lamp", status, assignees: [] },
        tracker: { label: "Bugs" },
        hasDraft,
      } as unknown as ArtifactNode;
      return createLazyItem(node).description;
    };
    assert.deepEqual(
      [getDescription("Open", false), getDescription("Open", true), getDescription(undefined, true)],
      ["Open", "Open · draft", "draft"],
    );
  });
});
