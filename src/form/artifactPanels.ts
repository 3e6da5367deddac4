import * as vscode from "vscode";
import { isFailure } from "../model/failure.ts";
import type { Boundary } from "../platform/boundary.ts";
import { failureText } from "../platform/failureText.ts";
import { pageHtml } from "../platform/pageHtml.ts";
import type { FromPage, PageContent, ToPage } from "../protocol/page.ts";
import type { Connections } from "../store/connections.ts";
import type { Sites } from "../store/sites.ts";
import { artifactContent, headingOf, loadingContent } from "./artifactContent.ts";

interface PanelDependencies {
  readonly sites: Sites;
  readonly connections: Connections;
  readonly extensionUri: vscode.Uri;
  readonly boundary: Boundary;
}

/** Artifacts in editor tabs, one tab each. */
export class ArtifactPanels implements vscode.Disposable {
  readonly #dependencies: PanelDependencies;
  readonly #open = new Map<string, { readonly siteApi: string; readonly panel: vscode.WebviewPanel }>();

  constructor(dependencies: PanelDependencies) {
    this.#dependencies = dependencies;
  }

  show(siteApi: string, artifactId: number): void {
    const key = `${siteApi} ${artifactId}`;
    const known = this.#open.get(key);
    if (known !== undefined) {
      known.panel.reveal();
      return;
    }
    const { extensionUri, boundary } = this.#dependencies;
    const panel = vscode.window.createWebviewPanel(
      "artifacts.artifact",
      `#${artifactId}`,
      vscode.ViewColumn.Active,
      {
        enableScripts: true,
        localResourceRoots: [
          vscode.Uri.joinPath(extensionUri, "dist"),
          vscode.Uri.joinPath(extensionUri, "media"),
        ],
      },
    );
    const closed = new AbortController();
    this.#open.set(key, { siteApi, panel });
    panel.iconPath = new vscode.ThemeIcon("issues");
    panel.onDidDispose(() => {
      closed.abort();
      this.#open.delete(key);
    });
    panel.webview.onDidReceiveMessage((message: Partial<FromPage> | null) => {
      if (message?.kind !== "wantContent") return;
      boundary.start("show artifact", () => this.#fill(panel, siteApi, artifactId, closed.signal));
    });
    panel.webview.html = pageHtml(panel.webview, extensionUri);
  }

  /** What an account has seen goes with it. */
  closeOf(siteApi: string): void {
    for (const open of this.#open.values()) {
      if (open.siteApi === siteApi) open.panel.dispose();
    }
  }

  dispose(): void {
    for (const { panel } of this.#open.values()) panel.dispose();
  }

  async #fill(
    panel: vscode.WebviewPanel,
    siteApi: string,
    artifactId: number,
    signal: AbortSignal,
  ): Promise<void> {
    const post = async (content: PageContent): Promise<void> => {
      const message: ToPage = { kind: "show", content };
      if (!signal.aborted) await panel.webview.postMessage(message);
    };
    const site = this.#dependencies.sites.find(siteApi);
    if (site === undefined) return;
    await post(loadingContent(artifactId));
    try {
      const { client } = await this.#dependencies.connections.to(site);
      const details = await client.artifact(artifactId, signal);
      if (!signal.aborted) panel.title = headingOf(artifactId, details.title);
      await post(artifactContent(site, details));
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      await post({
        kind: "problem",
        text: failureText(failure, site.label),
        retry: vscode.l10n.t("Try Again"),
      });
    }
  }
}
