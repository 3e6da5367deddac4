// Web pages of commits and of lines of files, by the URL of a remote.
import type { GitPathAndFolder } from "./git.ts";
import { listRemotes, type RemoteUrl } from "./remotes.ts";

/** Lines of a file at a commit. */
export interface FileLines {
  /** Relative to the root of the repository, with slashes. */
  readonly path: string;
  /** From 1. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** What a page shows: a commit, or lines of a file at that commit. */
interface WebPage {
  readonly hash: string;
  readonly lines: FileLines | undefined;
}

function encodePath({ path }: FileLines): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** `prefix` is written before the number of each line. */
function formatLines({ firstLine, lastLine }: FileLines, prefix: string, separator = "-"): string {
  return firstLine === lastLine ? `${prefix}${firstLine}` : `${prefix}${firstLine}${separator}${lastLine}`;
}

/** The path of the page after that of the repository. */
type PagePathBuilder = (page: WebPage) => string;

const gitHub: PagePathBuilder = ({ hash, lines }) =>
  lines === undefined
    ? `commit/${hash}`
    : `blob/${hash}/${encodePath(lines)}#${formatLines(lines, "L", "-L")}`;
const gitLab: PagePathBuilder = ({ hash, lines }) =>
  lines === undefined ? `-/commit/${hash}` : `-/blob/${hash}/${encodePath(lines)}#${formatLines(lines, "L")}`;
const gitea: PagePathBuilder = ({ hash, lines }) =>
  lines === undefined
    ? `commit/${hash}`
    : `src/commit/${hash}/${encodePath(lines)}#${formatLines(lines, "L", "-L")}`;
const bitbucket: PagePathBuilder = ({ hash, lines }) =>
  lines === undefined
    ? `commits/${hash}`
    : `src/${hash}/${encodePath(lines)}#${formatLines(lines, "lines-", ":")}`;

/** Detected by host name: `gitlab.example.com`, `gitlab-2.example.com`, `codeberg.org`. */
const hostKinds: readonly (readonly [RegExp, PagePathBuilder])[] = [
  [/^(?:[\w-]+\.)*github[\w-]*\./, gitHub],
  [/^(?:[\w-]+\.)*gitlab[\w-]*\./, gitLab],
  [/^(?:[\w-]+\.)*(?:gitea|forgejo|codeberg)[\w-]*\./, gitea],
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
  return toPageUrl(remote, { hash, lines: undefined }, platforms);
}

/** By the URL of the first remote that has web pages. */
export async function findCommitUrl(
  repository: GitPathAndFolder,
  hash: string,
  platforms: readonly string[],
): Promise<string | undefined> {
  const result = await listRemotes(repository);
  if (result.kind !== "remotes") return undefined;
  for (const { url } of result.remotes) {
    const link = toCommitUrl(url, hash, platforms);
    if (link !== undefined) return link;
  }
  return undefined;
}

/** The page of lines that doesn't change with later commits. */
export function toPermalink(
  remote: RemoteUrl,
  hash: string,
  lines: FileLines,
  platforms: readonly string[] = [],
): string | undefined {
  return toPageUrl(remote, { hash, lines }, platforms);
}

function toPageUrl(remote: RemoteUrl, page: WebPage, platforms: readonly string[]): string | undefined {
  if (!fullHash.test(page.hash)) return undefined;
  const platform = findPlatform(remote, platforms);
  const port = remote.port === undefined ? "" : `:${remote.port}`;
  const root = `${remote.scheme}://${remote.host}${port}`;
  if (platform !== undefined) return toTuleapPageUrl(platform.replace(/\/+$/, ""), remote.path, page);
  if (startsWith(remote.path, tuleapGitPath)) return toTuleapPageUrl(root, remote.path, page);
  if (!hasDomain.test(remote.host) || remote.path.length < 2) return undefined;
  const [, buildPath] = hostKinds.find(([name]) => name.test(remote.host)) ?? [];
  return buildPath === undefined ? undefined : `${root}/${remote.path.join("/")}/${buildPath(page)}`;
}

const tuleapGitPath = ["plugins", "git"];

/** Another port of a host may be another server. Only ssh URLs have no port of web pages, and another path. */
function findPlatform(remote: RemoteUrl, platforms: readonly string[]): string | undefined {
  const sameHost = platforms.filter((each) => URL.canParse(each) && new URL(each).hostname === remote.host);
  const samePort = sameHost.find((each) => new URL(each).port === String(remote.port ?? ""));
  const mayBeSsh = remote.port === undefined && !startsWith(remote.path, tuleapGitPath);
  return samePort ?? (mayBeSsh ? sameHost[0] : undefined);
}

/** HTTP URLs have the path of the web page, ssh URLs only project and repository. */
function toTuleapPageUrl(
  root: string,
  path: readonly string[],
  { hash, lines }: WebPage,
): string | undefined {
  const names = startsWith(path, tuleapGitPath) ? path.slice(tuleapGitPath.length) : path;
  if (names.length < 2) return undefined;
  const query =
    lines === undefined
      ? `a=commit&h=${hash}`
      : `a=blob&hb=${hash}&f=${encodeURIComponent(lines.path)}#L${lines.firstLine}`;
  return `${root}/${tuleapGitPath.join("/")}/${names.join("/")}?${query}`;
}

function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((part, index) => path[index] === part);
}
