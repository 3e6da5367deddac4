import assert from "node:assert/strict";
import { findSiteByRemotes } from "../../../src/features/commits/findSiteByRemotes.ts";
import type { Site } from "../../../src/model/site.ts";
import { parseRemoteUrl } from "../../../src/store/commits/remotes.ts";

function createSite(web: string): Site {
  return { api: `${web}/api`, web, label: web, format: "json", caFile: undefined };
}

function find(sites: readonly string[], ...urls: readonly string[]): string | undefined {
  const remotes = urls.flatMap((url) => parseRemoteUrl(url) ?? []);
  return findSiteByRemotes(sites.map(createSite), remotes)?.web;
}

const tuleap = "https://tuleap.example.com";
const other = "https://other.example.com";

describe("findSiteByRemotes", () => {
  for (const url of [
    "https://tuleap.example.com/plugins/git/proj/repo.git",
    "https://me:key@TULEAP.example.com/plugins/git/proj/repo.git",
    "ssh://gitolite@tuleap.example.com/proj/repo.git",
    "ssh://gitolite@tuleap.example.com:2222/proj/repo.git",
    "gitolite@tuleap.example.com:proj/repo.git",
  ]) {
    it(`finds the site by its host: ${url}`, () => assert.equal(find([other, tuleap], url), tuleap));
  }

  it("ignores other hosts, even similar ones", () => {
    for (const host of [
      "github.com",
      "tuleap.example.com.evil.com",
      "nottuleap.example.com",
      "example.com",
    ]) {
      assert.equal(find([other, tuleap], `https://${host}/a/b.git`), undefined, host);
    }
  });

  it("uses the first remote with a matching site", () => {
    const [fork, upstream] = ["git@github.com:me/repo.git", "git@other.example.com:a/b.git"];
    assert.equal(find([tuleap, other], fork, upstream, `${tuleap}/a/b.git`), other);
  });

  it("requires the same port unless the remote has none", () => {
    const port = "https://tuleap.example.com:8443";
    assert.equal(find([port], "https://tuleap.example.com:8443/a/b.git"), port);
    assert.equal(find([port], "https://tuleap.example.com:9443/a/b.git"), undefined);
    assert.equal(find([tuleap], "https://tuleap.example.com:9443/a/b.git"), undefined);
    assert.equal(find([port], "gitolite@tuleap.example.com:a/b.git"), port);
    assert.equal(find([port, tuleap], "gitolite@tuleap.example.com:a/b.git"), tuleap);
  });

  it("compares paths if several sites have the same host", () => {
    const [first, second] = [`${tuleap}/first`, `${tuleap}/second`];
    assert.equal(find([first, second], `${tuleap}/second/plugins/git/a/b.git`), second);
    assert.equal(find([tuleap, second], `${tuleap}/second/plugins/git/a/b.git`), second);
    assert.equal(find([tuleap, second], `${tuleap}/plugins/git/a/b.git`), tuleap);
    assert.equal(find([first, second], "gitolite@tuleap.example.com:a/b.git"), undefined);
  });
});
