// Checks a connection step by step; each check explains most failures of the ones after it.
import { lookup } from "node:dns/promises";
import { connect, type DetailedPeerCertificate, type SecureContext, type TLSSocket } from "node:tls";
import type {
  Certificate,
  CertificateProblem,
  ConnectionCheckName,
  CheckResult,
  SkipReason,
} from "../model/connectionCheck.ts";
import { type Failure, isFailure, Unreachable } from "../model/failure.ts";
import { getExpiryWarningDays, isLocalhost } from "../model/site.ts";
import { type Client, type ClientOptions, createClient } from "./client.ts";
import { toNetworkFailure } from "./network/failures.ts";
import { observeRequest } from "./network/httpClient.ts";
import {
  directConnection,
  openTunnel,
  findProxy,
  loadSecureContext,
  type TunnelOptions,
} from "./network/proxy.ts";
import { createTransport, defaultTransportLimits } from "./network/transport.ts";

// Reads the certificates of a server, trusted or not. Only the TLS handshake is sent, so an attacker in
// between learns nothing.

interface CertificateChain {
  readonly chain: readonly Certificate[];
  /** `undefined` if the chain is trusted. */
  readonly problem: CertificateProblem | undefined;
}

interface CertificateChainOptions {
  readonly host: string;
  readonly port: number;
  readonly secureContext: SecureContext;
  readonly timeoutMs: number;
  /** `undefined` for a direct connection. */
  readonly tunnel: Omit<TunnelOptions, "secureContext" | "timeoutMs"> | undefined;
}

const certificateProblems: Readonly<Record<string, CertificateProblem>> = {
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "notYetValid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "selfSigned",
  ERR_TLS_CERT_ALTNAME_INVALID: "nameMismatch",
  UNABLE_TO_GET_ISSUER_CERT: "incompleteChain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "incompleteChain",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "incompleteChain",
};

/** Node types it as an error, but it is an error code or an error with a code. */
function getErrorCode(error: unknown): string {
  if (typeof error === "string") return error;
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

function getCertificateName(
  name: Readonly<Record<string, string | string[] | undefined>> | undefined,
): string {
  const value = name?.["CN"] ?? name?.["O"] ?? "";
  return typeof value === "string" ? value : (value[0] ?? "");
}

function readCertificateChain(socket: TLSSocket): readonly Certificate[] {
  const chain: Certificate[] = [];
  const seen = new Set<string>();
  // Node returns an empty object for a server without certificates, contrary to its types.
  let certificate: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true);
  // The root certificate is its own issuer.
  while (certificate?.fingerprint256 !== undefined && !seen.has(certificate.fingerprint256)) {
    seen.add(certificate.fingerprint256);
    chain.push({
      subject: getCertificateName(certificate.subject),
      issuer: getCertificateName(certificate.issuer),
      validUntil: Date.parse(certificate.valid_to ?? ""),
    });
    certificate = certificate.issuerCertificate;
  }
  return chain;
}

function connectDirectly({
  host,
  port,
  secureContext,
  timeoutMs,
}: CertificateChainOptions): Promise<TLSSocket> {
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
    socket.once("timeout", () => socket.destroy(new ConnectTimeout(`${host} did not respond in time.`)));
    socket.once("error", reject);
  });
}

class ConnectTimeout extends Error {
  readonly code = "UND_ERR_CONNECT_TIMEOUT";
}

async function fetchCertificateChain(options: CertificateChainOptions): Promise<CertificateChain> {
  const { host, port, secureContext, timeoutMs, tunnel } = options;
  const socket =
    tunnel === undefined
      ? await connectDirectly(options)
      : await openTunnel({ ...tunnel, secureContext, timeoutMs, skipVerification: true }, host, port);
  try {
    const chain = readCertificateChain(socket);
    if (socket.authorized) return { chain, problem: undefined };
    return { chain, problem: certificateProblems[getErrorCode(socket.authorizationError)] ?? "untrusted" };
  } finally {
    socket.on("error", () => undefined).destroy();
  }
}

export interface ConnectionCheckOptions extends ClientOptions {
  readonly now: () => number;
}

const day = 86_400_000;
const expiryWarningDays = 30;
/** The server checks tokens and preconditions by its own clock; a minute of difference does no harm. */
const maxClockDifferenceSeconds = 60;

function toSkippedResult(check: ConnectionCheckName, skipReason: SkipReason): CheckResult {
  return { check, status: "skipped", skipReason };
}

function toFailedResult(check: ConnectionCheckName, failure: Failure): CheckResult {
  return { check, status: "failed", failure };
}

/** Converts failures to results. Other errors are bugs and are rethrown. */
async function runCheck(
  check: ConnectionCheckName,
  attempt: () => Promise<CheckResult>,
): Promise<CheckResult> {
  try {
    return await attempt();
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return toFailedResult(check, failure);
  }
}

/** Like `runCheck`, for checks that throw network errors instead of failures. */
async function runNetworkCheck(
  check: ConnectionCheckName,
  url: URL,
  signal: AbortSignal,
  attempt: () => Promise<CheckResult>,
): Promise<CheckResult> {
  try {
    return await attempt();
  } catch (error) {
    return toFailedResult(
      check,
      toNetworkFailure(error, { method: "GET", url: url.href }, { isChange: false, signal }),
    );
  }
}

/**
 * The proxy URL may contain a user name and password, even if it is invalid, so only its host is reported.
 */
function checkProxy(url: URL, proxyUrl: string | undefined): CheckResult {
  if (proxyUrl === undefined) return { check: "proxy", status: "passed", proxyUrl };
  const { protocol, host } = URL.canParse(proxyUrl) ? new URL(proxyUrl) : { protocol: "", host: "" };
  const isUsable = /^https?:$/.test(protocol) && host !== "";
  if (isUsable) return { check: "proxy", status: "passed", proxyUrl: host };
  return toFailedResult("proxy", new Unreachable({ method: "GET", url: url.href }, "proxy", undefined));
}

async function checkHostName(url: URL): Promise<CheckResult> {
  const records = await lookup(url.hostname.replace(/^\[|\]$/g, ""), { all: true });
  return { check: "name", status: "passed", addresses: records.map(({ address }) => address) };
}

async function checkCertificate(
  url: URL,
  proxyUrl: string | undefined,
  { caFile, proxy, now }: ConnectionCheckOptions,
): Promise<CheckResult> {
  const { secureContext } = await loadSecureContext(caFile);
  const { chain, problem } = await fetchCertificateChain({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? 443 : Number(url.port),
    secureContext,
    timeoutMs: defaultTransportLimits.connectMs,
    tunnel: proxyUrl === undefined ? undefined : { proxy: proxyUrl, authorization: proxy?.authorization },
  });
  if (problem !== undefined) return { check: "certificate", status: "problem", chain, problem };
  const daysLeft = Math.floor((Math.min(...chain.map(({ validUntil }) => validUntil)) - now()) / day);
  return {
    check: "certificate",
    status: daysLeft < expiryWarningDays ? "warning" : "passed",
    chain,
    daysLeft,
  };
}

async function checkCredentials(
  client: Client,
  { credential, now }: ConnectionCheckOptions,
  signal: AbortSignal,
): Promise<CheckResult> {
  const response = await client.checkCredential(signal);
  if (response.kind !== "accepted") {
    const serverMessage = response.kind === "blocked" ? response.serverMessage : undefined;
    return { check: "credentials", status: "problem", reason: response.kind, serverMessage };
  }
  const expiry = credential?.kind === "accessKey" ? await client.keyExpiry(signal) : undefined;
  const status = getExpiryWarningDays(expiry, now()) === undefined ? "passed" : "warning";
  return { check: "credentials", status, account: response.account, expiry };
}

/** Every response has a date, also one that denies access. */
async function checkClock(
  { api, caFile, proxy = directConnection, observe, now }: ConnectionCheckOptions,
  signal: AbortSignal,
): Promise<CheckResult> {
  const transport = createTransport({ api, caFile, proxy, limits: defaultTransportLimits });
  const before = now();
  const url = new URL(`${api}/projects?limit=1`);
  const request = { method: "GET", url: url.href };
  const response = await observeRequest(
    observe,
    request,
    () => transport.send({ method: "GET", url, headers: {}, signal }),
    ({ status }) => ({ ...request, status }),
  ).finally(() => transport.close());
  const serverTime = Date.parse(response.header("date") ?? "");
  if (Number.isNaN(serverTime)) return toSkippedResult("clock", "notReported");
  // The server's time lies between request and response and is cut to the second.
  const aheadSeconds = Math.round((serverTime + 500 - (before + now()) / 2) / 1000);
  const status = Math.abs(aheadSeconds) > maxClockDifferenceSeconds ? "warning" : "passed";
  return { check: "clock", status: status, aheadSeconds };
}

async function* runServerChecks(
  client: Client,
  options: ConnectionCheckOptions,
  signal: AbortSignal,
): AsyncGenerator<CheckResult> {
  let isAllowed: boolean | undefined;
  yield await runCheck("api", async () => {
    isAllowed = (await client.probe(signal)) === "allowed";
    return { check: "api", status: "passed", version: (await client.serverVersion(signal))?.number };
  });
  if (isAllowed === undefined) {
    for (const check of ["anonymous", "credentials", "clock"] as const) {
      yield toSkippedResult(check, "unreachable");
    }
    return;
  }
  yield { check: "anonymous", status: "passed", isAllowed };
  yield options.credential === undefined
    ? toSkippedResult("credentials", "notSignedIn")
    : await runCheck("credentials", () => checkCredentials(client, options, signal));
  yield await runNetworkCheck("clock", new URL(options.api), signal, () => checkClock(options, signal));
}

export async function* runConnectionChecks(
  options: ConnectionCheckOptions,
  signal: AbortSignal,
): AsyncGenerator<CheckResult> {
  const url = new URL(options.api);
  const isEncrypted = url.protocol === "https:";
  // Localhost traffic doesn't leave this machine.
  const isSafe = isEncrypted || isLocalhost(url);
  yield { check: "address", status: isSafe ? "passed" : "warning", origin: url.origin };
  const proxyUrl = options.proxy === undefined ? undefined : findProxy(url, options.proxy);
  yield checkProxy(url, proxyUrl);
  yield proxyUrl === undefined
    ? await runNetworkCheck("name", url, signal, () => checkHostName(url))
    : toSkippedResult("name", "byProxy");
  yield isEncrypted
    ? await runNetworkCheck("certificate", url, signal, () => checkCertificate(url, proxyUrl, options))
    : toSkippedResult("certificate", "notEncrypted");
  const client = createClient(options);
  try {
    yield* runServerChecks(client, options, signal);
  } finally {
    await client.close();
  }
}
