import assert from "node:assert/strict";
import { siteOfRemotes } from "../../../src/features/commits/siteOfRemotes.ts";
import type { Site } from "../../../src/model/site.ts";
import { remoteAddress } from "../../../src/store/commits/remotes.ts";

function site(web: string): Site {
  return { api: `${web}/api`, web, label: web, format: "json", caFile: undefined };
}

function found(sites: readonly string[], ...urls: readonly string[]): string | undefined {
  const remotes = urls.flatMap((url) => remoteAddress(url) ?? []);
  return siteOfRemotes(sites.map(site), remotes)?.web;
}

const tuleap = "https://tuleap.example.com";
const other = "https://other.example.com";

describe("the site that a remote names", () => {
  for (const url of [
    "https://tuleap.example.com/plugins/git/proj/repo.git",
    "https://me:key@TULEAP.example.com/plugins/git/proj/repo.git",
    "ssh://gitolite@tuleap.example.com/proj/repo.git",
    "ssh://gitolite@tuleap.example.com:2222/proj/repo.git",
    "gitolite@tuleap.example.com:proj/repo.git",
  ]) {
    it(`is the one on its host: ${url}`, () => assert.equal(found([other, tuleap], url), tuleap));
  }

  it("is none where the host is another one, also one that looks like it", () => {
    for (const host of [
      "github.com",
      "tuleap.example.com.evil.com",
      "nottuleap.example.com",
      "example.com",
    ]) {
      assert.equal(found([other, tuleap], `https://${host}/a/b.git`), undefined, host);
    }
  });

  it("is of the first remote that names one", () => {
    const [fork, upstream] = ["git@github.com:me/repo.git", "git@other.example.com:a/b.git"];
    assert.equal(found([tuleap, other], fork, upstream, `${tuleap}/a/b.git`), other);
  });

  it("takes no other port for the same, unless the remote names none", () => {
    const port = "https://tuleap.example.com:8443";
    assert.equal(found([port], "https://tuleap.example.com:8443/a/b.git"), port);
    assert.equal(found([port], "https://tuleap.example.com:9443/a/b.git"), undefined);
    assert.equal(found([tuleap], "https://tuleap.example.com:9443/a/b.git"), undefined);
    assert.equal(found([port], "gitolite@tuleap.example.com:a/b.git"), port);
    assert.equal(found([port, tuleap], "gitolite@tuleap.example.com:a/b.git"), tuleap);
  });

  it("is the one whose path the remote is below, of several on one host", () => {
    const [first, second] = [`${tuleap}/first`, `${tuleap}/second`];
    assert.equal(found([first, second], `${tuleap}/second/plugins/git/a/b.git`), second);
    assert.equal(found([tuleap, second], `${tuleap}/second/plugins/git/a/b.git`), second);
    assert.equal(found([tuleap, second], `${tuleap}/plugins/git/a/b.git`), tuleap);
    assert.equal(found([first, second], "gitolite@tuleap.example.com:a/b.git"), undefined);
  });
});
