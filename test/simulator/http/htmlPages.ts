import type { RouteResponse, Header } from "./messages.ts";

function createPage(
  status: number,
  title: string,
  contentType: string,
  headers: readonly Header[],
): RouteResponse {
  const content = `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, headers, body: { kind: "page", contentType, content } };
}

/** An HTML page of the reverse proxy. */
export function createWebServerPage(
  status: number,
  title: string,
  ...headers: readonly Header[]
): RouteResponse {
  return createPage(status, title, "text/html", headers);
}

/** An HTML page of Tuleap, in place of an API response. */
export function createTuleapPage(status: number, title: string): RouteResponse {
  return createPage(status, title, "text/html; charset=UTF-8", [["Vary", "Accept-Encoding"]]);
}

export function createBlankPage(status: number): RouteResponse {
  const { headers } = createTuleapPage(status, "");
  return { status, headers, body: { kind: "page", contentType: "text/html; charset=UTF-8", content: "" } };
}

/** Outside the API, only the home page and the pages that `html_url`s point to exist. */
export function getSitePage(pathname: string): RouteResponse {
  const exists = pathname === "/" || /^\/(plugins(?!\/tracker\/attachments)|projects|users)\//.test(pathname);
  return exists ? createTuleapPage(200, "Tides at work") : createBlankPage(404);
}
