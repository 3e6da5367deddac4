import assert from "node:assert/strict";
import fc from "fast-check";
import { isSvnUrlBelow } from "../../../../src/store/svn/svnUrls.ts";

const repository = "https://tuleap.example/svnplugin/lighthouse/charts";

describe("isSvnUrlBelow", () => {
  for (const address of [
    repository,
    `${repository}/`,
    `${repository}/trunk`,
    `${repository}/branches/a%20b/c`,
    "https://Ada@TULEAP.example/svnplugin/lighthouse/charts/trunk",
    "https://tuleap.example:443/svnplugin/lighthouse/charts",
    "https://tuleap.example/svnplugin/lighthouse/ch%61rts/trunk",
    "http://tuleap.example/svnplugin/lighthouse/charts",
    "svn+ssh://ada@tuleap.example/svnplugin/lighthouse/charts/trunk",
  ]) {
    it(`accepts ${address}`, () => assert.ok(isSvnUrlBelow(address, repository)));
  }

  for (const address of [
    "",
    "trunk",
    "https://tuleap.example/svnplugin/lighthouse",
    "https://tuleap.example/svnplugin/lighthouse/charts-archive/trunk",
    "https://tuleap.example/svnplugin/lighthouse/charts/../console",
    "https://tuleap.example/svnplugin/lighthouse/Charts",
    "https://tuleap.example.org/svnplugin/lighthouse/charts",
    "https://example/tuleap.example/svnplugin/lighthouse/charts",
    "https://tuleap.example:8443/svnplugin/lighthouse/charts",
    "file:///svnplugin/lighthouse/charts",
    `${repository}/${"x".repeat(3_000)}`,
  ]) {
    it(`rejects ${address.slice(0, 80)}`, () => assert.ok(!isSvnUrlBelow(address, repository)));
  }

  it("rejects hosts and local folders as repository", () => {
    assert.ok(!isSvnUrlBelow(repository, "https://tuleap.example/"));
    assert.ok(!isSvnUrlBelow("file:///svn/charts/trunk", "file:///svn/charts"));
  });

  it("accepts any path below, and no longer repository path", () => {
    const part = fc.string({ minLength: 1, maxLength: 8 }).filter((each) => !/^\.{1,2}$/.test(each));
    const path = fc.array(part, { minLength: 1, maxLength: 4 });
    const at = (parts: readonly string[]): string =>
      `https://tuleap.example/${parts.map((each) => encodeURIComponent(each)).join("/")}`;
    fc.assert(
      fc.property(path, path, (outer, further) => {
        assert.ok(isSvnUrlBelow(at([...outer, ...further]), at(outer)));
        assert.ok(!isSvnUrlBelow(at(outer), at([...outer, ...further])));
      }),
    );
  });
});
