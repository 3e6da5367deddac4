// From here to a server, one thing after the other. What is found first explains most of what fails after it.
import { lookup } from "node:dns/promises";
import { connect, type DetailedPeerCertificate, type SecureContext, type TLSSocket } from "node:tls";
import type { Certificate, CertificateProblem, Check, Finding, Skipped } from "../model/checkup.ts";
import { type Failure, isFailure, Unreachable } from "../model/failure.ts";
import { daysToTell, isThisMachine } from "../model/site.ts";
import { type Client, type ClientOptions, createClient } from "./client.ts";
import { failureOfThrown } from "./network/failureOf.ts";
import { observed } from "./network/http.ts";
import { directly, openTunnel, proxyFor, trust, type Tunnel } from "./network/proxy.ts";
import { createTransport, usualLimits } from "./network/transport.ts";

// The certificates that a server shows, whether or not they are trusted. Nothing is said to the server but the
// greeting of TLS, so there is nothing that someone in between could learn.

interface ShownChain {
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

async function shownChain(options: ChainOptions): Promise<ShownChain> {
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

export interface CheckupOptions extends ClientOptions {
  readonly now: () => number;
}

const day = 86_400_000;
const soonDays = 30;
/** Tokens, and changes within a second, are judged by the server's clock; a minute of difference does no harm. */
const harmlessSeconds = 60;

function skipped(check: Check, because: Skipped): Finding {
  return { check, verdict: "skipped", because };
}

function failed(check: Check, failure: Failure): Finding {
  return { check, verdict: "failed", failure };
}

/** What an attempt comes to; whatever else is thrown is a mistake of ours. */
async function tried(check: Check, attempt: () => Promise<Finding>): Promise<Finding> {
  try {
    return await attempt();
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return failed(check, failure);
  }
}

/** The same for what speaks to the network itself. */
async function triedBare(
  check: Check,
  url: URL,
  signal: AbortSignal,
  attempt: () => Promise<Finding>,
): Promise<Finding> {
  try {
    return await attempt();
  } catch (error) {
    return failed(
      check,
      failureOfThrown(error, { method: "GET", url: url.href }, { isChange: false, signal }),
    );
  }
}

/** The address of a proxy may hold a name and a password, also one that makes no sense. */
function proxyFinding(url: URL, through: string | undefined): Finding {
  if (through === undefined) return { check: "proxy", verdict: "good", through };
  const { protocol, host } = URL.canParse(through) ? new URL(through) : { protocol: "", host: "" };
  const isUsable = /^https?:$/.test(protocol) && host !== "";
  if (isUsable) return { check: "proxy", verdict: "good", through: host };
  return failed("proxy", new Unreachable({ method: "GET", url: url.href }, "proxy", undefined));
}

async function nameOf(url: URL): Promise<Finding> {
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ""), { all: true });
  return { check: "name", verdict: "good", addresses: found.map(({ address }) => address) };
}

async function certificateOf(
  url: URL,
  through: string | undefined,
  { caFile, proxy, now }: CheckupOptions,
): Promise<Finding> {
  const { secureContext } = await trust(caFile);
  const { chain, problem } = await shownChain({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? 443 : Number(url.port),
    secureContext,
    timeoutMs: usualLimits.connectMs,
    tunnel: through === undefined ? undefined : { proxy: through, authorization: proxy?.authorization },
  });
  if (problem !== undefined) return { check: "certificate", verdict: "bad", chain, problem };
  const daysLeft = Math.floor((Math.min(...chain.map(({ validUntil }) => validUntil)) - now()) / day);
  return { check: "certificate", verdict: daysLeft < soonDays ? "note" : "good", chain, daysLeft };
}

async function credentialsOf(
  client: Client,
  { credential, now }: CheckupOptions,
  signal: AbortSignal,
): Promise<Finding> {
  const answer = await client.checkCredential(signal);
  if (answer.kind !== "accepted") {
    const said = answer.kind === "blocked" ? answer.said : undefined;
    return { check: "credentials", verdict: "bad", why: answer.kind, said };
  }
  const expiry = credential?.kind === "accessKey" ? await client.keyExpiry(signal) : undefined;
  const verdict = daysToTell(expiry, now()) === undefined ? "good" : "note";
  return { check: "credentials", verdict, account: answer.account, expiry };
}

/** Every answer tells the time, also one that refuses. */
async function clockOf(
  { api, caFile, proxy = directly, observe, now }: CheckupOptions,
  signal: AbortSignal,
): Promise<Finding> {
  const transport = createTransport({ api, caFile, proxy, limits: usualLimits });
  const before = now();
  const url = new URL(`${api}/projects?limit=1`);
  const request = { method: "GET", url: url.href };
  const answer = await observed(
    observe,
    request,
    () => transport.send({ method: "GET", url, headers: {}, signal }),
    ({ status }) => ({ ...request, status }),
  ).finally(() => transport.close());
  const told = Date.parse(answer.header("date") ?? "");
  if (Number.isNaN(told)) return skipped("clock", "untold");
  // Somewhere between question and answer, and cut to the second.
  const aheadSeconds = Math.round((told + 500 - (before + now()) / 2) / 1000);
  const verdict = Math.abs(aheadSeconds) > harmlessSeconds ? "note" : "good";
  return { check: "clock", verdict, aheadSeconds };
}

async function* findingsOf(
  client: Client,
  options: CheckupOptions,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  let isAllowed: boolean | undefined;
  yield await tried("api", async () => {
    isAllowed = (await client.probe(signal)) === "allowed";
    return { check: "api", verdict: "good", version: (await client.version(signal))?.number };
  });
  if (isAllowed === undefined) {
    for (const check of ["anonymous", "credentials", "clock"] as const) yield skipped(check, "outOfReach");
    return;
  }
  yield { check: "anonymous", verdict: "good", isAllowed };
  yield options.credential === undefined
    ? skipped("credentials", "notSignedIn")
    : await tried("credentials", () => credentialsOf(client, options, signal));
  yield await triedBare("clock", new URL(options.api), signal, () => clockOf(options, signal));
}

export async function* checkup(options: CheckupOptions, signal: AbortSignal): AsyncGenerator<Finding> {
  const url = new URL(options.api);
  const isEncrypted = url.protocol === "https:";
  // What stays on this machine is read by nobody else.
  const isSafe = isEncrypted || isThisMachine(url);
  yield { check: "address", verdict: isSafe ? "good" : "note", origin: url.origin };
  const through = options.proxy === undefined ? undefined : proxyFor(url, options.proxy);
  yield proxyFinding(url, through);
  yield through === undefined
    ? await triedBare("name", url, signal, () => nameOf(url))
    : skipped("name", "byProxy");
  yield isEncrypted
    ? await triedBare("certificate", url, signal, () => certificateOf(url, through, options))
    : skipped("certificate", "plain");
  const client = createClient(options);
  try {
    yield* findingsOf(client, options, signal);
  } finally {
    await client.close();
  }
}
