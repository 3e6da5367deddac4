// Serves the HTML of the pages with the same markup and content security policy as in a webview.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join } from "node:path";
import {
  boardPageAssets,
  formPageAssets,
  renderPageHtml,
  type PageAssets,
  tablePageAssets,
} from "../../../../src/vscode/pageHtml.ts";
import { onExit } from "../../cleanup.ts";
import { repositoryRoot } from "../../repositoryRoot.ts";
import { getSharedExtension } from "../../window/stagedExtension.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".ttf": "font/ttf",
};

/** Not the browser's own time zone, as if the extension host ran on another machine. */
const hostTimeZone = "Asia/Kolkata";

let serverUrl: Promise<string> | undefined;

/** Pages by their path. */
const pages: Readonly<Record<string, PageAssets>> = {
  "": formPageAssets,
  table: tablePageAssets,
  board: boardPageAssets,
};

/** The extension is built and served once per run. */
export function getFormPageUrl(): Promise<string> {
  serverUrl ??= startPageServer();
  return serverUrl;
}

export async function getTablePageUrl(view: "table" | "board"): Promise<string> {
  return `${await getFormPageUrl()}/${view}`;
}

async function startPageServer(): Promise<string> {
  const dist = join(await getSharedExtension(), "dist");
  const folders: Readonly<Record<string, string>> = { dist, media: join(repositoryRoot, "media") };
  const server = createServer((request, response) => {
    const [, folder = "", file = ""] = new URL(request.url ?? "/", "http://page").pathname.split("/");
    const path = folders[folder];
    if (path === undefined) {
      response
        .setHeader("content-type", "text/html; charset=utf-8")
        .end(createPageHtml(getServerUrl(server), pages[folder]));
      return;
    }
    readFile(join(path, basename(file))).then(
      (content) => response.setHeader("content-type", types[extname(file)] ?? "text/plain").end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onExit(() => {
    server.closeAllConnections();
    server.close();
  });
  return getServerUrl(server);
}

function getServerUrl(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function createPageHtml(origin: string, assets: PageAssets = formPageAssets): string {
  return renderPageHtml({
    assets,
    language: "en",
    timeZone: hostTimeZone,
    cspSource: origin,
    nonce: "nonceOfTheTests",
    toUri: (...path) => [origin, ...path].join("/"),
  });
}
