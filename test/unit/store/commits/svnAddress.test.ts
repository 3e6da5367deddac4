import assert from "node:assert/strict";
import fc from "fast-check";
import { liesUnder } from "../../../../src/store/svn/workingCopy.ts";

const repository = "https://tuleap.example/svnplugin/lighthouse/charts";

describe("an address of Subversion", () => {
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
    it(`lies in a repository: ${address}`, () => assert.ok(liesUnder(address, repository)));
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
    it(`lies elsewhere: ${address.slice(0, 80)}`, () => assert.ok(!liesUnder(address, repository)));
  }

  it("of a whole host, or of a folder of this machine, is no repository of a site", () => {
    assert.ok(!liesUnder(repository, "https://tuleap.example/"));
    assert.ok(!liesUnder("file:///svn/charts/trunk", "file:///svn/charts"));
  });

  it("lies in what it was put together from, and in nothing longer", () => {
    const part = fc.string({ minLength: 1, maxLength: 8 }).filter((each) => !/^\.{1,2}$/.test(each));
    const path = fc.array(part, { minLength: 1, maxLength: 4 });
    const at = (parts: readonly string[]): string =>
      `https://tuleap.example/${parts.map((each) => encodeURIComponent(each)).join("/")}`;
    fc.assert(
      fc.property(path, path, (outer, further) => {
        assert.ok(liesUnder(at([...outer, ...further]), at(outer)));
        assert.ok(!liesUnder(at(outer), at([...outer, ...further])));
      }),
    );
  });
});
