import assert from "node:assert/strict";
import fc from "fast-check";
import { toResourceUrl } from "../../../src/api/network/httpClient.ts";

const api = "https://a.example/api";

describe("toResourceUrl", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["projects/101", `${api}/projects/101`],
    ["/projects/101", `${api}/projects/101`],
    ["/api/projects/101", `${api}/projects/101`],
    [`${api}/projects/101?limit=2`, `${api}/projects/101?limit=2`],
    ["projects/101/trackers", `${api}/projects/101/trackers`],
    ["https://user:pass@a.example/api/projects", `${api}/projects`],
    ["http://a.example/api/projects", undefined],
    ["https://evil.example/api/projects", undefined],
    ["//evil.example/api/projects", undefined],
    ["../account/secret", undefined],
    ["/api/../account/secret", undefined],
    ["projects/%2e%2e/%2e%2e/secret", undefined],
    ["projects/..%2f..%2faccount", undefined],
    ["projects/..%5C..%5Caccount", undefined],
    ["projects/..%252f..%252faccount", undefined],
    ["projects?query=a%2fb", `${api}/projects?query=a%2fb`],
    ["javascript:alert(1)", undefined],
    ["https://a.example:8443/api/projects", undefined],
    ["\\\\evil.example\\api", `${api}/evil.example/api`],
  ];
  for (const [uri, expected] of cases) {
    it(`converts ${uri} to ${expected ?? "undefined"}`, () => {
      assert.equal(toResourceUrl(api, uri)?.href, expected);
    });
  }

  it("never returns a URL outside the API root", () => {
    const parts = fc.constantFrom(
      "..",
      "/",
      "//",
      "\\",
      "@",
      "evil.example",
      "https:",
      "%2e%2e",
      "api",
      "?",
      "#",
      ":",
      "x",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 5 })), { maxLength: 12 }), (pieces) => {
        const url = toResourceUrl(api, pieces.join(""));
        if (url !== undefined) assert.ok(url.href.startsWith(`${api}/`), url.href);
      }),
    );
  });
});
