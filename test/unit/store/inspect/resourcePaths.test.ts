import assert from "node:assert/strict";
import { toAbsoluteUrl, toNextPagePath, toResourcePath } from "../../../../src/store/rawResourceRequests.ts";

const api = "https://tuleap.example/sub/api";

describe("resource paths", () => {
  it("are relative to the API root, however the server writes them", () => {
    for (const uri of [
      "artifacts/12?limit=3",
      "/artifacts/12?limit=3",
      "/sub/api/artifacts/12?limit=3",
      "https://tuleap.example/sub/api/artifacts/12?limit=3#there",
      "https://me:secret@tuleap.example/sub/api/artifacts/12?limit=3",
    ]) {
      assert.equal(toResourcePath(api, uri), "artifacts/12?limit=3", uri);
    }
    assert.equal(toAbsoluteUrl(api, "artifacts/12"), "https://tuleap.example/sub/api/artifacts/12");
  });

  it("never lead outside of the API root", () => {
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
      const resource = toResourcePath(api, uri);
      // Such a path stays below the root and is harmless.
      const address = resource === undefined ? undefined : toAbsoluteUrl(api, resource);
      assert.ok(address === undefined || address.startsWith(`${api}/`), `${uri}: ${address}`);
      if (/^[a-z]+:|^\/\/|\.\./.test(uri) || uri.length < 2) assert.equal(resource, undefined, uri);
    }
  });

  it("include the other parameters for the next page", () => {
    const next = { offset: 20, limit: 10, size: 25 };
    assert.equal(toNextPagePath(api, "projects/1/svn", next), "projects/1/svn?limit=10&offset=20");
    assert.equal(
      toNextPagePath(api, "projects?query=%7B%7D&offset=10", next),
      "projects?query=%7B%7D&offset=20&limit=10",
    );
  });
});
