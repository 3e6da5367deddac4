// Records the RPC messages from the host to a webview, and sends messages in its name.
import type * as vscode from "vscode";
import type { RpcMessage } from "../../../src/protocol/rpc.ts";

type RpcCall = Extract<RpcMessage, { kind: "call" }>;

interface PendingCall {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class WebviewSpy {
  readonly panel: vscode.WebviewPanel;
  readonly receivedCalls: RpcCall[] = [];
  readonly #listeners: ((message: unknown) => unknown)[] = [];
  readonly #pending = new Map<number, PendingCall>();
  /** Starts beyond the ids that the page uses. */
  #lastId = 2 ** 50;

  constructor(panel: vscode.WebviewPanel) {
    this.panel = panel;
    const { webview } = panel;
    const post = webview.postMessage.bind(webview);
    const listen = webview.onDidReceiveMessage.bind(webview);
    Object.defineProperties(webview, {
      postMessage: {
        value: (message: RpcMessage) => {
          this.#record(message);
          return post(message);
        },
      },
      onDidReceiveMessage: {
        value: (listener: (message: unknown) => unknown) => {
          this.#listeners.push(listener);
          return listen(listener);
        },
      },
    });
  }

  call(method: string, params: unknown): Promise<void> {
    this.#lastId += 1;
    const message: RpcCall = { kind: "call", id: this.#lastId, method, params };
    return new Promise((resolve, reject) => {
      this.#pending.set(message.id, { resolve, reject });
      for (const listener of this.#listeners) listener(message);
    });
  }

  #record(message: RpcMessage): void {
    if (message.kind === "call") {
      this.receivedCalls.push(message);
      return;
    }
    const pendingCall = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === "answer") pendingCall?.resolve();
    else pendingCall?.reject(new Error(message.text));
  }
}
