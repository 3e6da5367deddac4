import assert from "node:assert/strict";
import { join } from "node:path";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  Dragging,
  drawing,
  drop,
  file,
  formWithFiles,
  log,
  picture,
} from "../../support/page/form/attaching.ts";
import { repository } from "../../support/repository.ts";
import { allThemes } from "../../support/window/themes.ts";

const tall = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="400"><rect width="90" height="400" fill="#8a3ffc"/></svg>',
).toString("base64")}`;

const all = formWithFiles(
  [
    log,
    picture,
    file(3, "tall.svg", { type: "image/svg+xml", size: 900, description: "as seen on a telephone" }),
    file(4, "still-loading.webp", { type: "image/webp", size: 400_000 }),
    file(5, "core dump of the gateway after the second refund in a row.tar.gz", { size: 1_340_000_000 }),
    file(6, "specification.pdf", {
      type: "application/pdf",
      size: 340_000,
      description: "the bank’s own words",
    }),
    file(7, "amounts.csv", { type: "text/csv" }),
    file(8, "fix.patch"),
    file(9, "answer.json", { type: "application/json", size: 1 }),
  ],
  { maxBytes: 64 * 1024 * 1024 },
);

describe("the shape of attached files", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<Parameters<typeof openFormPage>[0]>): Promise<void> {
    // One of the pictures never comes.
    const previews = { 2: drawing, 3: tall, 4: new Promise<string>(() => undefined) as unknown as string };
    window = await openFormPage({ form: all, previews, ...options });
    await window.page.getByRole("img").nth(1).waitFor();
  }

  for (const theme of allThemes) {
    it(`is right in the theme ${theme}`, async () => {
      await open({ theme });
      await window.page.locator(".file").nth(1).hover();
      await window.screenshot(`page-attachments-${theme}`);
      window.host.refusal = "The server does not answer.";
      await window.page.getByRole("button", { name: "Download All" }).click();
      await window.field("Attachments").getByRole("alert").waitFor();
      const dragging = await Dragging.over(window.page.locator(".file-offers"), {
        items: [{ mimeType: "application/vnd.code.uri-list", data: "file:///a" }],
      });
      await window.page.locator(".drop-prompt").waitFor();
      await window.screenshot(`page-attachments-drop-${theme}`, { isWhole: false });
      await dragging.leave();
      assert.deepEqual(window.complaints, []);
    });
  }

  it("folds in a narrow tab", async () => {
    await open({ width: 320, height: 1_300 });
    await window.page.locator(".file").nth(4).hover();
    await window.screenshot("page-attachments-narrow");
    assert.equal(await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  });

  it("tells what is being read", async () => {
    await open({ height: 1_300 });
    window.host.working = new Promise(() => undefined);
    await drop(window.page.locator(".file-offers"), { files: [join(repository, "package.json")] });
    await window.field("Attachments").getByText("Reading package.json…").waitFor();
    await window.screenshot("page-attachments-reading");
  });

  it("shows what can be done where there is no pointer to hover with", async () => {
    await open({});
    const session = await window.page.context().newCDPSession(window.page);
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const opacity = await window.page
      .locator(".file-actions")
      .first()
      .evaluate((each) => getComputedStyle(each).opacity);
    assert.equal(opacity, "1");
    await session.detach();
  });
});
