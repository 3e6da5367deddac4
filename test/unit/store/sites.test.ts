import assert from "node:assert/strict";
import { type SiteSetting, Sites } from "../../../src/store/sites.ts";

function sitesOver(initial: readonly unknown[]): { sites: Sites; written: () => readonly unknown[] } {
  let kept = initial;
  const sites = new Sites({
    read: () => kept,
    write: (value: readonly SiteSetting[]) => {
      kept = value;
      return Promise.resolve();
    },
  });
  return { sites, written: () => kept };
}

describe("the sites in the settings", () => {
  it("are read as people wrote them, and what describes none is passed over", () => {
    const { sites } = sitesOver([
      { url: "https://a.example", label: "Home", format: "xml", caFile: "/certs/ca.pem" },
      { url: "b.example/api/v1" },
      { url: "https://a.example/api/", label: "the same once more" },
      "nonsense",
      null,
      { label: "without an address" },
      { url: 12 },
    ]);
    assert.deepEqual(sites.list(), [
      {
        api: "https://a.example/api",
        web: "https://a.example",
        label: "Home",
        format: "xml",
        caFile: "/certs/ca.pem",
      },
      {
        api: "https://b.example/api/v1",
        web: "https://b.example",
        label: "b.example",
        format: "json",
        caFile: undefined,
      },
    ]);
  });

  it("are added once, and removing one leaves the others and what is not understood", async () => {
    const { sites, written } = sitesOver(["kept as it is"]);
    await sites.add("https://a.example/api", undefined);
    await sites.add("https://b.example/api", "/ca.pem");
    await sites.add("https://a.example/api", undefined);
    assert.deepEqual(written(), [
      "kept as it is",
      { url: "https://a.example" },
      { url: "https://b.example", caFile: "/ca.pem" },
    ]);
    await sites.remove("https://a.example/api");
    assert.deepEqual(written(), ["kept as it is", { url: "https://b.example", caFile: "/ca.pem" }]);
  });

  it("take a CA file that was chosen later, and keep their label", async () => {
    const { sites, written } = sitesOver([{ url: "https://a.example", label: "Home" }]);
    await sites.add("https://a.example/api", "/ca.pem");
    assert.deepEqual(written(), [{ url: "https://a.example", label: "Home", caFile: "/ca.pem" }]);
  });

  it("know which of them an address belongs to", () => {
    const { sites } = sitesOver([{ url: "https://a.example" }]);
    assert.equal(sites.at("https://a.example/api/projects?limit=1")?.label, "a.example");
    assert.equal(sites.at("https://a.example/apix"), undefined);
  });
});
