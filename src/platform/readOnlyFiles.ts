import * as vscode from "vscode";

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
