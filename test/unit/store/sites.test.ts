import assert from "node:assert/strict";
import { type SiteSetting, Sites } from "../../../src/store/sites.ts";

function createSites(initial: readonly unknown[]): { sites: Sites; written: () => readonly unknown[] } {
  let stored = initial;
  const sites = new Sites({
    read: () => stored,
    write: (value: readonly SiteSetting[]) => {
      stored = value;
      return Promise.resolve();
    },
  });
  return { sites, written: () => stored };
}

describe("Sites", () => {
  it("reads entries as users write them, and ignores invalid ones", () => {
    const { sites } = createSites([
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

  it("adds a site once, and keeps other and invalid entries when one is removed", async () => {
    const { sites, written } = createSites(["kept as it is"]);
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

  it("adds a CA file later and keeps the label", async () => {
    const { sites, written } = createSites([{ url: "https://a.example", label: "Home" }]);
    await sites.add("https://a.example/api", "/ca.pem");
    assert.deepEqual(written(), [{ url: "https://a.example", label: "Home", caFile: "/ca.pem" }]);
  });

  it("finds the site of a URL", () => {
    const { sites } = createSites([{ url: "https://a.example" }]);
    assert.equal(sites.findByUrl("https://a.example/api/projects?limit=1")?.label, "a.example");
    assert.equal(sites.findByUrl("https://a.example/apix"), undefined);
  });
});
