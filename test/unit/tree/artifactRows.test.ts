import assert from "node:assert/strict";
import { artifactRows, Neighbours } from "../../../src/features/tree/artifactRows.ts";
import type { RecentNode } from "../../../src/features/tree/nodes.ts";
import type { ArtifactRow } from "../../../src/model/artifact.ts";
import { openStore } from "../../support/fixtures/openStore.ts";

const site = openStore([{ url: "https://a.example" }]).sites.list()[0] ?? assert.fail("no site");
const parent: RecentNode = { kind: "recent", id: "recent", site, siteApi: site.api };

function row(id: number, status: string | undefined): ArtifactRow {
  return {
    kind: "artifact",
    id,
    uri: `artifacts/${id}`,
    title: "",
    page: undefined,
    status,
    isOpen: undefined,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
    revision: undefined,
  };
}

describe("groups of artifacts", () => {
  it("have ids of their own, whatever the server calls them", () => {
    const states = ["A", "A/artifact/1", "A%2Fartifact%2F1", "", undefined, "none"];
    const items = states.map((status, place) => row(place + 1, status));
    const made = artifactRows(
      parent,
      items,
      { sort: undefined, group: "status" },
      { placeOf: () => undefined, unsent: new Set(), isAmongOthers: true, readOn: undefined },
      new Neighbours(),
    );
    const ids = made.flatMap((node) => [
      node.id,
      ...(node.kind === "group" ? node.rows : []).map(({ id }) => id),
    ]);
    assert.ok(ids.length >= 2 * (states.length - 1));
    assert.equal(new Set(ids).size, ids.length);
  });
});
