import * as vscode from "vscode";

/** A file system that is nowhere but in memory: what a virtual workspace stands on. */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Set<string>(["/"]);

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { path } = uri;
    const bytes = this.#files.get(path);
    const times = { ctime: 0, mtime: 0 };
    if (bytes !== undefined) return { ...times, type: vscode.FileType.File, size: bytes.length };
    if (this.#folders.has(path)) return { ...times, type: vscode.FileType.Directory, size: 0 };
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    const below = (all: Iterable<string>): string[] =>
      [...all]
        .filter((each) => each !== path && each.startsWith(path === "/" ? "/" : `${path}/`))
        .map((each) => each.slice(path === "/" ? 1 : path.length + 1))
        .filter((name) => !name.includes("/"));
    return [
      ...below(this.#files.keys()).map((name): [string, vscode.FileType] => [name, vscode.FileType.File]),
      ...below(this.#folders).map((name): [string, vscode.FileType] => [name, vscode.FileType.Directory]),
    ];
  }

  createDirectory({ path }: vscode.Uri): void {
    this.#folders.add(path);
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const bytes = this.#files.get(uri.path);
    if (bytes === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array, options: { create: boolean; overwrite: boolean }): void {
    if (this.#files.has(uri.path) && !options.overwrite) throw vscode.FileSystemError.FileExists(uri);
    this.#files.set(uri.path, bytes);
  }

  delete({ path }: vscode.Uri): void {
    this.#files.delete(path);
    this.#folders.delete(path);
  }

  rename(uri: vscode.Uri, to: vscode.Uri): void {
    this.#files.set(to.path, this.readFile(uri));
    this.delete(uri);
  }
}
