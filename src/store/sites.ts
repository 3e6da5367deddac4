// Sites of the user settings, and the URLs that belong to them.
import { canBeTrackerName } from "../model/reference/referenceKeywords.ts";
import { isLocalhost, type Site } from "../model/site.ts";

const apiRootPattern = /\/api(?:\/v\d+)?(?=\/|$)/;
/** An access key pasted into the wrong input would be looked up as a host name, and shown. */
const accessKeyPattern = /^tlp-k\d/i;
/** Whether requests can be read in transit: not encrypted, and not to this machine. */
export function isRemotePlainHttp(url: string): boolean {
  const parsed = new URL(url);
  return parsed.protocol === "http:" && !isLocalhost(parsed);
}

function parseSiteUrl(pasted: string): URL | undefined {
  const text = pasted.trim();
  if (text === "" || /\s/.test(text) || accessKeyPattern.test(text)) return undefined;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  // Default to https, except for localhost, where test servers usually have none.
  const isLocal = URL.canParse(`http://${text}`) && isLocalhost(new URL(`http://${text}`));
  const address = hasScheme ? text : `${isLocal ? "http" : "https"}://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if ((url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "") return undefined;
  // Credentials in a URL would end up in settings and logs.
  url.username = "";
  url.password = "";
  return url;
}

/** The URL for settings, without a trailing "/api". */
export function toSiteSettingUrl(api: string): string {
  return api.replace(/\/api$/, "");
}

/** The API root for a URL from the settings. */
export function toApiRoot(address: string): string | undefined {
  const url = parseSiteUrl(address);
  if (url === undefined) return undefined;
  const path = url.pathname.replace(/\/+$/, "");
  const match = apiRootPattern.exec(path);
  return url.origin + (match === null ? `${path}/api` : path.slice(0, match.index) + match[0]);
}

export function toWebRoot(api: string): string {
  const { origin, pathname } = new URL(api);
  return origin + pathname.replace(/\/api(?:\/v\d+)?$/, "");
}

/** `undefined` for other origins and schemes: `blob:https://…` has the origin of the inner URL. */
function parseOwnPageUrl(root: string, page: string): URL | undefined {
  if (!URL.canParse(page, root)) return undefined;
  const [url, rootUrl] = [new URL(page, root), new URL(root)];
  return url.origin === rootUrl.origin && url.protocol === rootUrl.protocol ? url : undefined;
}

/**
 * The absolute URL of a page, which a server names by path. A URL with another origin isn't trusted and becomes the
 * home page.
 */
export function toPageUrl(api: string, page: string): string {
  const root = `${toWebRoot(api)}/`;
  return parseOwnPageUrl(root, page)?.href ?? root;
}

/**
 * Possible API roots for a pasted URL, most likely first: a host, a URL ending in /api or /api/v1, or any page. The API
 * may be in the same subfolder as the pages.
 */
export function guessApiRoots(pasted: string): readonly string[] {
  const url = parseSiteUrl(pasted);
  if (url === undefined) return [];
  const match = apiRootPattern.exec(url.pathname);
  if (match !== null) {
    const prefix = url.origin + url.pathname.slice(0, match.index);
    // The host's own API root comes last: "api" may also be a project name in a page URL.
    return [...new Set([`${prefix}/api`, prefix + match[0], `${url.origin}/api`])];
  }
  const folder = url.pathname.split("/").find((part) => part !== "");
  const prefixes = folder === undefined ? [""] : ["", `/${folder}`];
  return prefixes.map((prefix) => `${url.origin}${prefix}/api`);
}

function parseId(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The artifact ID in a URL of the site's web pages; `undefined` for other URLs. */
export function parseArtifactIdFromUrl(api: string, address: string): number | undefined {
  const page = parseOwnPageUrl(`${toWebRoot(api)}/`, address);
  if (page === undefined) return undefined;
  const { pathname, searchParams } = page;
  if (pathname.includes("/plugins/tracker")) return parseId(searchParams.get("aid"));
  // References in texts use this URL.
  const isArtifact = canBeTrackerName(searchParams.get("key") ?? "doc");
  return /\/goto\/?$/.test(pathname) && isArtifact ? parseId(searchParams.get("val")) : undefined;
}

/** A URL from the server in a single line, because a line break could run a command when it is pasted. */
export function toSingleLineUrl(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
}

export interface SiteSetting {
  readonly url: string;
  readonly label?: string;
  readonly format?: "json" | "xml";
  readonly caFile?: string;
}

/** Users edit settings by hand, so entries are validated. */
interface SiteSettings {
  read(): readonly unknown[];
  write(sites: readonly SiteSetting[]): Promise<void>;
}

function toTrimmedText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** `undefined` for an invalid entry. */
function toSite(setting: unknown): Site | undefined {
  if (typeof setting !== "object" || setting === null) return undefined;
  const { url, label, format, caFile } = setting as Record<string, unknown>;
  const api = toApiRoot(toTrimmedText(url) ?? "");
  if (api === undefined) return undefined;
  const web = toWebRoot(api);
  return {
    api,
    web,
    label: toTrimmedText(label) ?? new URL(web).host,
    format: format === "xml" ? "xml" : "json",
    caFile: toTrimmedText(caFile),
  };
}

export class Sites {
  readonly #settings: SiteSettings;

  constructor(settings: SiteSettings) {
    this.#settings = settings;
  }

  /** In the order of the settings; the first of two entries for one URL is used. */
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

  findByUrl(address: string): Site | undefined {
    return this.list().find(({ api }) => address === api || address.startsWith(`${api}/`));
  }

  /** An existing entry keeps its position and label. */
  async add(api: string, caFile: string | undefined): Promise<void> {
    const options = caFile === undefined ? {} : { caFile };
    const settings = this.#settings.read() as readonly SiteSetting[];
    await this.#settings.write(
      this.find(api) === undefined
        ? [...settings, { url: toSiteSettingUrl(api), ...options }]
        : settings.map((setting) => (toSite(setting)?.api === api ? { ...setting, ...options } : setting)),
    );
  }

  async remove(api: string): Promise<void> {
    const remaining = this.#settings.read().filter((setting) => toSite(setting)?.api !== api);
    await this.#settings.write(remaining as readonly SiteSetting[]);
  }
}
