import assert from "node:assert/strict";
import { addressOf, nextPage, resourceBelow } from "../../../../src/store/inspect.ts";

const api = "https://tuleap.example/sub/api";

describe("addresses of what is inspected", () => {
  it("are relative to the API's root, however a server writes them", () => {
    for (const uri of [
      "artifacts/12?limit=3",
      "/artifacts/12?limit=3",
      "/sub/api/artifacts/12?limit=3",
      "https://tuleap.example/sub/api/artifacts/12?limit=3#there",
      "https://me:secret@tuleap.example/sub/api/artifacts/12?limit=3",
    ]) {
      assert.equal(resourceBelow(api, uri), "artifacts/12?limit=3", uri);
    }
    assert.equal(addressOf(api, "artifacts/12"), "https://tuleap.example/sub/api/artifacts/12");
  });

  it("lead nowhere else", () => {
    for (const uri of [
      "",
      "/",
      "https://elsewhere.example/sub/api/artifacts/12",
      "https://tuleap.example.evil.example/sub/api/artifacts/12",
      "http://tuleap.example/sub/api/artifacts/12",
      "//elsewhere.example/sub/api/artifacts/12",
      "https://tuleap.example/sub/plugins/tracker/?aid=12",
      "../plugins/tracker/?aid=12",
      "artifacts/../../../etc",
      "\\\\elsewhere.example\\artifacts",
      "javascript:alert(1)",
      "command:workbench.action.quit",
      "file:///etc/passwd",
      "https://[broken",
    ]) {
      const resource = resourceBelow(api, uri);
      // What stays below the root whatever is written asks for nothing but an address there.
      const address = resource === undefined ? undefined : addressOf(api, resource);
      assert.ok(address === undefined || address.startsWith(`${api}/`), `${uri}: ${address}`);
      if (/^[a-z]+:|^\/\/|\.\./.test(uri) || uri.length < 2) assert.equal(resource, undefined, uri);
    }
  });

  it("go on with the next page of a collection, with all else that was asked", () => {
    const next = { offset: 20, limit: 10, size: 25 };
    assert.equal(nextPage(api, "projects/1/svn", next), "projects/1/svn?limit=10&offset=20");
    assert.equal(
      nextPage(api, "projects?query=%7B%7D&offset=10", next),
      "projects?query=%7B%7D&offset=20&limit=10",
    );
  });
});
