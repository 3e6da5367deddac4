// The sites a person connected to, kept in user settings.
import { mayBeTracker } from "../model/reference/keyword.ts";
import { isThisMachine, type Site } from "../model/site.ts";

// From what people paste to the root of a REST API, and back to what they like to read.

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

/** One entry of the setting, as people edit it. */
export interface SiteSetting {
  readonly url: string;
  readonly label?: string;
  readonly format?: "json" | "xml";
  readonly caFile?: string;
}

/** Where settings are kept. People edit them by hand, so nothing is assumed of what comes in. */
interface SiteSettings {
  read(): readonly unknown[];
  write(sites: readonly SiteSetting[]): Promise<void>;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The site that a setting describes; undefined if it describes none. */
function toSite(setting: unknown): Site | undefined {
  if (typeof setting !== "object" || setting === null) return undefined;
  const { url, label, format, caFile } = setting as Record<string, unknown>;
  const api = apiRootOf(text(url) ?? "");
  if (api === undefined) return undefined;
  const web = webRootOf(api);
  return {
    api,
    web,
    label: text(label) ?? new URL(web).host,
    format: format === "xml" ? "xml" : "json",
    caFile: text(caFile),
  };
}

export class Sites {
  readonly #settings: SiteSettings;

  constructor(settings: SiteSettings) {
    this.#settings = settings;
  }

  /** In the person's order; the first of two entries for one address counts. */
  list(): readonly Site[] {
    const sites = new Map<string, Site>();
    for (const setting of this.#settings.read()) {
      const site = toSite(setting);
      if (site !== undefined && !sites.has(site.api)) sites.set(site.api, site);
    }
    return [...sites.values()];
  }

  find(api: string): Site | undefined {
    return this.list().find((site) => site.api === api);
  }

  /** The site that an address belongs to. */
  at(address: string): Site | undefined {
    return this.list().find(({ api }) => address === api || address.startsWith(`${api}/`));
  }

  /** Adds the site that answers at an API root; one that is there already keeps its place and its label. */
  async add(api: string, caFile: string | undefined): Promise<void> {
    const added = caFile === undefined ? {} : { caFile };
    const settings = this.#settings.read() as readonly SiteSetting[];
    await this.#settings.write(
      this.find(api) === undefined
        ? [...settings, { url: readableAddress(api), ...added }]
        : settings.map((setting) => (toSite(setting)?.api === api ? { ...setting, ...added } : setting)),
    );
  }

  async remove(api: string): Promise<void> {
    const kept = this.#settings.read().filter((setting) => toSite(setting)?.api !== api);
    await this.#settings.write(kept as readonly SiteSetting[]);
  }
}
