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
import { isLocalhost } from "../../model/site.ts";

/** Proxy settings of VS Code and the environment. */
export interface ProxySettings {
  /** URL of the proxy; `undefined` for a direct connection. */
  readonly proxy: string | undefined;
  /** Hosts without a proxy: names, suffixes with a leading dot, `host:port`, or `*` for all. */
  readonly noProxy: readonly string[];
  /** Value of the Proxy-Authorization header. */
  readonly authorization: string | undefined;
}

export const directConnection: ProxySettings = { proxy: undefined, noProxy: [], authorization: undefined };

/** IPv6 addresses contain colons; only in brackets can a port follow them. */
function parseNoProxyRule(rule: string): { readonly name: string; readonly port: string | undefined } {
  const text = rule.trim().toLowerCase();
  const isBareIpv6 = text.split(":").length > 2 && !text.startsWith("[");
  const [, name = "", port] = (isBareIpv6 ? null : /^(.*?)(?::(\d+))?$/.exec(text)) ?? ["", text];
  return { name: name.replace(/^\[|\]$/g, ""), port };
}

function matchesNoProxyRule(rule: string, host: string, port: string): boolean {
  const parsed = parseNoProxyRule(rule);
  if (parsed.name === "*") return true;
  if (parsed.name === "" || (parsed.port !== undefined && parsed.port !== port)) return false;
  const suffix = parsed.name.replace(/^\*?\./, "");
  return host === suffix || host.endsWith(`.${suffix}`);
}

/** The proxy for a URL. Localhost never uses one. */
export function findProxy(url: URL, { proxy, noProxy }: ProxySettings): string | undefined {
  if (proxy === undefined || isLocalhost(url)) return undefined;
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, "");
  return noProxy.some((rule) => matchesNoProxyRule(rule, host, port)) ? undefined : proxy;
}

class CaFileUnreadable extends Error {
  readonly code = "CA_FILE_UNREADABLE";
}

/**
 * Certificates of Node, of the system and of the site's CA file, which adds to verification and never
 * replaces it.
 */
async function loadTrustedCertificates(caFile: string | undefined): Promise<string[]> {
  const defaults = [...getCACertificates("default"), ...getCACertificates("system")];
  if (caFile === undefined) return defaults;
  try {
    const text = await readFile(caFile, "utf8");
    // Throws if the file has no certificate, which would otherwise be ignored silently.
    return [...defaults, new X509Certificate(text).toString(), text];
  } catch (error) {
    throw new CaFileUnreadable(`The certificate file ${caFile} could not be read.`, { cause: error });
  }
}

/**
 * Created once per dispatcher: loading some hundred certificates takes longer than a request, and would be
 * repeated for each connection.
 */
export async function loadSecureContext(
  caFile: string | undefined,
): Promise<{ readonly secureContext: SecureContext }> {
  return { secureContext: createSecureContext({ ca: [...new Set(await loadTrustedCertificates(caFile))] }) };
}

// A connection through a proxy that can't read it: CONNECT, then TLS inside.

export interface TunnelOptions {
  readonly proxy: string;
  readonly authorization: string | undefined;
  readonly secureContext: SecureContext;
  /** For connecting to the proxy, its response, and the handshake with the server. */
  readonly timeoutMs: number;
  /** Only to read the certificates: such a connection must not send anything. */
  readonly skipVerification?: boolean;
}

class TunnelFailed extends Error {
  readonly code: string;
  constructor(code: "PROXY_FAILED" | "UND_ERR_CONNECT_TIMEOUT", message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A proxy that rejects, stalls or disconnects causes a `TunnelFailed` within the timeout. */
export function openTunnel(tunnel: TunnelOptions, host: string, port: number): Promise<TLSSocket> {
  const { proxy, authorization, secureContext, timeoutMs, skipVerification = false } = tunnel;
  const url = new URL(proxy);
  const isEncrypted = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    const connectRequest = (isEncrypted ? httpsRequest : httpRequest)({
      method: "CONNECT",
      host: url.hostname,
      port: url.port === "" ? (isEncrypted ? 443 : 80) : Number(url.port),
      path: `${host}:${port}`,
      agent: false,
      headers: {
        Host: `${host}:${port}`,
        ...(authorization === undefined ? {} : { "Proxy-Authorization": authorization }),
      },
      // The proxy receives its password here, so its certificate is verified even if the server's isn't.
      ...(isEncrypted ? { secureContext, rejectUnauthorized: true } : {}),
    });
    const fail = (error: Error): void => {
      clearTimeout(deadline);
      connectRequest.destroy();
      reject(error);
    };
    const deadline = setTimeout(() => {
      fail(new TunnelFailed("UND_ERR_CONNECT_TIMEOUT", `The proxy ${url.host} did not connect in time.`));
    }, timeoutMs);
    connectRequest.on("error", (error) =>
      fail(new TunnelFailed("PROXY_FAILED", `The proxy ${url.host} failed.`, error)),
    );
    connectRequest.on("response", ({ statusCode }) =>
      fail(new TunnelFailed("PROXY_FAILED", `The proxy returned ${statusCode}.`)),
    );
    connectRequest.on("connect", ({ statusCode }, socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        fail(new TunnelFailed("PROXY_FAILED", `The proxy returned ${statusCode}.`));
        return;
      }
      const tlsSocket = tlsConnect(
        {
          socket,
          servername: host,
          secureContext,
          ALPNProtocols: ["http/1.1"],
          rejectUnauthorized: !skipVerification,
        },
        () => {
          clearTimeout(deadline);
          tlsSocket.off("error", fail);
          resolve(tlsSocket);
        },
      );
      tlsSocket.on("error", fail);
    });
    connectRequest.end();
  });
}
