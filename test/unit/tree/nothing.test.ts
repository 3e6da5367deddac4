import assert from "node:assert/strict";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type { TreeNode } from "../../../src/features/tree/nodes.ts";
import { rootsOf, workRoots } from "../../../src/features/tree/roots.ts";
import { string } from "../../simulator/demo/draftField.ts";
import { browse, closeServers, label } from "./browsing.ts";

describe("where there is nothing", () => {
  afterEach(closeServers);

  it("a row says of what, in both views", async () => {
    const browsing = await browse({ dialect: "product" }, "outsider");
    const fields = [string("title", "Title", {})];
    const { id: tracker } = browsing.server.addTracker({ projectId: 102, label: "Lanterns", fields });
    browsing.save("user", [{ name: "Lit lanterns", site: browsing.server.url, tracker }]);

    /** What is said to be missing, below the row at the end of this way. */
    async function missing(rows: readonly TreeNode[], ...way: readonly string[]): Promise<unknown> {
      let below = rows;
      for (const step of way) {
        const row = below.find((each) => (each.kind === "work" ? each.concern : label(each)) === step);
        below = await childrenOf(browsing, row ?? assert.fail(step));
      }
      return below.map((row) => (row.kind === "nothing" ? row.of : row.kind));
    }

    const work = await workRoots(browsing);
    const tree = (await rootsOf(browsing)).nodes;
    assert.deepEqual(
      [
        await missing(work, "assigned"),
        await missing(work, "recent"),
        await missing(tree, "Lit lanterns"),
        await missing(tree, "site", "allProjects", "Open Tides", "Lanterns"),
      ],
      [["assigned"], ["recent"], ["found"], ["artifacts"]],
    );
  });
});
