import assert from "node:assert/strict";
import { findExternalLinkArtifact } from "../../../../src/store/references/referenceCache.ts";
import { createTestStore } from "../../../support/fixtures/testStore.ts";

const { sites } = createTestStore([
  { url: "https://tuleap.example", label: "Home" },
  { url: "https://shared.example/one" },
  { url: "https://shared.example/two" },
  { url: "https://port.example:8443" },
]);

function asText(path: string, query = ""): string {
  const linked = findExternalLinkArtifact(sites.list(), { path, query });
  return linked.kind === "artifact" ? `${linked.site.web} ${linked.artifactId}` : linked.kind;
}

describe("external links", () => {
  it("name a site by its URL and an artifact by its ID", () => {
    const home = "https://tuleap.example 12";
    for (const site of [
      "https://tuleap.example",
      "https://tuleap.example/api",
      "tuleap.example",
      "https%3A%2F%2Ftuleap.example",
    ]) {
      assert.equal(asText("/open", `site=${site}&id=12`), home, site);
    }
    assert.equal(asText("/open", "id=0012&site=tuleap.example"), home);
    assert.equal(asText("/open/tuleap.example/12"), home);
    assert.equal(asText("/open/TULEAP.example/12"), home);
    assert.equal(asText("/open/port.example:8443/7"), "https://port.example:8443 7");
    assert.equal(asText("/open", "site=https://shared.example/two&id=3"), "https://shared.example/two 3");
  });

  it("lead to connected sites only, and not to an ambiguous host", () => {
    for (const site of [
      "https://elsewhere.example",
      "http://tuleap.example",
      "https://tuleap.example.evil.example",
      "shared.example",
      "https://tuleap.example:444",
    ]) {
      assert.equal(asText("/open", `site=${site}&id=12`), "notConnected", site);
    }
    assert.equal(asText("/open/evil.example/12"), "notConnected");
  });

  it("accept nothing else", () => {
    const malformed: readonly (readonly [path: string, query?: string])[] = [
      [""],
      ["/"],
      ["/open"],
      ["/open", "site=tuleap.example"],
      ["/open", "id=12"],
      ["/open", "site=&id=12"],
      ["/open", "site=tuleap.example&id=0"],
      ["/open", "site=tuleap.example&id=-1"],
      ["/open", "site=tuleap.example&id=1e3"],
      ["/open", "site=tuleap.example&id=99999999999"],
      ["/open", "site=tuleap.example&id=12&id=13"],
      ["/open", "site=tuleap.example&id=12&status=closed"],
      ["/delete", "site=tuleap.example&id=12"],
      ["/open/tuleap.example/12/close"],
      ["/open/tuleap.example/12", "status=closed"],
      ["/open/tuleap.example/x"],
      ["/open", `site=tuleap.example&id=${"1".repeat(3000)}`],
    ];
    for (const link of malformed) assert.equal(asText(...link), "malformed", link.join("?"));
  });
});
