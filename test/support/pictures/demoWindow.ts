import { join } from "node:path";
import { createDemoRepository } from "../../demo/demoRepository.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { createTemporaryFolder } from "../cleanup.ts";
import { signInWithKey } from "../window/signIn.ts";
import { openWindow, type VSCodeWindow } from "../window/window.ts";

/** What is only shown because VS Code runs in a browser. */
const browserOnlyParts = ["status.forwardedPorts", "status.workbench.keyboardLayout"];

/** The demo in a window, signed in as its member: all that pictures of documents show. */
export class DemoWindow {
  readonly server: Simulator;
  readonly window: VSCodeWindow;

  private constructor(server: Simulator, window: VSCodeWindow) {
    this.server = server;
    this.window = window;
  }

  static async open(): Promise<DemoWindow> {
    const folder = join(createTemporaryFolder(), "open-tides");
    await createDemoRepository(folder);
    const server = await startSimulator({ dialect: "product", demo: true });
    const window = await openWindow({
      folder,
      scale: 1.5,
      secrets: "stored",
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "editor.minimap.enabled": false,
        "git.confirmSync": false,
        "git.enableSmartCommit": true,
        "window.menuBarVisibility": "hidden",
        // Hovers would appear wherever the pointer rests.
        "workbench.hover.delay": 60_000,
      },
    });
    const hidden = browserOnlyParts.map((id) => `[id="${id}"]`).join();
    await window.page.addStyleTag({ content: `${hidden} { display: none !important; }` });
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, member.realName);
    return new DemoWindow(server, window);
  }

  /** Smaller than a screen, so that texts are legible in a document. */
  async resize(width: number, height: number): Promise<void> {
    await this.window.page.setViewportSize({ width, height });
  }

  async close(): Promise<void> {
    await this.window.close();
    await this.server.close();
  }
}
