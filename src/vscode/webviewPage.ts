// A page in an editor tab, and the calls between it and the extension host.
import * as vscode from "vscode";
import { isFailure } from "../model/failure.ts";
import { CallFailed, createRpc, type Message, type Methods, type Rpc } from "../protocol/rpc.ts";
import type { Boundary } from "./errorHandler.ts";
import { failureText } from "./failureText.ts";
import { pageFrame, type PageParts } from "./pageFrame.ts";

function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri, page: PageParts): string {
  return pageFrame({
    page,
    language: vscode.env.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    source: webview.cspSource,
    nonce: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join(""),
    address: (...path) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString(),
  });
}

interface WebviewPageOptions<Ours> {
  readonly page: PageParts;
  readonly extensionUri: vscode.Uri;
  readonly boundary: Boundary;
  /** What the page may call. */
  readonly methods: Ours;
  /** `undefined` for what the page may not send. */
  readonly check: (posted: unknown) => Message | undefined;
  /** For the texts of failures. */
  readonly siteLabel: () => string | undefined;
  /** Called when the tab is in the background: VS Code has disposed of the page then. */
  readonly onHidden?: () => void;
}

export class WebviewPage<Ours extends Methods<Ours>, Theirs extends Methods<Theirs>> {
  readonly #panel: vscode.WebviewPanel;
  readonly #options: WebviewPageOptions<Ours>;
  readonly #rpc: Rpc<Theirs>;
  #isReady = false;
  #isClosed = false;

  constructor(panel: vscode.WebviewPanel, options: WebviewPageOptions<Ours>) {
    const { page, extensionUri, methods } = options;
    this.#panel = panel;
    this.#options = options;
    this.#rpc = createRpc<Ours, Theirs>({
      post: (message) => {
        if (!this.#isClosed) void panel.webview.postMessage(message);
      },
      ours: methods,
      explain: (thrown) => this.explain(thrown),
    });
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: ["dist", "media"].map((folder) => vscode.Uri.joinPath(extensionUri, folder)),
    };
    panel.webview.onDidReceiveMessage((posted: unknown) => this.#receive(posted));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.#hide();
    });
    panel.webview.html = pageHtml(panel.webview, extensionUri, page);
  }

  /** Whether there is a page that listens. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** To be called when the page says that it is loaded. */
  ready(): void {
    this.#isReady = true;
  }

  /** Calls the page; nothing happens while it is hidden. */
  tell<K extends keyof Theirs & string>(method: K, params: Parameters<Theirs[K]>[0]): void {
    if (!this.#isReady || this.#isClosed) return;
    this.#options.boundary.start(`tell page: ${method}`, () => this.#rpc.call(method, params));
  }

  /** One sentence about an error; what is unexpected goes to the log. */
  explain(thrown: unknown): string {
    if (isFailure(thrown)) return failureText(thrown, this.#options.siteLabel() ?? thrown.request.url);
    if (thrown instanceof CallFailed) return thrown.message;
    this.#options.boundary.note(`page ${this.#panel.viewType}`, thrown);
    return vscode.l10n.t("Something went wrong in Artifacts for Tuleap: see the log.");
  }

  /** The tab was closed. */
  close(): void {
    this.#isClosed = true;
    this.#rpc.abandon();
  }

  #hide(): void {
    this.#isReady = false;
    this.#rpc.abandon();
    this.#options.onHidden?.();
  }

  #receive(posted: unknown): void {
    this.#options.boundary.start(`message of ${this.#panel.viewType}`, () => {
      const message = this.#options.check(posted);
      if (message === undefined) throw new TypeError("A page sent a message that it may not send.");
      return this.#rpc.receive(message);
    });
  }
}
