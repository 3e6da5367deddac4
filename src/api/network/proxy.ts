/** How requests leave this machine, as the editor and the environment are set. */
export interface ProxySettings {
  /** Address of the proxy; undefined to go directly. */
  readonly proxy: string | undefined;
  /** Hosts that are reached directly: names, suffixes with a leading dot, `host:port`, or `*` for all. */
  readonly noProxy: readonly string[];
  /** Value of the Proxy-Authorization header. */
  readonly authorization: string | undefined;
}

export const directly: ProxySettings = { proxy: undefined, noProxy: [], authorization: undefined };

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function matches(rule: string, host: string, port: string): boolean {
  const [, name = "", wantedPort] = /^(.*?)(?::(\d+))?$/.exec(rule.trim().toLowerCase()) ?? [];
  if (name === "*") return true;
  if (name === "" || (wantedPort !== undefined && wantedPort !== port)) return false;
  const suffix = name.replace(/^\*?\./, "");
  return host === suffix || host.endsWith(`.${suffix}`);
}

/** The proxy that a request to this address goes through. This machine is never reached through one. */
export function proxyFor(url: URL, { proxy, noProxy }: ProxySettings): string | undefined {
  if (proxy === undefined || thisMachine.test(url.hostname)) return undefined;
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return noProxy.some((rule) => matches(rule, url.hostname.toLowerCase(), port)) ? undefined : proxy;
}
