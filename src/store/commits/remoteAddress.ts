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
