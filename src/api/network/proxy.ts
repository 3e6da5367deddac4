import { isThisMachine } from "../../model/thisMachine.ts";

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

/** Addresses of the sixth version are full of colons; only in brackets can a port follow them. */
function parsed(rule: string): { readonly name: string; readonly port: string | undefined } {
  const text = rule.trim().toLowerCase();
  const isBareAddress = text.split(":").length > 2 && !text.startsWith("[");
  const [, name = "", port] = (isBareAddress ? null : /^(.*?)(?::(\d+))?$/.exec(text)) ?? ["", text];
  return { name: name.replace(/^\[|\]$/g, ""), port };
}

function matches(rule: string, host: string, port: string): boolean {
  const wanted = parsed(rule);
  if (wanted.name === "*") return true;
  if (wanted.name === "" || (wanted.port !== undefined && wanted.port !== port)) return false;
  const suffix = wanted.name.replace(/^\*?\./, "");
  return host === suffix || host.endsWith(`.${suffix}`);
}

/** The proxy that a request to this address goes through. This machine is never reached through one. */
export function proxyFor(url: URL, { proxy, noProxy }: ProxySettings): string | undefined {
  if (proxy === undefined || isThisMachine(url)) return undefined;
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, "");
  return noProxy.some((rule) => matches(rule, host, port)) ? undefined : proxy;
}
