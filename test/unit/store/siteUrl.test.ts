import assert from "node:assert/strict";
import {
  toApiRoot,
  parseArtifactIdFromUrl,
  guessApiRoots,
  toSingleLineUrl,
  isRemotePlainHttp,
  toPageUrl,
  toSiteSettingUrl,
  toWebRoot,
} from "../../../src/store/sites.ts";

describe("the URL of a site", () => {
  const root = "https://tuleap.example.com/api";
  const pasted: readonly (readonly [string, readonly string[]])[] = [
    ["tuleap.example.com", [root]],
    ["  https://tuleap.example.com/  ", [root]],
    ["https://tuleap.example.com/api", [root]],
    ["https://tuleap.example.com/api/", [root]],
    ["https://tuleap.example.com/api/v1", [root, `${root}/v1`]],
    ["tuleap.example.com/api/v1/projects?limit=3", [root, `${root}/v1`]],
    ["https://tuleap.example.com/projects/api/x", ["https://tuleap.example.com/projects/api", root]],
    ["tlp-k1-12.abcdef0123456789", []],
    ["https://someone:secret@tuleap.example.com", [root]],
    [
      "https://tuleap.example.com/plugins/tracker/?aid=12#x",
      [root, "https://tuleap.example.com/plugins/api"],
    ],
    [
      "https://example.com/tuleap/projects/site",
      ["https://example.com/api", "https://example.com/tuleap/api"],
    ],
    ["http://tuleap.example.com:8080", ["http://tuleap.example.com:8080/api"]],
    ["localhost:8080", ["http://localhost:8080/api"]],
    ["127.0.0.1:3000/api", ["http://127.0.0.1:3000/api"]],
    ["[::1]:3000", ["http://[::1]:3000/api"]],
    ["bücher.example", ["https://xn--bcher-kva.example/api"]],
    ["", []],
    ["two words", []],
    ["ftp://tuleap.example.com", []],
    ["file:///etc/passwd", []],
    ["javascript://alert(1)", []],
    ["https://", []],
  ];
  for (const [text, expected] of pasted) {
    it(`maps ${JSON.stringify(text)} to ${expected[0] ?? "nothing"}`, () => {
      assert.deepEqual(guessApiRoots(text), expected);
    });
  }

  it("is the same whether settings name the site or its API", () => {
    for (const text of [
      "https://a.example",
      "https://a.example/",
      "https://a.example/api",
      "a.example/api/",
    ]) {
      assert.equal(toApiRoot(text), "https://a.example/api");
    }
    assert.equal(toApiRoot("https://a.example/api/v1/"), "https://a.example/api/v1");
    assert.equal(toApiRoot("nonsense address"), undefined);
  });

  it("is written to settings in short form, and read back as the same root", () => {
    for (const api of ["https://a.example/api", "https://a.example/api/v1", "https://a.example/sub/api"]) {
      assert.equal(toApiRoot(toSiteSettingUrl(api)), api);
    }
    assert.equal(toSiteSettingUrl("https://a.example/api"), "https://a.example");
  });

  it("leads to pages of its own origin only", () => {
    const api = "https://a.example/api/v1";
    assert.equal(toWebRoot(api), "https://a.example");
    assert.equal(toWebRoot("https://api/tuleap/api"), "https://api/tuleap");
    assert.equal(toPageUrl(api, "/plugins/tracker/?aid=1"), "https://a.example/plugins/tracker/?aid=1");
    assert.equal(toPageUrl(api, "plugins/tracker/?aid=1"), "https://a.example/plugins/tracker/?aid=1");
    for (const elsewhere of [
      "https://evil.example/x",
      "//evil.example/x",
      "javascript:alert(1)",
      "http://[",
      "data:x",
      "blob:https://a.example/0a1b2c3d",
      "BLOB:https://a.example/plugins/tracker/?aid=12",
      "filesystem:https://a.example/temporary/x",
      "view-source:https://a.example/",
      "vscode://a.example/",
      "http://a.example/",
    ]) {
      assert.equal(toPageUrl(api, elsewhere), "https://a.example/");
    }
  });

  it("is plain HTTP unless it is encrypted or local", () => {
    assert.deepEqual(
      ["http://localhost/", "http://127.0.0.1:80/", "http://[::1]/", "https://a.example/"].map(
        isRemotePlainHttp,
      ),
      [false, false, false, false],
    );
    assert.deepEqual(["http://localhost.evil.example/", "http://a.example/"].map(isRemotePlainHttp), [
      true,
      true,
    ]);
  });

  it("contains the artifact ID of its own pages only", () => {
    const api = "https://tuleap.example.com/sub/api";
    assert.deepEqual(
      [
        "https://tuleap.example.com/sub/plugins/tracker/?aid=12",
        "/sub/plugins/tracker/?aid=12#followups",
        "plugins/tracker/?tracker=3&aid=12",
        "https://tuleap.example.com/sub/goto?key=art&val=12&group_id=101",
        "/sub/goto/?val=12&key=bug",
      ].map((address) => parseArtifactIdFromUrl(api, address)),
      Array.from({ length: 5 }, () => 12),
    );
    assert.deepEqual(
      [
        "blob:https://tuleap.example.com/plugins/tracker/?aid=12",
        "https://other.example.com/plugins/tracker/?aid=12",
        "http://tuleap.example.com/plugins/tracker/?aid=12",
        "/plugins/tracker/?aid=12x",
        "/plugins/tracker/?tracker=3",
        "/projects/?aid=12",
        "javascript:alert(1)",
        "/sub/goto?key=doc&val=12",
        "/sub/goto?val=12",
        "/sub/goto?key=art&val=release-12",
        "/sub/gotoo?key=art&val=12",
        "https://other.example.com/goto?key=art&val=12",
      ].filter((address) => parseArtifactIdFromUrl(api, address) !== undefined),
      [],
    );
  });
});

describe("toCopyableUrl", () => {
  it("returns a single line", () => {
    assert.deepEqual(
      [
        "https://svn.example.com/svnplugin/tides/charts",
        "https://svn.example.com/charts\nrm -rf ~\n",
        "svn+ssh://svn.example.com/charts\r\n\u001b[2Jx\u202ey",
        "svn.example.com/charts\r\nrm -rf ~\u2028\u0085\u001b\u202e",
      ].map(toSingleLineUrl),
      [
        "https://svn.example.com/svnplugin/tides/charts",
        "https://svn.example.com/chartsrm%20-rf%20~",
        "svn+ssh://svn.example.com/charts%1B[2Jx%E2%80%AEy",
        "svn.example.com/chartsrm -rf ~",
      ],
    );
  });
});
