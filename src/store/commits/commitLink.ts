// The page of a commit, for those kinds of hosts that tell by their name or path what they are.
import type { RemoteAddress } from "./remoteAddress.ts";

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
