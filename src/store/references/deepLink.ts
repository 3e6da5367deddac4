// Links from outside VS Code: `…/open?site=<address>&id=12`, or `…/open/<host of the site>/12` for people to write. They can name
// an artifact of a site that is connected, and nothing else: no action, no new site.
import { artifactIdIn } from "../../model/reference/reference.ts";
import type { Site } from "../../model/site.ts";
import { apiRootOf } from "../siteAddress.ts";

export type LinkedFromOutside =
  | { readonly kind: "artifact"; readonly site: Site; readonly artifactId: number }
  | { readonly kind: "notConnected" | "malformed" };

/** As VS Code hands it over: both parts decoded. */
export interface OutsideLink {
  readonly path: string;
  readonly query: string;
}

const longest = 2000;
const readable = /^\/open\/([^/]+)\/([^/]+)$/;

function asked({ path, query }: OutsideLink): readonly [site: string, id: string] | undefined {
  if (path.length + query.length > longest) return undefined;
  const [, host, number] = readable.exec(path) ?? [];
  if (host !== undefined && number !== undefined) return query === "" ? [host, number] : undefined;
  if (path !== "/open") return undefined;
  const parameters = new URLSearchParams(query);
  const [sites, ids] = [parameters.getAll("site"), parameters.getAll("id")];
  const [site, id] = [sites[0], ids[0]];
  const isPlain = sites.length === 1 && ids.length === 1 && parameters.size === 2;
  return isPlain && site !== undefined && id !== undefined ? [site, id] : undefined;
}

/** By its address, however people write that; a host alone will do where only one site is there. */
function siteNamed(sites: readonly Site[], name: string): Site | undefined {
  const api = apiRootOf(name);
  const exact = sites.find((site) => site.api === api);
  if (exact !== undefined) return exact;
  const there = sites.filter(({ web }) => new URL(web).host === name.toLowerCase());
  return there.length === 1 ? there[0] : undefined;
}

export function linkedFromOutside(sites: readonly Site[], link: OutsideLink): LinkedFromOutside {
  const [name, number] = asked(link) ?? [];
  const artifactId = artifactIdIn(number ?? "");
  if (name === undefined || name.trim() === "" || artifactId === undefined) return { kind: "malformed" };
  const site = siteNamed(sites, name.trim());
  return site === undefined ? { kind: "notConnected" } : { kind: "artifact", site, artifactId };
}
