// From what people paste to the root of a REST API, and back to what they like to read.
import { mayBeTracker } from "../model/reference/keyword.ts";
import { isThisMachine } from "../model/thisMachine.ts";

const apiRoot = /\/api(?:\/v\d+)?(?=\/|$)/;
/** A key pasted into the wrong box would be looked up as a name, and shown. */
const looksLikeKey = /^tlp-k\d/i;
/** Whether what is sent there can be read on the way: not encrypted, and not on this machine. */
export function isPlainHttp(address: string): boolean {
  const url = new URL(address);
  return url.protocol === "http:" && !isThisMachine(url);
}

function parse(pasted: string): URL | undefined {
  const text = pasted.trim();
  if (text === "" || /\s/.test(text) || looksLikeKey.test(text)) return undefined;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  // Encryption is assumed, except on this machine, where servers for trying things out have none.
  const guess = URL.canParse(`http://${text}`) && isThisMachine(new URL(`http://${text}`));
  const address = hasScheme ? text : `${guess ? "http" : "https"}://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if ((url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "") return undefined;
  // A name or password in an address would end up in settings and logs.
  url.username = "";
  url.password = "";
  return url;
}

/** The address as a person would write it, for settings: without "/api" where that is all that follows. */
export function readableAddress(api: string): string {
  return api.replace(/\/api$/, "");
}

/** The API root that an address from the settings stands for. */
export function apiRootOf(address: string): string | undefined {
  const url = parse(address);
  if (url === undefined) return undefined;
  const path = url.pathname.replace(/\/+$/, "");
  const known = apiRoot.exec(path);
  return url.origin + (known === null ? `${path}/api` : path.slice(0, known.index) + known[0]);
}

/** Root of the web pages that belong to an API root. */
export function webRootOf(api: string): string {
  const { origin, pathname } = new URL(api);
  return origin + pathname.replace(/\/api(?:\/v\d+)?$/, "");
}

/** Undefined for a page elsewhere, and for an address of another scheme: `blob:https://…` has the origin of what follows. */
function ownPage(root: string, page: string): URL | undefined {
  if (!URL.canParse(page, root)) return undefined;
  const [url, own] = [new URL(page, root), new URL(root)];
  return url.origin === own.origin && url.protocol === own.protocol ? url : undefined;
}

/**
 * The whole address of a page that a server names by its path, or that we know relative to the web root. One
 * that would lead to another origin is not believed: it leads to the front page.
 */
export function pageAddress(api: string, page: string): string {
  const root = `${webRootOf(api)}/`;
  return ownPage(root, page)?.href ?? root;
}

/**
 * The API roots that a pasted address may mean, most likely first: a bare host, an address ending in /api
 * or /api/v1, or that of any page. Where pages lie in sub-folders of a host, the API may too.
 */
export function candidateApiRoots(pasted: string): readonly string[] {
  const url = parse(pasted);
  if (url === undefined) return [];
  const known = apiRoot.exec(url.pathname);
  if (known !== null) {
    const prefix = url.origin + url.pathname.slice(0, known.index);
    // Last the root's own: "api" may also be the name of a project in the address of a page.
    return [...new Set([`${prefix}/api`, prefix + known[0], `${url.origin}/api`])];
  }
  const folder = url.pathname.split("/").find((part) => part !== "");
  const prefixes = folder === undefined ? [""] : ["", `/${folder}`];
  return prefixes.map((prefix) => `${url.origin}${prefix}/api`);
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The artifact that an address on a site's own pages shows; undefined for any other address. */
export function artifactIn(api: string, address: string): number | undefined {
  const page = ownPage(`${webRootOf(api)}/`, address);
  if (page === undefined) return undefined;
  const { pathname, searchParams } = page;
  if (pathname.includes("/plugins/tracker")) return numberOf(searchParams.get("aid"));
  // The way that references in texts lead.
  const isArtifact = mayBeTracker(searchParams.get("key") ?? "doc");
  return /\/goto\/?$/.test(pathname) && isArtifact ? numberOf(searchParams.get("val")) : undefined;
}

/** What a server tells as an address, in one line: where people paste it, the end of a line may run what stands there. */
export function copyableAddress(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
}
