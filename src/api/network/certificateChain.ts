// The certificates that a server shows, whether or not they are trusted. Nothing is said to the server but the
// greeting of TLS, so there is nothing that someone in between could learn.
import { connect, type DetailedPeerCertificate, type SecureContext, type TLSSocket } from "node:tls";
import type { Certificate, CertificateProblem } from "../../model/checkup.ts";
import { openTunnel, type Tunnel } from "./tunnel.ts";

export interface ShownChain {
  readonly chain: readonly Certificate[];
  /** Undefined for one that is trusted. */
  readonly problem: CertificateProblem | undefined;
}

interface ChainOptions {
  readonly host: string;
  readonly port: number;
  readonly secureContext: SecureContext;
  readonly timeoutMs: number;
  /** Undefined where requests go directly. */
  readonly tunnel: Omit<Tunnel, "secureContext" | "timeoutMs"> | undefined;
}

const problems: Readonly<Record<string, CertificateProblem>> = {
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "notYetValid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "selfSigned",
  ERR_TLS_CERT_ALTNAME_INVALID: "otherName",
  UNABLE_TO_GET_ISSUER_CERT: "incompleteChain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "incompleteChain",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "incompleteChain",
};

/** Node's types call it an error; it is the code of one, or an error that has a code. */
function codeOf(error: unknown): string {
  if (typeof error === "string") return error;
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

function nameIn(name: Readonly<Record<string, string | string[] | undefined>> | undefined): string {
  const known = name?.["CN"] ?? name?.["O"] ?? "";
  return typeof known === "string" ? known : (known[0] ?? "");
}

function chainOf(socket: TLSSocket): readonly Certificate[] {
  const chain: Certificate[] = [];
  const seen = new Set<string>();
  // A server that shows none gives an empty object, whatever Node's types say.
  let certificate: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true);
  // The one at the root has issued itself.
  while (certificate?.fingerprint256 !== undefined && !seen.has(certificate.fingerprint256)) {
    seen.add(certificate.fingerprint256);
    chain.push({
      subject: nameIn(certificate.subject),
      issuer: nameIn(certificate.issuer),
      validUntil: Date.parse(certificate.valid_to ?? ""),
    });
    certificate = certificate.issuerCertificate;
  }
  return chain;
}

function openDirectly({ host, port, secureContext, timeoutMs }: ChainOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const isName = !/^[\d.]+$|:/.test(host);
    const socket = connect({
      host,
      port,
      secureContext,
      rejectUnauthorized: false,
      timeout: timeoutMs,
      ...(isName ? { servername: host } : {}),
    });
    socket.once("secureConnect", () => resolve(socket));
    socket.once("timeout", () => socket.destroy(new Timeout(`${host} did not answer in time.`)));
    socket.once("error", reject);
  });
}

class Timeout extends Error {
  readonly code = "UND_ERR_CONNECT_TIMEOUT";
}

export async function shownChain(options: ChainOptions): Promise<ShownChain> {
  const { host, port, secureContext, timeoutMs, tunnel } = options;
  const socket =
    tunnel === undefined
      ? await openDirectly(options)
      : await openTunnel({ ...tunnel, secureContext, timeoutMs, isUnchecked: true }, host, port);
  try {
    const chain = chainOf(socket);
    if (socket.authorized) return { chain, problem: undefined };
    return { chain, problem: problems[codeOf(socket.authorizationError)] ?? "untrusted" };
  } finally {
    socket.on("error", () => undefined).destroy();
  }
}
