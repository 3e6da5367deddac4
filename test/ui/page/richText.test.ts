import assert from "node:assert/strict";
import type { Form } from "../../../src/model/form/form.ts";
import { createField } from "../../support/fixtures/formBuilders.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { createFormWithField } from "../../support/page/form/samples.ts";

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A form with a read-only text field. */
function createReadOnlyForm(source: string, format: "html" | "commonmark" | "text" = "html"): Form {
  return createFormWithField(
    {
      type: "text",
      permissions: createField({ id: 1, type: "text", permissions: new Set(["read"]) }).permissions,
    },
    { kind: "text", source, format },
  );
}

describe("rich text", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function renderToHtml(
    source: string,
    format: "html" | "commonmark" | "text" = "html",
  ): Promise<string> {
    window = await openFormPage({ form: createReadOnlyForm(source, format) });
    const text = window.page.locator("artifact-rich-text");
    await text.waitFor();
    return text.evaluate((element) => element.innerHTML);
  }

  it("keeps the structure of HTML", async () => {
    const html =
      '<h2>A</h2><p>b <strong>c</strong></p><table><tbody><tr><td colspan="2">d</td></tr></tbody></table>';
    assert.equal(await renderToHtml(html), html);
  });

  it("removes scripts, styles and everything that loads resources", async () => {
    const html =
      await renderToHtml(`<p style="color:red" class="actions-bar" id="activity" onclick="alert(1)">text</p>
      <script>window.hacked = 1</script><img src=x onerror="window.hacked=1"><svg onload="window.hacked=1"></svg>
      <iframe src="https://evil.example/"></iframe><form action="https://evil.example/"><input name="a"><button>Go</button></form>
      <style>body{display:none}</style><link rel="stylesheet" href="https://evil.example/a.css">
      <table background="https://evil.example/b.png"><tr><td background="https://evil.example/c.png">cell</td></tr></table>
      <video src="https://evil.example/v.mp4" poster="https://evil.example/p.png"></video><object data="x"></object>
      <math><mtext></mtext></math><base href="https://evil.example/"><meta http-equiv="refresh" content="0">`);
    assert.doesNotMatch(
      html,
      /<(?:script|svg|iframe|form|input|button|style|link|video|object|math|base|meta|img)|on\w+=|style=|background|evil/,
    );
    assert.match(html, /<p>text<\/p>/);
    assert.equal(await window.page.evaluate(() => "hacked" in globalThis), false);
  });

  it("loads nothing from other servers", async () => {
    await renderToHtml(`<img src="https://evil.example/1.png" srcset="https://evil.example/2.png 2x" alt="A chart">
      <img src="//evil.example/3.png"><img src="/plugins/tracker/?aid=1" alt="Ours">`);
    await window.waitUntil("images are requested", () => window.host.getCalls("loadImage").length === 3);
    await window.page.getByText("A chart").waitFor();
    await window.page.locator(".image-placeholder.is-missing").nth(2).waitFor();
    const ownOrigin = new URL(window.page.url()).origin;
    assert.deepEqual(
      window.requests.filter((url) => !url.startsWith(ownOrigin)),
      [],
    );
    assert.deepEqual(window.browserErrors, []);
  });

  it("loads images through the host when they become visible", async () => {
    const spacer = "<p>x</p>".repeat(200);
    window = await openFormPage({
      form: createReadOnlyForm(`<img src="/near.png" alt="Near">${spacer}<img src="/far.png" alt="Far">`),
      images: { "/near.png": pixel, "/far.png": "https://evil.example/not-data.png" },
    });
    await window.page.getByRole("img", { name: "Near" }).waitFor();
    assert.deepEqual(window.host.getCalls("loadImage"), [{ address: "/near.png" }]);
    await window.page.getByText("Far").scrollIntoViewIfNeeded();
    await window.page.locator(".image-placeholder.is-missing").waitFor();
    assert.equal(await window.page.getByRole("img", { name: "Far" }).count(), 0);
  });

  it("opens only safe links, through the host", async () => {
    await renderToHtml(`<a href="https://one.example/?a=1#b" target="_blank" ping="https://evil.example/">one</a>
      <a href="/plugins/tracker/?aid=7">two</a> <a href="mailto:a@b.example">three</a>
      <a href="javascript:alert(1)">four</a> <a href=" java&#10;script:alert(1)">five</a>
      <a href="command:workbench.action.quit">six</a> <a href="vscode://a.b/c">seven</a>
      <a href="data:text/html,x">eight</a> <a href="#nine">nine</a>`);
    assert.equal(await window.page.locator("artifact-rich-text :is([href], [target], [ping])").count(), 0);
    for (const name of ["one", "two", "three", "four", "five", "six", "seven", "eight"]) {
      await window.page.getByText(name, { exact: true }).click();
    }
    await window.page.getByRole("link", { name: "nine" }).press("Enter");
    await window.waitUntil("four links are opened", () => window.host.getCalls("openUrl").length === 4);
    assert.deepEqual(window.host.getCalls("openUrl"), [
      { address: "https://one.example/?a=1#b" },
      { address: "/plugins/tracker/?aid=7" },
      { address: "mailto:a@b.example" },
      { address: "#nine" },
    ]);
  });

  it("renders Markdown", async () => {
    const html = await renderToHtml(
      "**b** `c`\n\n- [x] done\n\n<script>x</script>\n\n[l](javascript:x)",
      "commonmark",
    );
    assert.match(html, /<strong>b<\/strong> <code>c<\/code>/);
    assert.match(html, /☑ done/);
    assert.doesNotMatch(html, /script/);
  });

  it("shows a frameset as its source", async () => {
    assert.equal(await renderToHtml("<frameset>text"), "&lt;frameset&gt;text");
    assert.deepEqual(window.browserErrors, []);
  });

  it("shows plain text unchanged", async () => {
    assert.equal(
      await renderToHtml("<b>a</b>\n  b", "text"),
      '<div class="plain-text">&lt;b&gt;a&lt;/b&gt;\n  b</div>',
    );
  });
});
