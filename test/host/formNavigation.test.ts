import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { FormPanel } from "../../src/features/form/formPanel.ts";
import { FormNavigation } from "../../src/features/form/formNavigation.ts";
import type { ArtifactTarget } from "../../src/protocol/commandArguments.ts";

describe("FormNavigation", () => {
  const siteApi = "https://a.example/api";
  const { showInformationMessage } = vscode.window;
  const messages: string[] = [];
  const closedIds: number[] = [];

  before(() => {
    Object.assign(vscode.window, {
      showInformationMessage: (text: string) => Promise.resolve(void messages.push(text)),
    });
  });
  after(() => Object.assign(vscode.window, { showInformationMessage }));

  function createPanel(artifactId: number): FormPanel {
    return {
      session: { subject: { kind: "artifact", siteApi, accountId: undefined, artifactId } },
      site: { label: "Demo" },
      viewColumn: vscode.ViewColumn.One,
      closeIfNoDraft: () => void closedIds.push(artifactId),
    } as unknown as FormPanel;
  }

  it("loads more of the list, and shows a message at its end", async () => {
    const list: ArtifactTarget[] = [3, 2].map((artifactId) => ({ siteApi, artifactId }));
    const remainingIds = [1, 0];
    const loadMore = (): Promise<"read" | "end"> => {
      const artifactId = remainingIds.shift();
      if (artifactId !== undefined) list.push({ siteApi, artifactId });
      return Promise.resolve(artifactId === undefined ? "end" : "read");
    };
    const navigation = new FormNavigation();
    let panel = createPanel(2);
    navigation.recordPosition(panel, { siteApi, artifactId: 2, getListedArtifacts: () => list, loadMore });
    const open = (target: ArtifactTarget): Promise<void> => {
      panel = createPanel(target.artifactId);
      return Promise.resolve(navigation.recordPosition(panel, target));
    };
    await navigation.navigate(panel, "next", open);
    await navigation.navigate(panel, "next", open);
    assert.deepEqual([closedIds, messages], [[2, 1], []]);
    const fail = (): never => assert.fail("there is no next artifact");
    await navigation.navigate(panel, "next", fail);
    await navigation.navigate(createPanel(7), "next", fail);
    assert.deepEqual(messages, [
      "This is the last artifact in the list.",
      "Next Artifact and Previous Artifact aren't available because this artifact wasn't opened from a list.",
    ]);
  });
});
