import assert from "node:assert/strict";
import {
  commitLink,
  type RemoteAddress,
  remoteAddress,
  remotesOf,
} from "../../../../src/store/commits/remotes.ts";
import { GitStage, type TestRepository } from "./gitStage.ts";

const hash = "0123456789abcdef0123456789abcdef01234567";

function link(url: string, platforms: readonly string[] = []): string | undefined {
  const address = remoteAddress(url);
  return address === undefined ? undefined : commitLink(address, hash, platforms);
}

describe("the page of a commit", () => {
  for (const [url, page] of [
    ["https://github.com/owner/repo.git", "https://github.com/owner/repo/commit/"],
    ["https://user:secret@github.com/owner/repo", "https://github.com/owner/repo/commit/"],
    ["git@github.com:owner/repo.git", "https://github.com/owner/repo/commit/"],
    ["ssh://git@ssh.github.com:443/owner/repo.git", "https://github.com/owner/repo/commit/"],
    ["git@GitHub.example.com:owner/repo.git/", "https://github.example.com/owner/repo/commit/"],
    ["https://gitlab.com/group/sub/repo.git", "https://gitlab.com/group/sub/repo/-/commit/"],
    ["https://gitlab.example.com:8443/a/b.git", "https://gitlab.example.com:8443/a/b/-/commit/"],
    ["ssh://git@gitlab.example.com:2222/a/b.git", "https://gitlab.example.com/a/b/-/commit/"],
    ["http://gitea.example.com:3000/a/b.git", "http://gitea.example.com:3000/a/b/commit/"],
    ["git@codeberg.org:a/b.git", "https://codeberg.org/a/b/commit/"],
    ["git@bitbucket.org:a/b.git", "https://bitbucket.org/a/b/commits/"],
  ] as const) {
    it(`is known for ${url}`, () => assert.equal(link(url), `${page}${hash}`));
  }

  const platform = `/plugins/git/proj/group/repo?a=commit&h=${hash}`;
  it("is known for the platform's own repositories, by their path or by a connected site", () => {
    assert.equal(
      link("https://t.example.com/plugins/git/proj/group/repo.git"),
      `https://t.example.com${platform}`,
    );
    const sites = ["https://other.example.com", "https://t.example.com:8443/"];
    for (const url of [
      "ssh://gitolite@t.example.com/proj/group/repo.git",
      "gitolite@t.example.com:proj/group/repo.git",
      "https://me:key@t.example.com:8443/plugins/git/proj/group/repo.git",
    ]) {
      assert.equal(link(url, sites), `https://t.example.com:8443${platform}`);
    }
    assert.equal(link("gitolite@t.example.com:proj/group/repo.git"), undefined);
  });

  for (const url of [
    "",
    "/srv/github.com/repo.git",
    "../github.com/repo",
    "file:///srv/github.com/repo.git",
    "C:\\github.com\\repo",
    "ext::sh -c 'touch x' github.com:a/b",
    "https://example.com/owner/repo.git",
    "https://github.com",
    "https://github.com/owner",
    "https://github.com/owner/../../evil",
    "https://github.com/owner/re po",
    "https://github.com/owner/%2e%2e%2fevil",
    "https://github.com/owner/repo@evil.example",
    "https://github.com/owner/<script>",
    "git@github.com-work:owner/repo.git",
    "git@github.com:owner/repo]( command:evil",
    "user:secret@github.com:owner/repo.git",
    "javascript://github.com/a/b",
    "https://notgithub.example/a/b",
    `https://github.com/${"a/".repeat(2_000)}b`,
  ]) {
    it(`is unknown for ${JSON.stringify(url.slice(0, 60))}`, () => assert.equal(link(url), undefined));
  }

  it("is unknown for what is no full hash", () => {
    const address = remoteAddress("https://github.com/a/b");
    assert.ok(address !== undefined);
    for (const text of ["", "abc", "main", `${hash}?x`, hash.toUpperCase()]) {
      assert.equal(commitLink(address, text), undefined);
    }
    const long = `${hash}${hash.slice(0, 24)}`;
    assert.equal(commitLink(address, long), `https://github.com/a/b/commit/${long}`);
  });

  it("leads to the host of the address, not to what is written before an @", () => {
    assert.equal(
      link("https://github.com@gitlab.example/a/b"),
      `https://gitlab.example/a/b/-/commit/${hash}`,
    );
    assert.equal(link("https://github.com:x@evil.example/a/b"), undefined);
  });
});

describe("the remotes of a repository", () => {
  let stage: GitStage;
  let repository: TestRepository;
  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
  });
  afterEach(() => stage.close());

  const at = (host: string, path: readonly string[], more: Partial<RemoteAddress> = {}): RemoteAddress => ({
    scheme: "https",
    host,
    port: undefined,
    path,
    ...more,
  });

  it("are none where there are none", async () => {
    assert.deepEqual(await remotesOf(repository.ours), { kind: "remotes", remotes: [] });
  });

  it("are those on a host, origin first, and carry nobody's key", async () => {
    const add = (name: string, url: string): void =>
      void repository.git(["config", `remote.${name}.url`, url]);
    add("a.b c", "https://ada:tlp-k1-secret@one.example.com:8443/x/y.git?private_token=secret#secret");
    add("local", "/srv/repo");
    add("accident", "ada:secret@two.example.com:x/y");
    add("broken", "https://secret@[/x");
    add("short", "work:x/y");
    add("origin", "secret@three.example.com:x/y.git");
    repository.git(["config", "--add", "remote.origin.url", "https://later.example.com/x/y"]);
    repository.git(["config", "url.https://secret@four.example.com/.insteadOf", "work:"]);
    repository.git(["config", "url.https://five.example.com/.insteadOf", "w"]);
    const found = await remotesOf(repository.ours);
    assert.deepEqual(found, {
      kind: "remotes",
      remotes: [
        { name: "origin", address: at("three.example.com", ["x", "y"]) },
        { name: "a.b c", address: at("one.example.com", ["x", "y"], { port: 8443 }) },
        { name: "short", address: at("four.example.com", ["x", "y"]) },
      ],
    });
    assert.doesNotMatch(JSON.stringify(found), /secret|ada/);
  });

  it("are the same in a worktree", async () => {
    repository.commit("One");
    repository.git(["remote", "add", "origin", "git@one.example.com:x/y"]);
    repository.git(["worktree", "add", "--quiet", stage.path("beside")]);
    const beside = await remotesOf({ ...repository.ours, folder: stage.path("beside") });
    assert.deepEqual(beside, await remotesOf(repository.ours));
    assert.match(JSON.stringify(beside), /one\.example\.com/);
  });

  it("are none where there is no repository", async () => {
    const nowhere = { ...repository.ours, folder: stage.folder };
    assert.deepEqual(await remotesOf(nowhere), { kind: "remotes", remotes: [] });
  });
});
