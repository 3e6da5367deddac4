// A page in an editor tab, and the RPC calls between it and the extension host.
import * as vscode from "vscode";
import { isFailure } from "../model/failure.ts";
import { RpcError, createRpc, type RpcMessage, type RpcMethods, type Rpc } from "../protocol/rpc.ts";
import type { ErrorHandler } from "./errorHandler.ts";
import { failureText } from "./failureText.ts";
import { renderPageHtml, type PageAssets } from "./pageHtml.ts";

function createPageHtml(webview: vscode.Webview, extensionUri: vscode.Uri, assets: PageAssets): string {
  return renderPageHtml({
    assets,
    language: vscode.env.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    cspSource: webview.cspSource,
    nonce: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join(""),
    toUri: (...path) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString(),
  });
}

interface WebviewPageOptions<Ours> {
  readonly assets: PageAssets;
  readonly extensionUri: vscode.Uri;
  readonly errorHandler: ErrorHandler;
  /** What the page may call. */
  readonly methods: Ours;
  /** `undefined` for messages that the page may not send. */
  readonly parseMessage: (posted: unknown) => RpcMessage | undefined;
  /** For the texts of failures. */
  readonly siteLabel: () => string | undefined;
  /** Called when the tab is in the background: VS Code has disposed of the page then. */
  readonly onHidden?: () => void;
}

export class WebviewPage<Ours extends RpcMethods<Ours>, Theirs extends RpcMethods<Theirs>> {
  readonly #panel: vscode.WebviewPanel;
  readonly #options: WebviewPageOptions<Ours>;
  readonly #rpc: Rpc<Theirs>;
  #isReady = false;
  #isClosed = false;

  constructor(panel: vscode.WebviewPanel, options: WebviewPageOptions<Ours>) {
    const { assets, extensionUri, methods } = options;
    this.#panel = panel;
    this.#options = options;
    this.#rpc = createRpc<Ours, Theirs>({
      post: (message) => {
        if (!this.#isClosed) void panel.webview.postMessage(message);
      },
      methods,
      formatError: (thrown) => this.toErrorText(thrown),
    });
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: ["dist", "media"].map((folder) => vscode.Uri.joinPath(extensionUri, folder)),
    };
    panel.webview.onDidReceiveMessage((posted: unknown) => this.#receive(posted));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.#onHide();
    });
    panel.webview.html = createPageHtml(panel.webview, extensionUri, assets);
  }

  /** Whether the page is loaded and receives messages. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** To be called when the page reports that it is loaded. */
  markReady(): void {
    this.#isReady = true;
  }

  /** Calls the page; nothing happens while it is hidden. */
  notify<K extends keyof Theirs & string>(method: K, params: Parameters<Theirs[K]>[0]): void {
    if (!this.#isReady || this.#isClosed) return;
    this.#options.errorHandler.runInBackground(`notify page: ${method}`, () =>
      this.#rpc.call(method, params),
    );
  }

  /** The text of an error; unexpected errors are logged. */
  toErrorText(thrown: unknown): string {
    if (isFailure(thrown)) return failureText(thrown, this.#options.siteLabel() ?? thrown.request.url);
    if (thrown instanceof RpcError) return thrown.message;
    this.#options.errorHandler.logError(`page ${this.#panel.viewType}`, thrown);
    return vscode.l10n.t("An unexpected error occurred in Artifacts for Tuleap. See the log for details.");
  }

  /** The tab was closed. */
  close(): void {
    this.#isClosed = true;
    this.#rpc.cancelPendingCalls();
  }

  #onHide(): void {
    this.#isReady = false;
    this.#rpc.cancelPendingCalls();
    this.#options.onHidden?.();
  }

  #receive(posted: unknown): void {
    this.#options.errorHandler.runInBackground(`message from ${this.#panel.viewType}`, () => {
      const message = this.#options.parseMessage(posted);
      if (message === undefined) throw new TypeError("A page sent a message that it may not send.");
      return this.#rpc.receive(message);
    });
  }
}
