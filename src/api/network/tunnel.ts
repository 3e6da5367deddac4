// A connection to a server through a proxy that must not read it: CONNECT, then TLS inside.
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect as tlsConnect, type SecureContext, type TLSSocket } from "node:tls";

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
