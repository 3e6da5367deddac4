// Remotes: their URLs, which commits were pushed, and to which branches.
import {
  type Branch,
  type BranchList,
  type GitYesNoResult,
  readBranches,
  toLocalBranchName,
} from "./gitRefs.ts";
import {
  readGitConfig,
  type GitConfigEntry,
  type GitFailure,
  runGit,
  type GitPathAndFolder,
  startGit,
  toGitFailure,
} from "./git.ts";

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

// The branches that contain a commit, as they were last fetched or pushed.

/** The first names of a list, and how many it has. */
interface BranchNames {
  readonly names: readonly string[];
  readonly count: number;
}

interface CommitBranches {
  /**
   * Local branches, and remote ones without a local branch of the same name. The default branch is first, then the
   * current one.
   */
  readonly branches: BranchNames;
  /** Remote branches; undefined if the repository has no remote. */
  readonly pushedTo: BranchNames | undefined;
}

interface LocatedCommits {
  readonly kind: "located";
  /** By hash. Commits that no longer exist are missing. */
  readonly commits: ReadonlyMap<string, CommitBranches>;
}

/** Further branches have no name here, but commits on them still count as pushed. */
const maxLocatedBranches = 1_000;
const maxListedNames = 20;
const usualDefaultBranches = ["main", "master"];

/** Takes at most four git processes, however many commits there are. */
export async function locateCommits(
  repository: GitPathAndFolder,
  /** The oldest one last. */
  hashes: readonly string[],
  signal?: AbortSignal,
): Promise<LocatedCommits | GitFailure> {
  const list = await readBranches(repository, "name", signal);
  if (list.kind !== "branches") return list;
  const remote = await hasRemote(repository, list, signal);
  if (remote.kind !== "checked") return remote;
  const branches = sortByImportance(list).slice(0, maxLocatedBranches);
  const found = await findContainingBranches(repository, hashes, createTipSets(list, branches), signal);
  if (!(found instanceof Map)) return found;
  // Most commits have the same branches.
  const locations = new Map<bigint, CommitBranches>();
  const commits = new Map<string, CommitBranches>();
  for (const [hash, set] of found) {
    const location = locations.get(set) ?? toCommitBranches(set, branches, remote.isTrue);
    locations.set(set, location);
    commits.set(hash, location);
  }
  return { kind: "located", commits };
}

async function hasRemote(
  repository: GitPathAndFolder,
  { branches }: BranchList,
  signal: AbortSignal | undefined,
): Promise<GitYesNoResult | GitFailure> {
  if (branches.some(({ isRemote }) => isRemote)) return { kind: "checked", isTrue: true };
  const found = await readGitConfig(repository, /^remote\..*\.url$/, signal);
  return found.kind === "entries" ? { kind: "checked", isTrue: found.entries.length > 0 } : found;
}

/** The default branch and its remote one, the current branch, other local branches, other remote ones. */
function sortByImportance({ branches, currentBranch, defaultBranch }: BranchList): readonly Branch[] {
  const localNames = new Set(branches.flatMap(({ name, isRemote }) => (isRemote ? [] : name)));
  const main = defaultBranch ?? usualDefaultBranches.find((name) => localNames.has(name));
  const getRank = ({ name, isRemote }: Branch): number => {
    if ((isRemote ? toLocalBranchName(name) : name) === main) return isRemote ? 1 : 0;
    if (isRemote) return 4;
    return name === currentBranch ? 2 : 3;
  };
  return [...branches].sort((left, right) => getRank(left) - getRank(right));
}

/** A set of branches as bits of a number: bit 0 is set for any remote branch, bit n + 1 for branch n. */
const anyRemote = 1n;

function getBranchBit(index: number): bigint {
  return 1n << BigInt(index + 1);
}

/** The sets of branches whose newest commit it is, by hash. */
function createTipSets(
  { branches: all }: BranchList,
  located: readonly Branch[],
): ReadonlyMap<string, bigint> {
  const sets = new Map<string, bigint>();
  const add = (hash: string, bits: bigint): void => void sets.set(hash, (sets.get(hash) ?? 0n) | bits);
  for (const { hash, isRemote } of all) if (isRemote) add(hash, anyRemote);
  for (const [index, { hash }] of located.entries()) add(hash, getBranchBit(index));
  return sets;
}

function toCommitBranches(set: bigint, branches: readonly Branch[], isRemoteKnown: boolean): CommitBranches {
  const bits = set.toString(2);
  const containing = branches.filter((_, index) => bits.at(-index - 2) === "1");
  const local = new Set(containing.flatMap(({ name, isRemote }) => (isRemote ? [] : name)));
  const shown = containing.filter(({ name, isRemote }) => !isRemote || !local.has(toLocalBranchName(name)));
  const remote = containing.filter(({ isRemote }) => isRemote);
  const isPushed = (set & anyRemote) !== 0n;
  return {
    branches: toBranchNames(shown),
    pushedTo: isRemoteKnown
      ? { ...toBranchNames(remote), count: Math.max(remote.length, isPushed ? 1 : 0) }
      : undefined,
  };
}

function toBranchNames(branches: readonly Branch[]): BranchNames {
  return { names: branches.slice(0, maxListedNames).map(({ name }) => name), count: branches.length };
}

/**
 * Walks from all branches to the oldest commit. What is older is left out, unless one of the commits is there, which
 * happens only if their dates are wrong.
 */
async function findContainingBranches(
  repository: GitPathAndFolder,
  hashes: readonly string[],
  tips: ReadonlyMap<string, bigint>,
  signal: AbortSignal | undefined,
): Promise<Map<string, bigint> | GitFailure> {
  const oldest = hashes.at(-1);
  if (oldest === undefined) return new Map();
  const found = await walkFromBranches(repository, hashes, [`^${oldest}^@`], tips, signal);
  const isComplete = !(found instanceof Map) || found.size === new Set(hashes).size;
  return isComplete ? found : walkFromBranches(repository, hashes, [], tips, signal);
}

async function walkFromBranches(
  repository: GitPathAndFolder,
  hashes: readonly string[],
  excluded: readonly string[],
  tips: ReadonlyMap<string, bigint>,
  signal: AbortSignal | undefined,
): Promise<Map<string, bigint> | GitFailure> {
  // In topological order a commit comes after all that contain it. Hashes are start points too: a tag or a detached HEAD
  // may have no branch.
  const options = ["--parents", "--topo-order", "--ignore-missing", "--branches", "--remotes"];
  const git = startGit(repository, ["rev-list", ...options, ...hashes, ...excluded, "--"], signal);
  const wanted = new Set(hashes);
  const found = new Map<string, bigint>();
  const inherited = new Map<string, bigint>();
  try {
    let rest = "";
    for await (const chunk of git.output) {
      const lines = `${rest}${chunk.toString("latin1")}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [hash = "", ...parents] = line.split(" ");
        const set = (inherited.get(hash) ?? 0n) | (tips.get(hash) ?? 0n);
        inherited.delete(hash);
        if (wanted.has(hash)) found.set(hash, set);
        if (found.size === wanted.size) return found;
        for (const parent of parents) inherited.set(parent, (inherited.get(parent) ?? 0n) | set);
      }
    }
    const end = await git.exited;
    if (end.kind !== "ended") return end;
    return end.code === 0 ? found : toGitFailure(end.stderr);
  } finally {
    await git.stop();
  }
}
