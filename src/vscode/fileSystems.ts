import * as vscode from "vscode";

// A file system whose code is loaded on first use.

export class LazyFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #onDidChangeFileEmitter = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#onDidChangeFileEmitter.event;
  readonly #load: () => Promise<vscode.FileSystemProvider>;
  #loaded: vscode.FileSystemProvider | undefined;
  #changeListener: vscode.Disposable | undefined;

  constructor(load: () => Promise<vscode.FileSystemProvider>) {
    this.#load = load;
  }

  /** Nothing changes before the provider is loaded. */
  watch(uri: vscode.Uri, options: Parameters<vscode.FileSystemProvider["watch"]>[1]): vscode.Disposable {
    return this.#loaded?.watch(uri, options) ?? new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.#getProvider()).stat(uri);
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return (await this.#getProvider()).readDirectory(uri);
  }

  async createDirectory(uri: vscode.Uri): Promise<void> {
    await (await this.#getProvider()).createDirectory(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#getProvider()).readFile(uri);
  }

  async writeFile(
    uri: vscode.Uri,
    content: Uint8Array,
    options: Parameters<vscode.FileSystemProvider["writeFile"]>[2],
  ): Promise<void> {
    await (await this.#getProvider()).writeFile(uri, content, options);
  }

  async delete(uri: vscode.Uri, options: Parameters<vscode.FileSystemProvider["delete"]>[1]): Promise<void> {
    await (await this.#getProvider()).delete(uri, options);
  }

  async rename(
    from: vscode.Uri,
    to: vscode.Uri,
    options: Parameters<vscode.FileSystemProvider["rename"]>[2],
  ): Promise<void> {
    await (await this.#getProvider()).rename(from, to, options);
  }

  dispose(): void {
    this.#changeListener?.dispose();
    this.#onDidChangeFileEmitter.dispose();
  }

  async #getProvider(): Promise<vscode.FileSystemProvider> {
    this.#loaded ??= await this.#load();
    this.#changeListener ??= this.#loaded.onDidChangeFile((changes) =>
      this.#onDidChangeFileEmitter.fire(changes),
    );
    return this.#loaded;
  }
}

function throwReadOnly(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

/** Read-only files without folders. */
export abstract class ReadOnlyFileSystem implements vscode.FileSystemProvider {
  abstract readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>;

  abstract stat(uri: vscode.Uri): Promise<vscode.FileStat>;

  abstract readFile(uri: vscode.Uri): Promise<Uint8Array>;

  /** Changes are reported whether watched or not. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    return throwReadOnly(uri);
  }

  writeFile(uri: vscode.Uri): never {
    return throwReadOnly(uri);
  }

  delete(uri: vscode.Uri): never {
    return throwReadOnly(uri);
  }

  rename(uri: vscode.Uri): never {
    return throwReadOnly(uri);
  }
}
