// A page in a tab, and beside it somebody who hears all that the host says to it and can say what it could say.
import type * as vscode from "vscode";
import type { Message } from "../../../src/protocol/rpc.ts";

type Call = Extract<Message, { kind: "call" }>;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class TappedPage {
  readonly panel: vscode.WebviewPanel;
  /** What the host has asked of the page so far. */
  readonly heard: Call[] = [];
  readonly #listeners: ((message: unknown) => unknown)[] = [];
  readonly #waiting = new Map<number, Waiting>();
  /** Far beyond where the page itself counts. */
  #last = 2 ** 50;

  constructor(panel: vscode.WebviewPanel) {
    this.panel = panel;
    const { webview } = panel;
    const post = webview.postMessage.bind(webview);
    const listen = webview.onDidReceiveMessage.bind(webview);
    Object.defineProperties(webview, {
      postMessage: {
        value: (message: Message) => {
          this.#hear(message);
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
    this.#last += 1;
    const message: Call = { kind: "call", id: this.#last, method, params };
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { resolve, reject });
      for (const listener of this.#listeners) listener(message);
    });
  }

  #hear(message: Message): void {
    if (message.kind === "call") {
      this.heard.push(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === "answer") waiting?.resolve();
    else waiting?.reject(new Error(message.text));
  }
}
