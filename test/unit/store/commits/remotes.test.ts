import assert from "node:assert/strict";
import { toCommitUrl, toPermalink } from "../../../../src/store/commits/remotePages.ts";
import { type RemoteUrl, parseRemoteUrl, listRemotes } from "../../../../src/store/commits/remotes.ts";
import { GitFixture, type TestRepository } from "./gitFixture.ts";

const hash = "0123456789abcdef0123456789abcdef01234567";

function getCommitUrl(url: string, platforms: readonly string[] = []): string | undefined {
  const remoteUrl = parseRemoteUrl(url);
  return remoteUrl === undefined ? undefined : toCommitUrl(remoteUrl, hash, platforms);
}

describe("toCommitUrl", () => {
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
    it(`returns a page for ${url}`, () => assert.equal(getCommitUrl(url), `${page}${hash}`));
  }

  const platform = `/plugins/git/proj/group/repo?a=commit&h=${hash}`;
  it("returns a page for Tuleap repositories, by path or by a connected site", () => {
    assert.equal(
      getCommitUrl("https://t.example.com/plugins/git/proj/group/repo.git"),
      `https://t.example.com${platform}`,
    );
    const sites = ["https://other.example.com", "https://t.example.com:8443/"];
    for (const url of [
      "ssh://gitolite@t.example.com/proj/group/repo.git",
      "gitolite@t.example.com:proj/group/repo.git",
      "https://me:key@t.example.com:8443/plugins/git/proj/group/repo.git",
    ]) {
      assert.equal(getCommitUrl(url, sites), `https://t.example.com:8443${platform}`);
    }
    assert.equal(getCommitUrl("gitolite@t.example.com:proj/group/repo.git"), undefined);
  });

  it("returns a page of a connected site only for its own port", () => {
    const sites = ["https://t.example.com:8443", "https://t.example.com:9443"];
    for (const port of ["", ":7443", ":8443", ":9443"]) {
      const root = `https://t.example.com${port}`;
      assert.equal(getCommitUrl(`${root}/plugins/git/proj/group/repo.git`, sites), `${root}${platform}`);
    }
    assert.equal(getCommitUrl("https://t.example.com:7443/proj/group/repo.git", sites), undefined);
    const ssh = "ssh://gitolite@t.example.com:2222/proj/group/repo.git";
    assert.equal(getCommitUrl(ssh, sites), `https://t.example.com:8443${platform}`);
    const withDefaultPort = [...sites, "https://t.example.com"];
    assert.equal(getCommitUrl(ssh, withDefaultPort), `https://t.example.com${platform}`);
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
    it(`returns nothing for ${JSON.stringify(url.slice(0, 60))}`, () =>
      assert.equal(getCommitUrl(url), undefined));
  }

  it("returns nothing for an incomplete hash", () => {
    const remoteUrl = parseRemoteUrl("https://github.com/a/b");
    assert.ok(remoteUrl !== undefined);
    for (const text of ["", "abc", "main", `${hash}?x`, hash.toUpperCase()]) {
      assert.equal(toCommitUrl(remoteUrl, text), undefined);
    }
    const longHash = `${hash}${hash.slice(0, 24)}`;
    assert.equal(toCommitUrl(remoteUrl, longHash), `https://github.com/a/b/commit/${longHash}`);
  });

  it("uses the host of the URL, not what precedes an @", () => {
    assert.equal(
      getCommitUrl("https://github.com@gitlab.example/a/b"),
      `https://gitlab.example/a/b/-/commit/${hash}`,
    );
    assert.equal(getCommitUrl("https://github.com:x@evil.example/a/b"), undefined);
  });
});

describe("toPermalink", () => {
  const lines = { path: "src/the pump#1?.ts", firstLine: 3, lastLine: 5 };
  const path = "src/the%20pump%231%3F.ts";
  for (const [url, page] of [
    ["git@github.com:owner/repo.git", `https://github.com/owner/repo/blob/${hash}/${path}#L3-L5`],
    [
      "https://gitlab.com/group/sub/repo.git",
      `https://gitlab.com/group/sub/repo/-/blob/${hash}/${path}#L3-5`,
    ],
    ["https://codeberg.org/a/b", `https://codeberg.org/a/b/src/commit/${hash}/${path}#L3-L5`],
    ["git@bitbucket.org:a/b.git", `https://bitbucket.org/a/b/src/${hash}/${path}#lines-3:5`],
    [
      "https://t.example.com/plugins/git/proj/group/repo.git",
      `https://t.example.com/plugins/git/proj/group/repo?a=blob&hb=${hash}&f=src%2Fthe%20pump%231%3F.ts#L3`,
    ],
    ["https://example.com/owner/repo.git", undefined],
  ] as const) {
    it(`returns ${page === undefined ? "nothing" : "a page"} for ${url}`, () => {
      const remoteUrl = parseRemoteUrl(url) ?? assert.fail(url);
      assert.equal(toPermalink(remoteUrl, hash, lines), page);
    });
  }

  it("names a single line once", () => {
    const remoteUrl = parseRemoteUrl("git@github.com:a/b.git") ?? assert.fail();
    assert.equal(
      toPermalink(remoteUrl, hash, { path: "a.ts", firstLine: 3, lastLine: 3 }),
      `https://github.com/a/b/blob/${hash}/a.ts#L3`,
    );
  });
});

describe("listRemotes", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  const createUrl = (
    host: string,
    path: readonly string[],
    overrides: Partial<RemoteUrl> = {},
  ): RemoteUrl => ({
    scheme: "https",
    host,
    port: undefined,
    path,
    ...overrides,
  });

  it("is empty without remotes", async () => {
    assert.deepEqual(await listRemotes(repository.repository), { kind: "remotes", remotes: [] });
  });

  it("returns remotes with a host, origin first, without credentials", async () => {
    const add = (name: string, url: string): void =>
      void repository.runGit(["config", `remote.${name}.url`, url]);
    add("a.b c", "https://ada:tlp-k1-secret@one.example.com:8443/x/y.git?private_token=secret#secret");
    add("local", "/srv/repo");
    add("accident", "ada:secret@two.example.com:x/y");
    add("broken", "https://secret@[/x");
    add("short", "work:x/y");
    add("origin", "secret@three.example.com:x/y.git");
    repository.runGit(["config", "--add", "remote.origin.url", "https://later.example.com/x/y"]);
    repository.runGit(["config", "url.https://secret@four.example.com/.insteadOf", "work:"]);
    repository.runGit(["config", "url.https://five.example.com/.insteadOf", "w"]);
    const found = await listRemotes(repository.repository);
    assert.deepEqual(found, {
      kind: "remotes",
      remotes: [
        { name: "origin", url: createUrl("three.example.com", ["x", "y"]) },
        { name: "a.b c", url: createUrl("one.example.com", ["x", "y"], { port: 8443 }) },
        { name: "short", url: createUrl("four.example.com", ["x", "y"]) },
      ],
    });
    assert.doesNotMatch(JSON.stringify(found), /secret|ada/);
  });

  it("returns the same remotes in a worktree", async () => {
    repository.commit("One");
    repository.runGit(["remote", "add", "origin", "git@one.example.com:x/y"]);
    repository.runGit(["worktree", "add", "--quiet", fixture.getPath("beside")]);
    const remotes = await listRemotes({ ...repository.repository, folder: fixture.getPath("beside") });
    assert.deepEqual(remotes, await listRemotes(repository.repository));
    assert.match(JSON.stringify(remotes), /one\.example\.com/);
  });

  it("is empty without a repository", async () => {
    const missing = { ...repository.repository, folder: fixture.folder };
    assert.deepEqual(await listRemotes(missing), { kind: "remotes", remotes: [] });
  });
});
