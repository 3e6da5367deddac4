import type { Answer, Header } from "./message.ts";

function page(status: number, title: string, contentType: string, headers: readonly Header[]): Answer {
  const content = `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, headers, body: { kind: "page", contentType, content } };
}

/** A page of the web server in front of the platform: HTML that no API client wants. */
export function frontPage(status: number, title: string, ...headers: readonly Header[]): Answer {
  return page(status, title, "text/html", headers);
}

/** What the platform shows people where an API would answer with data. */
export function platformPage(status: number, title: string): Answer {
  return page(status, title, "text/html; charset=UTF-8", [["Vary", "Accept-Encoding"]]);
}

/** What is not there is not even explained. */
export function blankPage(status: number): Answer {
  const { headers } = platformPage(status, "");
  return { status, headers, body: { kind: "page", contentType: "text/html; charset=UTF-8", content: "" } };
}

/** Addresses outside the API: the home page and the pages that `html_url`s lead to are there, the rest is not. */
export function sitePage(pathname: string): Answer {
  const exists = pathname === "/" || /^\/(plugins(?!\/tracker\/attachments)|projects|users)\//.test(pathname);
  return exists ? platformPage(200, "Tides at work") : blankPage(404);
}
