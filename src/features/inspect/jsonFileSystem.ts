// A read-only file system with responses of the API as JSON documents.
import * as vscode from "vscode";
import { normalizeLine, toDisplayLine } from "../../model/displayText.ts";
import { Canceled, type Failure, isFailure } from "../../model/failure.ts";
import { formatJson, type RawResponse, escapeBidiControls } from "../../model/rawResponse.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import type { Connection } from "../../store/connections.ts";
import { toAbsoluteUrl, toNextPagePath, toResourcePath } from "../../store/rawResourceRequests.ts";
import { failureText } from "../../vscode/failureText.ts";
import { ReadOnlyFileSystem } from "../../vscode/fileSystems.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { hasSafeJsonPath, parseJsonUri, type JsonUriParts, createJsonUri } from "./jsonUri.ts";

// Links between documents: `uri` members of a response that belong to the API of the same site.

/** Separates the text and the link to the next page in the header of a document. */
const nextPageMark = " → ";

/** The comment lines above a response. Formatted JSON never starts with a comment, and raw text follows an empty line. */
const headerPattern = /^(?:\/\/ .*\n)*/;

/**
 * String values can't look like members, because formatted JSON starts each member on a new line and escapes line breaks in
 * strings. Longer values are not URIs.
 */
const uriMemberPattern = /^( *"(?:\w+_)?uri": )("(?:[^"\\\n]|\\.){1,2000}")/gm;
const nextPagePattern = new RegExp(`^(// .*${nextPageMark})(\\S+)$`, "m");

/** VS Code processes all links of a document at once. */
const maxLinks = 10_000;

function parseJsonString(json: string): string {
  try {
    return JSON.parse(json) as string;
  } catch {
    return "";
  }
}

interface LinkMatch {
  readonly start: number;
  readonly length: number;
  readonly uri: string;
}

function findLinks(text: string): readonly LinkMatch[] {
  const links: LinkMatch[] = [];
  const [header = ""] = headerPattern.exec(text) ?? [];
  const nextPage = nextPagePattern.exec(header);
  if (nextPage !== null) {
    const [, before = "", uri = ""] = nextPage;
    links.push({ start: nextPage.index + before.length, length: uri.length, uri });
  }
  const isFormatted = text[header.length] !== "\n";
  if (!isFormatted) return links;
  for (const match of text.matchAll(uriMemberPattern)) {
    const [, before = "", json = ""] = match;
    // The link excludes the quotes.
    links.push({
      start: match.index + before.length + 1,
      length: json.length - 2,
      uri: parseJsonString(json),
    });
    if (links.length >= maxLinks) break;
  }
  return links;
}

export function createDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
  const parts = parseJsonUri(document.uri);
  if (parts === undefined) return [];
  const { siteApi, accountId } = parts;
  return findLinks(document.getText()).flatMap(({ start, length, uri }) => {
    const resource = toResourcePath(siteApi, uri);
    if (resource === undefined) return [];
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + length));
    const link = new vscode.DocumentLink(range, createJsonUri({ siteApi, accountId, resource }));
    link.tooltip = vscode.l10n.t("Inspect {0}", toDisplayLine(resource));
    return [link];
  });
}

// The content of a document: the formatted response, with comments above it.

/** Maximum size of a response. */
const maxBytes = 5 * 1024 * 1024;
/** Formatting makes the text longer, and deep nesting could do so without limit. */
const maxCharacters = 4 * maxBytes;

function formatComment(text: string): string {
  return `// ${normalizeLine(text, 1000)}`;
}

function formatTruncationNotice({ label }: Site): string {
  return formatComment(vscode.l10n.t("Truncated: the response from {0} is larger than 5 MiB.", label));
}

function formatNextPageLink(
  site: Site,
  resource: string,
  next: NonNullable<RawResponse["nextPage"]>,
): readonly string[] {
  const link = toNextPagePath(site.api, resource, next);
  if (link === undefined) return [];
  const number = new Intl.NumberFormat(vscode.env.language);
  const message = vscode.l10n.t(
    "{0} more of up to {1}",
    number.format(next.size - next.offset),
    number.format(next.size),
  );
  return [formatComment(message) + nextPageMark + link];
}

/**
 * An empty line ends the header, so that raw text can't look like part of it. Line breaks are normalized, because VS Code would
 * change those of the header to match the response.
 */
function formatRawText({ label }: Site, text: string): readonly string[] {
  const message = vscode.l10n.t(
    "Not valid JSON, or nested too deeply to format. Showing the response from {0} unchanged.",
    label,
  );
  return [formatComment(message), "", escapeBidiControls(text.replaceAll(/\r\n?/g, "\n"))];
}

function formatResponse(site: Site, resource: string, { text, isTruncated, nextPage }: RawResponse): string {
  if (text.trim() === "") {
    return `${formatComment(vscode.l10n.t("{0} returned an empty response.", site.label))}\n`;
  }
  const formatted = formatJson(text, { isCut: isTruncated, mostCharacters: maxCharacters });
  const isWhole = formatted?.isComplete ?? !isTruncated;
  return [
    ...(isWhole ? [] : [formatTruncationNotice(site)]),
    ...(nextPage === undefined ? [] : formatNextPageLink(site, resource, nextPage)),
    ...(formatted === undefined ? formatRawText(site, text) : [formatted.text]),
    "",
  ].join("\n");
}

/** The content of a document whose request failed. */
function formatRequestFailure(site: Site, url: string, failure: Failure): string {
  return [formatComment(failureText(failure, site.label)), formatComment(`GET ${url}`), ""].join("\n");
}

interface CachedFile {
  readonly bytes: Uint8Array;
  /** Unique per load, because VS Code detects changes by it. */
  readonly mtime: number;
}

export class JsonFileSystem extends ReadOnlyFileSystem implements vscode.Disposable {
  readonly #services: Pick<Services, "sites" | "catalog">;
  readonly #onDidChangeEmitter = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#onDidChangeEmitter.event;
  /** Open documents by URI, because VS Code requests size and content separately and repeatedly. */
  readonly #files = new Map<string, Promise<CachedFile>>();
  /** Counts `forgetSite` calls, because responses requested before belong to the former account. */
  readonly #generations = new Map<string, number>();
  #lastRead = 0;

  constructor(services: Pick<Services, "sites" | "catalog">) {
    super();
    this.#services = services;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, mtime } = await this.#getFile(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: bytes.length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#getFile(uri)).bytes;
  }

  /** Loads the document again; if that fails, the content stays and the failure is reported. */
  async refresh(uri: vscode.Uri): Promise<void> {
    const { parts, site } = this.#resolveUri(uri);
    const file = this.#createFile(await this.#loadText(uri, parts, site));
    this.#files.set(uri.toString(), Promise.resolve(file));
    this.#onDidChangeEmitter.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Called when the document is closed, so that it is loaded again when it is reopened. */
  forget(uri: vscode.Uri): void {
    this.#files.delete(uri.toString());
  }

  /** Called when the account of the site may have changed. */
  forgetSite(api: string): void {
    this.#generations.set(api, this.#getGeneration(api) + 1);
    for (const key of this.#files.keys()) {
      if (parseJsonUri(vscode.Uri.parse(key))?.siteApi === api) this.#files.delete(key);
    }
  }

  dispose(): void {
    this.#onDidChangeEmitter.dispose();
  }

  async #getFile(uri: vscode.Uri): Promise<CachedFile> {
    const key = uri.toString();
    const cached = this.#files.get(key);
    if (cached !== undefined) {
      const { parts, site } = this.#resolveUri(uri);
      await this.#getConnection(parts, site);
      return cached;
    }
    const promise = this.#loadFile(uri);
    this.#files.set(key, promise);
    promise.catch(() => {
      if (this.#files.get(key) === promise) this.#files.delete(key);
    });
    return promise;
  }

  /** A failed request results in a document with the failure. */
  async #loadFile(uri: vscode.Uri): Promise<CachedFile> {
    const { parts, site } = this.#resolveUri(uri);
    try {
      return this.#createFile(await this.#loadText(uri, parts, site));
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      const url = toAbsoluteUrl(site.api, parts.resource) ?? parts.resource;
      return this.#createFile(formatRequestFailure(site, url, failure));
    }
  }

  #createFile(text: string): CachedFile {
    this.#lastRead = Math.max(Date.now(), this.#lastRead + 1);
    return { bytes: new TextEncoder().encode(text), mtime: this.#lastRead };
  }

  #resolveUri(uri: vscode.Uri): { readonly parts: JsonUriParts; readonly site: Site } {
    const parts = hasSafeJsonPath(uri) ? parseJsonUri(uri) : undefined;
    const site = parts === undefined ? undefined : this.#services.sites.find(parts.siteApi);
    if (parts === undefined || site === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { parts, site };
  }

  #getGeneration(api: string): number {
    return this.#generations.get(api) ?? 0;
  }

  async #getConnection({ accountId }: JsonUriParts, site: Site): Promise<Connection> {
    const connection = await this.#services.catalog.getSite(site).connect();
    if (connection.account?.id !== accountId) {
      throw vscode.FileSystemError.NoPermissions(
        vscode.l10n.t(
          "This file was opened with a different account on {0}. Sign in with that account.",
          site.label,
        ),
      );
    }
    return connection;
  }

  async #loadText(uri: vscode.Uri, parts: JsonUriParts, site: Site): Promise<string> {
    const generation = this.#getGeneration(site.api);
    const { client } = await this.#getConnection(parts, site);
    const { resource } = parts;
    const title = vscode.l10n.t("Loading {0}…", uri.path.slice(1));
    const response = await withProgress(title, (signal) =>
      client.fetchRawResponse(resource, maxBytes, signal),
    );
    if (this.#getGeneration(site.api) !== generation) {
      throw new Canceled({ method: "GET", url: site.api });
    }
    return formatResponse(site, resource, response);
  }
}
