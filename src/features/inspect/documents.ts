// Answers of a server's API as files that can be read and not written.
import * as vscode from "vscode";
import { cleanLine, oneLine } from "../../model/displayText.ts";
import { Cancelled, type Failure, isFailure } from "../../model/failure.ts";
import { formattedJson, type RawAnswer, withoutMisleading } from "../../model/inspect.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import type { Connection } from "../../store/connections.ts";
import { addressOf, nextPage, resourceBelow } from "../../store/inspect.ts";
import { failureText } from "../../vscode/failureText.ts";
import { ReadOnlyFiles } from "../../vscode/fileSystems.ts";
import { withProgress } from "../../vscode/notifications.ts";
import { isJsonPath, jsonPlace, type JsonPlace, jsonUri } from "./resourceUri.ts";

// From one document to the next: what answers name by `uri`, as long as it lies on the same site's API.

/** Stands before the address of the next page, in a line above the answer. */
const nextMark = " → ";

/** The lines above an answer, all of which are ours: what we format begins otherwise, and what we don't after an empty line. */
const ours = /^(?:\/\/ .*\n)*/;

/**
 * Texts can't pretend to be members: in what we format each member begins a line, and a text has no ends of lines. Names
 * are plain, and an address that is longer than any is none.
 */
const member = /^( *"(?:\w+_)?uri": )("(?:[^"\\\n]|\\.){1,2000}")/gm;
const next = new RegExp(`^(// .*${nextMark})(\\S+)$`, "m");

/** VS Code takes all links of a document at once. */
const mostLinks = 10_000;

function textOf(json: string): string {
  try {
    return JSON.parse(json) as string;
  } catch {
    return "";
  }
}

interface Found {
  readonly start: number;
  readonly length: number;
  readonly uri: string;
}

function findLinks(text: string): readonly Found[] {
  const found: Found[] = [];
  const [header = ""] = ours.exec(text) ?? [];
  const above = next.exec(header);
  if (above !== null) {
    const [, before = "", uri = ""] = above;
    found.push({ start: above.index + before.length, length: uri.length, uri });
  }
  const isFormatted = text[header.length] !== "\n";
  if (!isFormatted) return found;
  for (const match of text.matchAll(member)) {
    const [, before = "", json = ""] = match;
    // Without the quotes.
    found.push({ start: match.index + before.length + 1, length: json.length - 2, uri: textOf(json) });
    if (found.length >= mostLinks) break;
  }
  return found;
}

export function linksIn(document: vscode.TextDocument): vscode.DocumentLink[] {
  const place = jsonPlace(document.uri);
  if (place === undefined) return [];
  const { siteApi, accountId } = place;
  return findLinks(document.getText()).flatMap(({ start, length, uri }) => {
    const resource = resourceBelow(siteApi, uri);
    if (resource === undefined) return [];
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + length));
    const link = new vscode.DocumentLink(range, jsonUri({ siteApi, accountId, resource }));
    link.tooltip = vscode.l10n.t("Inspect {0}", oneLine(resource));
    return [link];
  });
}

// What a document says: the answer, a line per value, and above it what a person has to know about it.

/** As much of an answer as is shown. */
const mostBytes = 5 * 1024 * 1024;
/** Lines and indentation make it longer; nesting could make it longer without end. */
const mostCharacters = 4 * mostBytes;

function comment(sentence: string): string {
  return `// ${cleanLine(sentence, 1000)}`;
}

function cutLine({ label }: Site): string {
  return comment(vscode.l10n.t("Cut: {0} sent more than 5 MiB, and the rest isn't shown.", label));
}

function nextLine(site: Site, resource: string, next: NonNullable<RawAnswer["next"]>): readonly string[] {
  const link = nextPage(site.api, resource, next);
  if (link === undefined) return [];
  const number = new Intl.NumberFormat(vscode.env.language);
  const said = vscode.l10n.t(
    "{0} more of at most {1}",
    number.format(next.size - next.offset),
    number.format(next.size),
  );
  return [comment(said) + nextMark + link];
}

/**
 * An empty line ends what we say: nothing below it is ours, however it begins. Ends of lines are alike, since VS Code would
 * make ours like those of the answer.
 */
function asSent({ label }: Site, text: string): readonly string[] {
  const said = vscode.l10n.t("No JSON, or nested too deeply to be laid out: this is as {0} sent it.", label);
  return [comment(said), "", withoutMisleading(text.replaceAll(/\r\n?/g, "\n"))];
}

function answerText(site: Site, resource: string, { text, isCut, next }: RawAnswer): string {
  if (text.trim() === "") {
    return `${comment(vscode.l10n.t("{0} answered with nothing.", site.label))}\n`;
  }
  const formatted = formattedJson(text, { isCut, mostCharacters });
  const isWhole = formatted?.isWhole ?? !isCut;
  return [
    ...(isWhole ? [] : [cutLine(site)]),
    ...(next === undefined ? [] : nextLine(site, resource, next)),
    ...(formatted === undefined ? asSent(site, text) : [formatted.text]),
    "",
  ].join("\n");
}

/** In place of an answer: why there is none. */
function problemText(site: Site, address: string, failure: Failure): string {
  return [comment(failureText(failure, site.label)), comment(`GET ${address}`), ""].join("\n");
}

interface Shown {
  readonly bytes: Uint8Array;
  /** When it was read; never the same twice, since that is how VS Code knows that it is another. */
  readonly mtime: number;
}

export class JsonDocuments extends ReadOnlyFiles implements vscode.Disposable {
  readonly #services: Pick<Services, "sites" | "catalog">;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** What is open, by its address; VS Code asks for size and content apart, and again and again. */
  readonly #shown = new Map<string, Promise<Shown>>();
  /** How often each site was forgotten: what was asked for before belongs to whoever was signed in then. */
  readonly #forgettings = new Map<string, number>();
  #lastRead = 0;

  constructor(services: Pick<Services, "sites" | "catalog">) {
    super();
    this.#services = services;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, mtime } = await this.#open(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: bytes.length,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#open(uri)).bytes;
  }

  /** Reads it again; where that fails what is shown stays, and the person is told. */
  async refresh(uri: vscode.Uri): Promise<void> {
    const { place, site } = this.#placeOf(uri);
    const shown = this.#shownOf(await this.#read(uri, place, site));
    this.#shown.set(uri.toString(), Promise.resolve(shown));
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Nobody looks at it any more: whoever opens it next wants it as it is then. */
  forget(uri: vscode.Uri): void {
    this.#shown.delete(uri.toString());
  }

  /** Whoever looks next at the site may be someone else. */
  forgetSite(api: string): void {
    this.#forgettings.set(api, this.#forgettingsOf(api) + 1);
    for (const key of this.#shown.keys()) {
      if (jsonPlace(vscode.Uri.parse(key))?.siteApi === api) this.#shown.delete(key);
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #open(uri: vscode.Uri): Promise<Shown> {
    const key = uri.toString();
    const known = this.#shown.get(key);
    if (known !== undefined) {
      const { place, site } = this.#placeOf(uri);
      await this.#connectionOf(place, site);
      return known;
    }
    const opening = this.#show(uri);
    this.#shown.set(key, opening);
    opening.catch(() => {
      if (this.#shown.get(key) === opening) this.#shown.delete(key);
    });
    return opening;
  }

  /** What a server refuses is something to read too. */
  async #show(uri: vscode.Uri): Promise<Shown> {
    const { place, site } = this.#placeOf(uri);
    try {
      return this.#shownOf(await this.#read(uri, place, site));
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      const address = addressOf(site.api, place.resource) ?? place.resource;
      return this.#shownOf(problemText(site, address, failure));
    }
  }

  #shownOf(text: string): Shown {
    this.#lastRead = Math.max(Date.now(), this.#lastRead + 1);
    return { bytes: new TextEncoder().encode(text), mtime: this.#lastRead };
  }

  #placeOf(uri: vscode.Uri): { readonly place: JsonPlace; readonly site: Site } {
    const place = isJsonPath(uri) ? jsonPlace(uri) : undefined;
    const site = place === undefined ? undefined : this.#services.sites.find(place.siteApi);
    if (place === undefined || site === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { place, site };
  }

  #forgettingsOf(api: string): number {
    return this.#forgettings.get(api) ?? 0;
  }

  async #connectionOf({ accountId }: JsonPlace, site: Site): Promise<Connection> {
    const connection = await this.#services.catalog.of(site).connection();
    if (connection.account?.id !== accountId) {
      throw vscode.FileSystemError.NoPermissions(
        vscode.l10n.t("This was opened with another account on {0}: sign in with that one.", site.label),
      );
    }
    return connection;
  }

  async #read(uri: vscode.Uri, place: JsonPlace, site: Site): Promise<string> {
    const forgettings = this.#forgettingsOf(site.api);
    const { client } = await this.#connectionOf(place, site);
    const { resource } = place;
    const title = vscode.l10n.t("Reading {0}", uri.path.slice(1));
    const answer = await withProgress(title, (signal) => client.raw(resource, mostBytes, signal));
    if (this.#forgettingsOf(site.api) !== forgettings) {
      throw new Cancelled({ method: "GET", url: site.api });
    }
    return answerText(site, resource, answer);
  }
}
