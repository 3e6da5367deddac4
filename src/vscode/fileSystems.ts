import * as vscode from "vscode";

// A file system that VS Code may ask for at any time, and whose code is loaded when it first does.

export class LateFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #load: () => Promise<vscode.FileSystemProvider>;
  #loaded: vscode.FileSystemProvider | undefined;
  #listening: vscode.Disposable | undefined;

  constructor(load: () => Promise<vscode.FileSystemProvider>) {
    this.#load = load;
  }

  /** Nothing changes before something was read. */
  watch(uri: vscode.Uri, options: Parameters<vscode.FileSystemProvider["watch"]>[1]): vscode.Disposable {
    return this.#loaded?.watch(uri, options) ?? new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.#files()).stat(uri);
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return (await this.#files()).readDirectory(uri);
  }

  async createDirectory(uri: vscode.Uri): Promise<void> {
    await (await this.#files()).createDirectory(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#files()).readFile(uri);
  }

  async writeFile(
    uri: vscode.Uri,
    content: Uint8Array,
    options: Parameters<vscode.FileSystemProvider["writeFile"]>[2],
  ): Promise<void> {
    await (await this.#files()).writeFile(uri, content, options);
  }

  async delete(uri: vscode.Uri, options: Parameters<vscode.FileSystemProvider["delete"]>[1]): Promise<void> {
    await (await this.#files()).delete(uri, options);
  }

  async rename(
    from: vscode.Uri,
    to: vscode.Uri,
    options: Parameters<vscode.FileSystemProvider["rename"]>[2],
  ): Promise<void> {
    await (await this.#files()).rename(from, to, options);
  }

  dispose(): void {
    this.#listening?.dispose();
    this.#changed.dispose();
  }

  async #files(): Promise<vscode.FileSystemProvider> {
    this.#loaded ??= await this.#load();
    this.#listening ??= this.#loaded.onDidChangeFile((changes) => this.#changed.fire(changes));
    return this.#loaded;
  }
}

function isReadOnly(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

/** Files that can be read and not written, each by its own address: there are no folders to look into. */
export abstract class ReadOnlyFiles implements vscode.FileSystemProvider {
  abstract readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>;

  abstract stat(uri: vscode.Uri): Promise<vscode.FileStat>;

  abstract readFile(uri: vscode.Uri): Promise<Uint8Array>;

  /** What changes is told, watched or not. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    return isReadOnly(uri);
  }

  writeFile(uri: vscode.Uri): never {
    return isReadOnly(uri);
  }

  delete(uri: vscode.Uri): never {
    return isReadOnly(uri);
  }

  rename(uri: vscode.Uri): never {
    return isReadOnly(uri);
  }
}
