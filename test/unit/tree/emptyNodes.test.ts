import assert from "node:assert/strict";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type { TreeNode } from "../../../src/features/tree/treeNodes.ts";
import { loadTreeRoots, loadMyWorkRoots } from "../../../src/features/tree/treeRoots.ts";
import { stringField } from "../../simulator/demo/fieldDefinition.ts";
import { createTreeFixture, closeServers, getLabel } from "./treeFixture.ts";

describe("empty lists", () => {
  afterEach(closeServers);

  it("show a node that names what is missing, in both views", async () => {
    const fixture = await createTreeFixture({ dialect: "product" }, "outsider");
    const fields = [stringField("title", "Title", {})];
    const { id: tracker } = fixture.server.addTracker({ projectId: 102, label: "Lanterns", fields });
    fixture.setQueries("user", [{ name: "Lit lanterns", site: fixture.server.url, tracker }]);

    /** What the empty node at the end of the path says is missing. */
    async function getMissing(rows: readonly TreeNode[], ...path: readonly string[]): Promise<unknown> {
      let nodes = rows;
      for (const step of path) {
        const row = nodes.find((each) => (each.kind === "work" ? each.concern : getLabel(each)) === step);
        nodes = await loadChildren(fixture, row ?? assert.fail(step));
      }
      return nodes.map((row) => (row.kind === "empty" ? row.missing : row.kind));
    }

    const work = await loadMyWorkRoots(fixture);
    const tree = (await loadTreeRoots(fixture)).nodes;
    assert.deepEqual(
      [
        await getMissing(work, "assigned"),
        await getMissing(work, "recent"),
        await getMissing(tree, "Lit lanterns"),
        await getMissing(tree, "site", "allProjects", "Open Tides", "Lanterns"),
      ],
      [["assigned"], ["recent"], ["found"], ["artifacts"]],
    );
  });
});
