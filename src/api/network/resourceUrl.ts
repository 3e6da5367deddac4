/** Some web servers decode a slash before they look where a path leads, so that `..%2f` leads out of a folder. */
export function hasEncodedSlash({ pathname }: URL): boolean {
  return /%(?:25){0,9}(?:2f|5c)/i.test(pathname);
}

/**
 * The address of a resource under a site's API root. Servers name resources relative to that root
 * ("artifacts/12"), some with a leading slash or as a whole address. Whatever they say, the result lies
 * under the root or there is none: credentials are sent there.
 */
export function resourceUrl(api: string, uri: string): URL | undefined {
  const root = new URL(`${api}/`);
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(uri) || uri.startsWith("//") || uri.startsWith(root.pathname);
  const relative = isWhole ? uri : `./${uri.replace(/^[\\/]+/, "")}`;
  const url = URL.canParse(relative, root.href) ? new URL(relative, root) : undefined;
  const isBelow = url?.origin === root.origin && url.pathname.startsWith(root.pathname);
  if (!isBelow || hasEncodedSlash(url)) return undefined;
  url.username = "";
  url.password = "";
  return url;
}
