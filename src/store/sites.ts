// The sites a person connected to, kept in user settings.
import type { Site } from "../model/site.ts";
import { apiRootOf, readableAddress, webRootOf } from "./siteAddress.ts";

/** One entry of the setting, as people edit it. */
export interface SiteSetting {
  readonly url: string;
  readonly label?: string;
  readonly format?: "json" | "xml";
  readonly caFile?: string;
}

/** Where settings are kept. People edit them by hand, so nothing is assumed of what comes in. */
export interface SiteSettings {
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
