import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { FormPanel } from "../../src/features/form/formPanel.ts";
import { Neighbours } from "../../src/features/form/neighbours.ts";
import type { ArtifactTarget } from "../../src/protocol/commands.ts";

describe("from the form of one artifact to the next of its list", () => {
  const siteApi = "https://a.example/api";
  const { showInformationMessage } = vscode.window;
  const said: string[] = [];
  const closed: number[] = [];

  before(() => {
    Object.assign(vscode.window, {
      showInformationMessage: (text: string) => Promise.resolve(void said.push(text)),
    });
  });
  after(() => Object.assign(vscode.window, { showInformationMessage }));

  function panelOf(artifactId: number): FormPanel {
    return {
      editing: { subject: { kind: "artifact", siteApi, accountId: undefined, artifactId } },
      site: { label: "Demo" },
      viewColumn: vscode.ViewColumn.One,
      closeIfNothingUnsent: () => void closed.push(artifactId),
    } as unknown as FormPanel;
  }

  it("reads on where the list goes on, also from what was read then, and says where it ends", async () => {
    const list: ArtifactTarget[] = [3, 2].map((artifactId) => ({ siteApi, artifactId }));
    const more = [1, 0];
    const readOn = (): Promise<"read" | "end"> => {
      const artifactId = more.shift();
      if (artifactId !== undefined) list.push({ siteApi, artifactId });
      return Promise.resolve(artifactId === undefined ? "end" : "read");
    };
    const neighbours = new Neighbours();
    let panel = panelOf(2);
    neighbours.opened(panel, { siteApi, artifactId: 2, neighbours: () => list, readOn });
    const open = (target: ArtifactTarget): Promise<void> => {
      panel = panelOf(target.artifactId);
      return Promise.resolve(neighbours.opened(panel, target));
    };
    await neighbours.go(panel, "next", open);
    await neighbours.go(panel, "next", open);
    assert.deepEqual([closed, said], [[2, 1], []]);
    const fail = (): never => assert.fail("there is no other");
    await neighbours.go(panel, "next", fail);
    await neighbours.go(panelOf(7), "next", fail);
    assert.deepEqual(said, ["This is the last one of the list.", "This form was not opened from a list."]);
  });
});
