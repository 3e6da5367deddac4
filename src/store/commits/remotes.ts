// Remotes: their URLs, web links to commits, and which commits were pushed.
import type { GitYesNoResult } from "./gitRefs.ts";
import { readGitConfig, type GitConfigEntry, type GitFailure, runGit, type GitPathAndFolder } from "./git.ts";

// Parsed remote URLs never contain credentials.

export interface RemoteUrl {
  /** For the host's web pages. */
  readonly scheme: "http" | "https";
  /** In lower case. */
  readonly host: string;
  /** Port of the web pages; an ssh port is dropped. */
  readonly port: number | undefined;
  /** Path segments; the last one without `.git`. */
  readonly path: readonly string[];
}

/** Hosts with a different host name for ssh. */
const webHosts: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com",
  "altssh.bitbucket.org": "bitbucket.org",
};

const maxUrlLength = 2_000;
const hostNamePattern =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const pathPartPattern = /^[\w.+~-]+$/;

/** `undefined` for local paths and invalid repository paths. */
export function parseRemoteUrl(url: string): RemoteUrl | undefined {
  if (url.length > maxUrlLength) return undefined;
  return url.includes("://") ? parseUrl(url) : parseScpUrl(url);
}

function parseUrl(text: string): RemoteUrl | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return undefined;
  switch (url.protocol) {
    case "http:":
    case "https:": {
      const port = url.port === "" ? undefined : Number(url.port);
      return createRemoteUrl(url.protocol === "http:" ? "http" : "https", url.hostname, port, url.pathname);
    }
    case "ssh:":
    case "git+ssh:":
    case "ssh+git:":
    case "git:":
      return createRemoteUrl("https", url.hostname, undefined, url.pathname);
    default:
      return undefined;
  }
}

/** `user@host:path`. With a slash before the colon it is a path; a second `@` is probably part of a password. */
function parseScpUrl(text: string): RemoteUrl | undefined {
  const parts = /^(?:[^@:/\\\s]+@)?([^@:/\\\s]{2,}):(?!:)([^@]+)$/.exec(text);
  const [, host, path] = parts ?? [];
  return host === undefined || path === undefined
    ? undefined
    : createRemoteUrl("https", host, undefined, path);
}

function createRemoteUrl(
  scheme: RemoteUrl["scheme"],
  hostname: string,
  port: number | undefined,
  pathname: string,
): RemoteUrl | undefined {
  const lowerHost = hostname.toLowerCase();
  const host = webHosts[lowerHost] ?? lowerHost;
  const path = pathname
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter((part) => part !== "");
  const isPath = path.length > 0 && path.every((part) => pathPartPattern.test(part) && !/^\.+$/.test(part));
  return hostNamePattern.test(host) && isPath ? { scheme, host, port, path } : undefined;
}

interface Remote {
  readonly name: string;
  readonly url: RemoteUrl;
}

const remoteSettings = /^(remote\..*\.url|url\..*\.insteadof)$/;

/** Remotes with a host, `origin` first. They contain no credentials. */
export async function listRemotes(
  repository: GitPathAndFolder,
  signal?: AbortSignal,
): Promise<{ readonly kind: "remotes"; readonly remotes: readonly Remote[] } | GitFailure> {
  const found = await readGitConfig(repository, remoteSettings, signal);
  if (found.kind !== "entries") return found;
  const aliases = found.entries.flatMap(toUrlAliases);
  const remotes = new Map<string, Remote>();
  for (const { key, value } of found.entries) {
    const [, name] = /^remote\.(.*)\.url$/s.exec(key) ?? [];
    // Git fetches from the first URL.
    if (name === undefined || remotes.has(name)) continue;
    const url = parseRemoteUrl(expandUrlAlias(value, aliases));
    if (url !== undefined) remotes.set(name, { name, url });
  }
  const getRank = ({ name }: Remote): number => (name === "origin" ? 0 : 1);
  return {
    kind: "remotes",
    remotes: [...remotes.values()].sort((left, right) => getRank(left) - getRank(right)),
  };
}

interface UrlAlias {
  readonly short: string;
  readonly long: string;
}

function toUrlAliases({ key, value }: GitConfigEntry): readonly UrlAlias[] {
  const [, long] = /^url\.(.*)\.insteadof$/s.exec(key) ?? [];
  return long === undefined || value === "" ? [] : [{ short: value, long }];
}

/** Like git, uses the longest matching alias. */
function expandUrlAlias(url: string, aliases: readonly UrlAlias[]): string {
  const matching = aliases.filter(({ short }) => url.startsWith(short));
  const [alias] = matching.sort((left, right) => right.short.length - left.short.length);
  return alias === undefined ? url : `${alias.long}${url.slice(alias.short.length)}`;
}

type CommitPathBuilder = (path: readonly string[], hash: string) => string;

const gitHub: CommitPathBuilder = (path, hash) => `${path.join("/")}/commit/${hash}`;
const gitLab: CommitPathBuilder = (path, hash) => `${path.join("/")}/-/commit/${hash}`;
const bitbucket: CommitPathBuilder = (path, hash) => `${path.join("/")}/commits/${hash}`;

/** Detected by host name: `gitlab.example.com`, `gitlab-2.example.com`, `codeberg.org`. */
const hostKinds: readonly (readonly [RegExp, CommitPathBuilder])[] = [
  [/^(?:[\w-]+\.)*github[\w-]*\./, gitHub],
  [/^(?:[\w-]+\.)*gitlab[\w-]*\./, gitLab],
  [/^(?:[\w-]+\.)*(?:gitea|forgejo|codeberg)[\w-]*\./, gitHub],
  [/^bitbucket\.org$/, bitbucket],
];

/** Requires a top-level domain: `github.com-work` is an alias in an ssh config. */
const hasDomain = /\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;
const fullHash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** @param platforms Web roots of the connected sites. Their repositories are recognized by host, also with ssh. */
export function toCommitUrl(
  remote: RemoteUrl,
  hash: string,
  platforms: readonly string[] = [],
): string | undefined {
  if (!fullHash.test(hash)) return undefined;
  const platform = platforms.find((each) => URL.canParse(each) && new URL(each).hostname === remote.host);
  const port = remote.port === undefined ? "" : `:${remote.port}`;
  const root = `${remote.scheme}://${remote.host}${port}`;
  if (platform !== undefined) return toTuleapCommitUrl(platform.replace(/\/+$/, ""), remote.path, hash);
  if (startsWith(remote.path, tuleapGitPath)) return toTuleapCommitUrl(root, remote.path, hash);
  if (!hasDomain.test(remote.host) || remote.path.length < 2) return undefined;
  const [, buildPath] = hostKinds.find(([name]) => name.test(remote.host)) ?? [];
  return buildPath === undefined ? undefined : `${root}/${buildPath(remote.path, hash)}`;
}

const tuleapGitPath = ["plugins", "git"];

/** HTTP URLs have the path of the web page, ssh URLs only project and repository. */
function toTuleapCommitUrl(root: string, path: readonly string[], hash: string): string | undefined {
  const names = startsWith(path, tuleapGitPath) ? path.slice(tuleapGitPath.length) : path;
  return names.length < 2
    ? undefined
    : `${root}/${tuleapGitPath.join("/")}/${names.join("/")}?a=commit&h=${hash}`;
}

function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((part, index) => path[index] === part);
}

// Based on the remote branches as they were last fetched or pushed.

async function isContainedInRefs(
  repository: GitPathAndFolder,
  hash: string,
  refs: string,
  signal: AbortSignal | undefined,
): Promise<GitYesNoResult | GitFailure> {
  const args = ["for-each-ref", "--count=1", "--format=%(refname)", `--contains=${hash}`, refs];
  const answer = await runGit(repository, args, { signal, acceptedExitCodes: [0] });
  return answer.kind === "answered" ? { kind: "checked", isTrue: answer.text.trim() !== "" } : answer;
}

export function isOnRemoteBranch(
  repository: GitPathAndFolder,
  hash: string,
  signal?: AbortSignal,
): Promise<GitYesNoResult | GitFailure> {
  return isContainedInRefs(repository, hash, "refs/remotes", signal);
}

/** False for a commit that was amended, rebased, or whose branch was deleted. */
export async function isOnLocalBranch(
  repository: GitPathAndFolder,
  hash: string,
  signal?: AbortSignal,
): Promise<GitYesNoResult | GitFailure> {
  const branches = await isContainedInRefs(repository, hash, "refs/heads", signal);
  if (branches.kind !== "checked" || branches.isTrue) return branches;
  const args = ["merge-base", "--is-ancestor", hash, "HEAD"];
  const answer = await runGit(repository, args, { signal, acceptedExitCodes: [0, 1] });
  return answer.kind === "answered" ? { kind: "checked", isTrue: answer.exitCode === 0 } : answer;
}

/** How many reflog entries are searched. */
const maxReflogEntries = 500;

/** The commit that replaced `hash` by amending, even repeatedly; `undefined` if unknown. */
export async function findCommitAfterAmend(
  repository: GitPathAndFolder,
  hash: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const args = ["log", "--walk-reflogs", `--max-count=${maxReflogEntries}`, "--format=%H %gs", "HEAD", "--"];
  const answer = await runGit(repository, args, { signal });
  if (answer.kind !== "answered") return undefined;
  const steps = answer.text
    .trimEnd()
    .split("\n")
    .map((line) => ({ to: line.slice(0, hash.length), action: line.slice(hash.length + 1) }))
    .toReversed();
  let current = hash;
  for (const [index, { to, action }] of steps.entries()) {
    const from = steps[index - 1]?.to;
    if (from === current && action.startsWith("commit (amend)")) current = to;
  }
  return current === hash ? undefined : current;
}

export interface CommitCreation {
  /** A `plain` commit is on top of the previous one; an `amended` one replaces it. */
  readonly kind: "plain" | "merge" | "amended" | "other";
  /** The previous HEAD; `undefined` for the first commit. */
  readonly previous: string | undefined;
}

const originKinds: Readonly<Record<string, CommitCreation["kind"]>> = {
  "": "plain",
  initial: "plain",
  merge: "merge",
  amend: "amended",
};

/** How the commit was created, by the reflog of HEAD. `undefined` if HEAD moved there by a pull, a switch and so on. */
export async function findCommitCreation(
  repository: GitPathAndFolder,
  hash: string,
): Promise<CommitCreation | undefined> {
  const args = ["log", "--max-count=2", "--walk-reflogs", "--format=%H %gs", "HEAD", "--"];
  const answer = await runGit(repository, args);
  if (answer.kind !== "answered") return undefined;
  const [last = "", previousEntry = ""] = answer.text.split("\n");
  const [, createdHash, action = ""] = /^([\da-f]+) commit(?: \((\w+)\))?:/.exec(last) ?? [];
  if (createdHash !== hash) return undefined;
  const [, previous] = /^([\da-f]+) /.exec(previousEntry) ?? [];
  return { kind: originKinds[action] ?? "other", previous };
}
