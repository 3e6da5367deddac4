import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import {
  connect as tlsConnect,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { isThisMachine } from "../../model/site.ts";

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

// Which certificates are trusted.

class CaFileUnreadable extends Error {
  readonly code = "CA_FILE_UNREADABLE";
}

/** The platform's own trust, the system's, and the site's file: added to verification, never instead of it. */
async function trustedCertificates(caFile: string | undefined): Promise<string[]> {
  const usual = [...getCACertificates("default"), ...getCACertificates("system")];
  if (caFile === undefined) return usual;
  try {
    const text = await readFile(caFile, "utf8");
    // Throws if the file holds no certificate, which would otherwise be ignored silently.
    return [...usual, new X509Certificate(text).toString(), text];
  } catch (error) {
    throw new CaFileUnreadable(`The certificate file ${caFile} could not be read.`, { cause: error });
  }
}

/** Made once: reading some hundred certificates takes longer than a request, and would be done per connection. */
export async function trust(caFile: string | undefined): Promise<{ readonly secureContext: SecureContext }> {
  return { secureContext: createSecureContext({ ca: [...new Set(await trustedCertificates(caFile))] }) };
}

// A connection to a server through a proxy that must not read it: CONNECT, then TLS inside.

export interface Tunnel {
  readonly proxy: string;
  readonly authorization: string | undefined;
  readonly secureContext: SecureContext;
  /** For all of it: reaching the proxy, its answer, and the handshake behind it. */
  readonly timeoutMs: number;
  /** Only to look at the certificates themselves: such a connection must carry nothing. */
  readonly isUnchecked?: boolean;
}

class TunnelFailed extends Error {
  readonly code: string;
  constructor(code: "PROXY_FAILED" | "UND_ERR_CONNECT_TIMEOUT", message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A proxy that refuses, falls silent or breaks off ends in an error of its own, and in time. */
export function openTunnel(tunnel: Tunnel, host: string, port: number): Promise<TLSSocket> {
  const { proxy, authorization, secureContext, timeoutMs, isUnchecked = false } = tunnel;
  const url = new URL(proxy);
  const isEncrypted = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    const asked = (isEncrypted ? httpsRequest : httpRequest)({
      method: "CONNECT",
      host: url.hostname,
      port: url.port === "" ? (isEncrypted ? 443 : 80) : Number(url.port),
      path: `${host}:${port}`,
      agent: false,
      headers: {
        Host: `${host}:${port}`,
        ...(authorization === undefined ? {} : { "Proxy-Authorization": authorization }),
      },
      // The proxy is given its password here, so its certificate is verified even where the server's is only looked at.
      ...(isEncrypted ? { secureContext, rejectUnauthorized: true } : {}),
    });
    const fail = (error: Error): void => {
      clearTimeout(deadline);
      asked.destroy();
      reject(error);
    };
    const deadline = setTimeout(() => {
      fail(new TunnelFailed("UND_ERR_CONNECT_TIMEOUT", `The proxy ${url.host} did not connect in time.`));
    }, timeoutMs);
    asked.on("error", (error) =>
      fail(new TunnelFailed("PROXY_FAILED", `The proxy ${url.host} failed.`, error)),
    );
    asked.on("response", ({ statusCode }) =>
      fail(new TunnelFailed("PROXY_FAILED", `The proxy answered ${statusCode}.`)),
    );
    asked.on("connect", ({ statusCode }, socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        fail(new TunnelFailed("PROXY_FAILED", `The proxy answered ${statusCode}.`));
        return;
      }
      const secure = tlsConnect(
        {
          socket,
          servername: host,
          secureContext,
          ALPNProtocols: ["http/1.1"],
          rejectUnauthorized: !isUnchecked,
        },
        () => {
          clearTimeout(deadline);
          secure.off("error", fail);
          resolve(secure);
        },
      );
      secure.on("error", fail);
    });
    asked.end();
  });
}
