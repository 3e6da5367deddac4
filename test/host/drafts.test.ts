import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ArtifactNode, DraftNode } from "../../src/features/tree/nodes.ts";
import { lateItem } from "../../src/features/tree/rowItems.ts";
import type { Site } from "../../src/model/site.ts";
import type { KeptDraft } from "../../src/store/keptDraft.ts";
import { openStore } from "../support/fixtures/openStore.ts";
import { about, line, somethingNew, typed } from "../unit/tree/keptDrafts.ts";

const minute = 60_000;

describe("the rows of drafts", () => {
  const site = openStore([{ url: "https://a.example", label: "Harbour" }]).sites.list()[0] as Site;
  const siteApi = site.api;

  function row(kept: KeptDraft): vscode.TreeItem {
    const node: DraftNode = { kind: "draft", id: "d", site, siteApi, subject: kept.subject, kept };
    return lateItem(node);
  }

  it("say what they are about, how much was typed and when", () => {
    const kept = typed(about(siteApi, 12), {
      inputs: [line(1, "Lamp"), line(2, "y"), line("comment", "z")],
      changedAt: Date.now() - 5 * minute,
      title: "Lamp\nis dark",
    });
    const item = row(kept);
    assert.equal(item.label, "● #12");
    assert.equal(item.description, "5 minutes ago · Lamp is dark");
    assert.equal(item.contextValue, "draft");
    assert.equal(item.command?.command, "artifacts.openDraft");
    const [target] = item.command.arguments as readonly DraftNode[];
    assert.deepEqual([target?.siteApi, target?.subject], [siteApi, kept.subject]);
    const value = (item.tooltip as vscode.MarkdownString).value.replaceAll("&nbsp;", " ");
    assert.match(value, /Bugs\s+3 changes · 5 minutes ago/);
    assert.match(value, /- Title\n- Summary\n- Comment/);
  });

  it("take no links, icons or line breaks from a server", () => {
    const title = "$(error) [a](command:b)\n![c](d)";
    const { tooltip } = row(typed(about(siteApi, 12), { title, tracker: title }));
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.ok(!/[^\\]\[a\]|[^\\]!\[c\]|[^\\]\$\(error/.test(tooltip.value), tooltip.value);
    assert.notEqual(tooltip.isTrusted, true);
  });

  it("name what is new by its tracker and the title that was typed", () => {
    const titled = row(typed(somethingNew(siteApi, "a"), { inputs: [line(1, " A new\tlamp ")] }));
    assert.equal(titled.label, "● New in Bugs");
    assert.match(String(titled.description), / · A new lamp$/);
    assert.equal(row(typed(somethingNew(siteApi, "a"))).label, "● New in Bugs");
  });

  it("stand below a row that counts them", () => {
    const item = lateItem({ kind: "drafts", id: "g", site, siteApi, accountId: undefined, count: 2 });
    assert.deepEqual(
      [item.label, item.description, item.collapsibleState],
      ["Unsent Drafts", "2", vscode.TreeItemCollapsibleState.Expanded],
    );
  });

  it("leave a mark at the artifact's own row, beside its status", () => {
    const described = (status: string | undefined, isUnsent: boolean): unknown => {
      const node = {
        kind: "artifact",
        id: "a",
        site,
        siteApi,
        artifactId: 12,
        artifact: { id: 12, title: "Lamp", status, assignees: [] },
        tracker: { label: "Bugs" },
        isUnsent,
      } as unknown as ArtifactNode;
      return lateItem(node).description;
    };
    assert.deepEqual(
      [described("Open", false), described("Open", true), described(undefined, true)],
      ["Open", "unsent · Open", "unsent"],
    );
  });
});
