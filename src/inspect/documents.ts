// Answers of a server's API as files that can be read and not written.
import * as vscode from "vscode";
import { Cancelled, isFailure } from "../model/failure.ts";
import type { Site } from "../model/site.ts";
import { withProgress } from "../platform/progress.ts";
import { ReadOnlyFiles } from "../platform/readOnlyFiles.ts";
import type { Catalog } from "../store/catalog.ts";
import type { Connection } from "../store/connections.ts";
import { addressOf } from "../store/inspect/resource.ts";
import type { Sites } from "../store/sites.ts";
import { answerText, mostBytes, problemText } from "./jsonText.ts";
import { isJsonPath, jsonPlace, type JsonPlace } from "./place.ts";

interface Shown {
  readonly bytes: Uint8Array;
  /** When it was read; never the same twice, since that is how VS Code knows that it is another. */
  readonly mtime: number;
}

interface JsonDocumentsDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
}

export class JsonDocuments extends ReadOnlyFiles implements vscode.Disposable {
  readonly #dependencies: JsonDocumentsDependencies;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** What is open, by its address; VS Code asks for size and content apart, and again and again. */
  readonly #shown = new Map<string, Promise<Shown>>();
  /** How often each site was forgotten: what was asked for before belongs to whoever was signed in then. */
  readonly #forgettings = new Map<string, number>();
  #lastRead = 0;

  constructor(dependencies: JsonDocumentsDependencies) {
    super();
    this.#dependencies = dependencies;
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
    const site = place === undefined ? undefined : this.#dependencies.sites.find(place.siteApi);
    if (place === undefined || site === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { place, site };
  }

  #forgettingsOf(api: string): number {
    return this.#forgettings.get(api) ?? 0;
  }

  async #connectionOf({ accountId }: JsonPlace, site: Site): Promise<Connection> {
    const connection = await this.#dependencies.catalog.of(site).connection();
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
