// The page's entry: asks the host for content and draws what comes.
import { render } from "lit";
import type { FromPage, ToPage } from "../protocol/page.ts";
import { draw } from "./content.ts";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const host = acquireVsCodeApi();
const main = document.querySelector("main");

function wantContent(): void {
  host.postMessage({ kind: "wantContent" });
}

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  if (main !== null) render(draw(data.content, wantContent), main);
});
wantContent();
