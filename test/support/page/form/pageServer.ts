// Serves the frame of the page with its files, as a webview does: same markup, same policy.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join } from "node:path";
import { formPage, pageFrame, type PageParts, tablePage } from "../../../../src/vscode/pageFrame.ts";
import { atEnd } from "../../ending.ts";
import { repository } from "../../repository.ts";
import { sharedExtension } from "../../window/stagedExtension.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".ttf": "font/ttf",
};

/** As if the extension host ran on another machine than the page. */
const hostZone = "Asia/Kolkata";

let running: Promise<string> | undefined;

/** Pages by the end of their address. */
const pages: Readonly<Record<string, PageParts>> = { "": formPage, table: tablePage };

/** The address of a form's page; built and served once per run. */
export function pageAddress(): Promise<string> {
  running ??= start();
  return running;
}

export async function tablePageAddress(): Promise<string> {
  return `${await pageAddress()}/table`;
}

async function start(): Promise<string> {
  const dist = join(await sharedExtension(), "dist");
  const folders: Readonly<Record<string, string>> = { dist, media: join(repository, "media") };
  const server = createServer((request, response) => {
    const [, folder = "", file = ""] = new URL(request.url ?? "/", "http://page").pathname.split("/");
    const path = folders[folder];
    if (path === undefined) {
      response
        .setHeader("content-type", "text/html; charset=utf-8")
        .end(frame(addressOf(server), pages[folder]));
      return;
    }
    readFile(join(path, basename(file))).then(
      (content) => response.setHeader("content-type", types[extname(file)] ?? "text/plain").end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return addressOf(server);
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function frame(origin: string, page: PageParts = formPage): string {
  return pageFrame({
    page,
    language: "en",
    timeZone: hostZone,
    source: origin,
    nonce: "nonceOfTheTests",
    address: (...path) => [origin, ...path].join("/"),
  });
}
