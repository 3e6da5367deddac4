// Remotes: their addresses, links to commits on the web, and which commits were pushed.
import type { Told } from "./branches.ts";
import { configEntries, type ConfigEntry, type GitFailure, readGit, type Repository } from "./git.ts";

// Where a remote is, without whoever's key its address carries.

export interface RemoteAddress {
  /** As a browser would reach the host. */
  readonly scheme: "http" | "https";
  /** In lower case. */
  readonly host: string;
  /** Of the pages; one for ssh says nothing about those. */
  readonly port: number | undefined;
  /** The parts of its path; the last one without `.git`. */
  readonly path: readonly string[];
}

/** Hosts that serve ssh under another name than their pages. */
const pagesOf: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com",
  "altssh.bitbucket.org": "bitbucket.org",
};

const longestAddress = 2_000;
const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const pathPart = /^[\w.+~-]+$/;

/** Undefined for what is on no other host, or what no host would call a repository of its own. */
export function remoteAddress(url: string): RemoteAddress | undefined {
  if (url.length > longestAddress) return undefined;
  return url.includes("://") ? addressOfUrl(url) : addressOfShort(url);
}

function addressOfUrl(text: string): RemoteAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return undefined;
  switch (url.protocol) {
    case "http:":
    case "https:": {
      const port = url.port === "" ? undefined : Number(url.port);
      return address(url.protocol === "http:" ? "http" : "https", url.hostname, port, url.pathname);
    }
    case "ssh:":
    case "git+ssh:":
    case "ssh+git:":
    case "git:":
      return address("https", url.hostname, undefined, url.pathname);
    default:
      return undefined;
  }
}

/** `user@host:path`. A slash before the colon makes a path of it, and a second `@` an accident with a password. */
function addressOfShort(text: string): RemoteAddress | undefined {
  const parts = /^(?:[^@:/\\\s]+@)?([^@:/\\\s]{2,}):(?!:)([^@]+)$/.exec(text);
  const [, host, path] = parts ?? [];
  return host === undefined || path === undefined ? undefined : address("https", host, undefined, path);
}

function address(
  scheme: RemoteAddress["scheme"],
  hostOfRemote: string,
  port: number | undefined,
  pathname: string,
): RemoteAddress | undefined {
  const known = hostOfRemote.toLowerCase();
  const host = pagesOf[known] ?? known;
  const path = pathname
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter((part) => part !== "");
  const isPath = path.length > 0 && path.every((part) => pathPart.test(part) && !/^\.+$/.test(part));
  return hostName.test(host) && isPath ? { scheme, host, port, path } : undefined;
}

interface Remote {
  readonly name: string;
  readonly address: RemoteAddress;
}

const wanted = /^(remote\..*\.url|url\..*\.insteadof)$/;

/** The remotes that are on some host, `origin` first. No part of them is a secret. */
export async function remotesOf(
  repository: Repository,
  signal?: AbortSignal,
): Promise<{ readonly kind: "remotes"; readonly remotes: readonly Remote[] } | GitFailure> {
  const found = await configEntries(repository, wanted, signal);
  if (found.kind !== "entries") return found;
  const shortForms = found.entries.flatMap(shortForm);
  const remotes = new Map<string, Remote>();
  for (const { key, value } of found.entries) {
    const [, name] = /^remote\.(.*)\.url$/s.exec(key) ?? [];
    // The first address of several is the one that is fetched from.
    if (name === undefined || remotes.has(name)) continue;
    const address = remoteAddress(written(value, shortForms));
    if (address !== undefined) remotes.set(name, { name, address });
  }
  const rank = ({ name }: Remote): number => (name === "origin" ? 0 : 1);
  return { kind: "remotes", remotes: [...remotes.values()].sort((left, right) => rank(left) - rank(right)) };
}

interface ShortForm {
  readonly short: string;
  readonly long: string;
}

function shortForm({ key, value }: ConfigEntry): readonly ShortForm[] {
  const [, long] = /^url\.(.*)\.insteadof$/s.exec(key) ?? [];
  return long === undefined || value === "" ? [] : [{ short: value, long }];
}

/** Written out as git does it: the longest short form counts. */
function written(url: string, forms: readonly ShortForm[]): string {
  const fitting = forms.filter(({ short }) => url.startsWith(short));
  const [form] = fitting.sort((left, right) => right.short.length - left.short.length);
  return form === undefined ? url : `${form.long}${url.slice(form.short.length)}`;
}

// The page of a commit, for those kinds of hosts that tell by their name or path what they are.

type PageOf = (path: readonly string[], hash: string) => string;

const gitHub: PageOf = (path, hash) => `${path.join("/")}/commit/${hash}`;
const gitLab: PageOf = (path, hash) => `${path.join("/")}/-/commit/${hash}`;
const bitbucket: PageOf = (path, hash) => `${path.join("/")}/commits/${hash}`;

/** By the first part of the host's name that says it: `gitlab.example.com`, `gitlab-2.example.com`, `codeberg.org`. */
const kinds: readonly (readonly [RegExp, PageOf])[] = [
  [/^(?:[\w-]+\.)*github[\w-]*\./, gitHub],
  [/^(?:[\w-]+\.)*gitlab[\w-]*\./, gitLab],
  [/^(?:[\w-]+\.)*(?:gitea|forgejo|codeberg)[\w-]*\./, gitHub],
  [/^bitbucket\.org$/, bitbucket],
];

/** A last part that a network has: `github.com-work` is a name in somebody's ssh config. */
const hasDomain = /\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;
const fullHash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * @param platforms Roots of the web pages of the sites that are connected: their repositories are known by the host, also
 * where they are reached by ssh.
 */
export function commitLink(
  remote: RemoteAddress,
  hash: string,
  platforms: readonly string[] = [],
): string | undefined {
  if (!fullHash.test(hash)) return undefined;
  const platform = platforms.find((root) => URL.canParse(root) && new URL(root).hostname === remote.host);
  const port = remote.port === undefined ? "" : `:${remote.port}`;
  const own = `${remote.scheme}://${remote.host}${port}`;
  if (platform !== undefined) return platformPage(platform.replace(/\/+$/, ""), remote.path, hash);
  if (startsWith(remote.path, platformPath)) return platformPage(own, remote.path, hash);
  if (!hasDomain.test(remote.host) || remote.path.length < 2) return undefined;
  const [, page] = kinds.find(([name]) => name.test(remote.host)) ?? [];
  return page === undefined ? undefined : `${own}/${page(remote.path, hash)}`;
}

const platformPath = ["plugins", "git"];

/** Its addresses for http have the path of the page, those for ssh only project and repository. */
function platformPage(root: string, path: readonly string[], hash: string): string | undefined {
  const names = startsWith(path, platformPath) ? path.slice(platformPath.length) : path;
  return names.length < 2
    ? undefined
    : `${root}/${platformPath.join("/")}/${names.join("/")}?a=commit&h=${hash}`;
}

function startsWith(path: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((part, at) => path[at] === part);
}

// Whether others can see a commit: as far as the remote branches tell that were last fetched or pushed.

async function isContained(
  repository: Repository,
  hash: string,
  refs: string,
  signal: AbortSignal | undefined,
): Promise<Told | GitFailure> {
  const args = ["for-each-ref", "--count=1", "--format=%(refname)", `--contains=${hash}`, refs];
  const answer = await readGit(repository, args, { signal, answers: [0] });
  return answer.kind === "answered" ? { kind: "told", isSo: answer.text.trim() !== "" } : answer;
}

export function isOnRemoteBranch(
  repository: Repository,
  hash: string,
  signal?: AbortSignal,
): Promise<Told | GitFailure> {
  return isContained(repository, hash, "refs/remotes", signal);
}

/** Not so for a commit that another one took the place of: amended, rebased, or its branch deleted. */
export async function isOnLocalBranch(
  repository: Repository,
  hash: string,
  signal?: AbortSignal,
): Promise<Told | GitFailure> {
  const branches = await isContained(repository, hash, "refs/heads", signal);
  if (branches.kind !== "told" || branches.isSo) return branches;
  const args = ["merge-base", "--is-ancestor", hash, "HEAD"];
  const answer = await readGit(repository, args, { signal, answers: [0, 1] });
  return answer.kind === "answered" ? { kind: "told", isSo: answer.code === 0 } : answer;
}

/** So far back it is looked what took the place of a commit. */
const mostSteps = 500;

/** The commit that a commit was amended to here, however often; undefined where that is not known. */
export async function amendedTo(
  repository: Repository,
  hash: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const args = ["log", "--walk-reflogs", `--max-count=${mostSteps}`, "--format=%H %gs", "HEAD", "--"];
  const answer = await readGit(repository, args, { signal });
  if (answer.kind !== "answered") return undefined;
  const steps = answer.text
    .trimEnd()
    .split("\n")
    .map((line) => ({ to: line.slice(0, hash.length), how: line.slice(hash.length + 1) }))
    .toReversed();
  let now = hash;
  for (const [index, { to, how }] of steps.entries()) {
    const from = steps[index - 1]?.to;
    if (from === now && how.startsWith("commit (amend)")) now = to;
  }
  return now === hash ? undefined : now;
}

export interface MadeHere {
  /** `plain` is on top of where one was, an amended one has taken that one's place. */
  readonly shape: "plain" | "merge" | "amended" | "other";
  /** Where one was before; undefined before the first commit of all. */
  readonly previous: string | undefined;
}

const shapes: Readonly<Record<string, MadeHere["shape"]>> = {
  "": "plain",
  initial: "plain",
  merge: "merge",
  amend: "amended",
};

/** How one came to this commit by making it. Undefined where it was by a pull, a switch or the like: git keeps a log of that. */
export async function madeHere(repository: Repository, hash: string): Promise<MadeHere | undefined> {
  const args = ["log", "--max-count=2", "--walk-reflogs", "--format=%H %gs", "HEAD", "--"];
  const answer = await readGit(repository, args);
  if (answer.kind !== "answered") return undefined;
  const [last = "", before = ""] = answer.text.split("\n");
  const [, made, how = ""] = /^([\da-f]+) commit(?: \((\w+)\))?:/.exec(last) ?? [];
  if (made !== hash) return undefined;
  const [, previous] = /^([\da-f]+) /.exec(before) ?? [];
  return { shape: shapes[how] ?? "other", previous };
}
