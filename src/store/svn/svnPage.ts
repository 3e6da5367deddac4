/** What follows the platform's own path in an address: the project as it spells it, and the repository. */
const hosted = /\/svnplugin\/([^/]+\/[^/]+)\/?$/;

/**
 * The path of a repository's page on the site, which its address tells: a project's name is spelt there as pages want it.
 * Undefined for one that the platform does not host.
 */
export function svnPage(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const [, name] = hosted.exec(new URL(address).pathname) ?? [];
  if (name === undefined) return undefined;
  try {
    return `plugins/svn/?${new URLSearchParams({ roottype: "svn", root: decodeURIComponent(name) }).toString()}`;
  } catch {
    return undefined;
  }
}
