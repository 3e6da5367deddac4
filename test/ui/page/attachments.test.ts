import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  drawing,
  file,
  formWithFiles,
  log,
  newFormWithFiles,
  picture,
} from "../../support/page/form/attaching.ts";

const readOnly = { isShut: true };

describe("attached files", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  function button(name: string): Locator {
    return window.page.getByRole("button", { name, exact: true });
  }

  async function asked(method: string, count = 1): Promise<readonly unknown[]> {
    await window.until(`${method} ${count} times`, () => window.host.asked(method).length === count);
    return window.host.asked(method);
  }

  /** The names of all that can be pressed in the section. */
  function offered(): Promise<readonly string[]> {
    return window
      .field("Attachments")
      .getByRole("button")
      .evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent.trim()));
  }

  it("are opened by their name, downloaded, saved and removed, each by its own button", async () => {
    window = await openFormPage({ form: formWithFiles([log, file(3, "notes.zip")]) });
    const actions = ["gateway.log", "Download gateway.log", "Save gateway.log As…", "Remove gateway.log"];
    for (const name of actions) await button(name).click();
    await button("notes.zip").click();
    await button("Download All").click();
    await button("Attach File…").click();
    assert.deepEqual(await asked("attachment", 5), [
      { fileId: 1, action: "open" },
      { fileId: 1, action: "download" },
      { fileId: 1, action: "saveAs" },
      { fileId: 1, action: "remove" },
      { fileId: 3, action: "open" },
    ]);
    assert.deepEqual(await asked("downloadAll"), [null]);
    assert.deepEqual(await asked("attach"), [{ fieldId: 40 }]);
    const facts = window.field("Attachments").locator(".file-facts").first();
    assert.equal((await facts.innerText()).replaceAll(/\s+/g, " "), "gateway.log 2.6 MB of the second try");
  });

  it("can be told apart without a name", async () => {
    window = await openFormPage({ form: formWithFiles([file(7, ""), file(8, " ")]) });
    await button("#7").waitFor();
    await button("#8").waitFor();
  });

  it("are reached and used by keyboard alone, also what shows only under the pointer", async () => {
    window = await openFormPage({ form: formWithFiles([log]) });
    await button("gateway.log").focus();
    const names: string[] = [];
    for (const key of ["Enter", "Enter", "Space", "Enter", "Enter"]) {
      names.push(await window.page.evaluate(() => document.activeElement?.ariaLabel ?? ""));
      const opacity = await window.page
        .locator(".file-actions")
        .evaluate((each) => getComputedStyle(each).opacity);
      assert.equal(opacity, names.length < 5 ? "1" : "0");
      await window.page.keyboard.press(key);
      await window.page.keyboard.press("Tab");
    }
    assert.deepEqual(names, ["", "Download gateway.log", "Save gateway.log As…", "Remove gateway.log", ""]);
    const actions = (await asked("attachment", 4)) as readonly { readonly action: string }[];
    assert.deepEqual(
      actions.map(({ action }) => action),
      ["open", "download", "saveAs", "remove"],
    );
    await asked("attach");
  });

  it("are only read where they can't be changed", async () => {
    window = await openFormPage({ form: formWithFiles([log, picture], readOnly) });
    const reading = [
      "gateway.log",
      "Download gateway.log",
      "Save gateway.log As…",
      "screen.png",
      "Download screen.png",
      "Save screen.png As…",
      "Download All",
    ];
    assert.deepEqual(await offered(), reading);
    await window.close();
    window = await openFormPage({ form: formWithFiles([log, picture]), draft: { isElsewhere: true } });
    assert.deepEqual(await offered(), reading);
  });

  it("are not there yet where nothing exists, and not at all where there are none", async () => {
    window = await openFormPage({ form: newFormWithFiles() });
    await window.field("Attachments").getByText("Files can be attached once this is created.").waitFor();
    assert.deepEqual(await offered(), []);
    await window.close();
    window = await openFormPage({ form: formWithFiles([], readOnly) });
    await window.field("Attachments").getByText("–", { exact: true }).waitFor();
    await window.close();
    window = await openFormPage({ form: formWithFiles([]) });
    assert.deepEqual(await offered(), ["Attach File…"]);
  });

  it("say how large a file may be, never more than it is", async () => {
    window = await openFormPage({ form: formWithFiles([], { maxBytes: 1024 ** 3 }) });
    await window.page.getByText("or drop files here, or paste an image – up to 1 GB each").waitFor();
    const described = await button("Attach File…").getAttribute("aria-describedby");
    assert.match((await window.page.locator(`#${described}`).textContent()) ?? "", /1 GB/);
  });

  it("are not asked for twice while the first time lasts", async () => {
    window = await openFormPage({ form: formWithFiles([log, picture]) });
    let finish = (): void => undefined;
    window.host.working = new Promise((resolve) => (finish = resolve));
    const download = button("Download gateway.log");
    await download.click();
    await download.and(window.page.locator("[aria-disabled=true]")).waitFor();
    await download.press("Enter");
    assert.equal(await download.evaluate((each) => each === document.activeElement), true);
    await button("Download screen.png").click();
    await asked("attachment", 2);
    finish();
    await download.and(window.page.locator(":not([aria-disabled])")).waitFor();
    await download.press("Enter");
    await asked("attachment", 3);
  });

  it("tell what did not work, until something else is done", async () => {
    window = await openFormPage({ form: formWithFiles([log]) });
    window.host.refusal = "The server does not answer.";
    await button("Download gateway.log").click();
    const alert = window.field("Attachments").getByRole("alert");
    await alert.getByText("The server does not answer.").waitFor();
    // The activity may say the same, if it is asked for just now.
    assert.equal(await alert.count(), 1);
    window.host.refusal = undefined;
    await button("Save gateway.log As…").click();
    await alert.waitFor({ state: "detached" });
  });

  it("leave the focus beside the one that goes", async () => {
    const form = formWithFiles([log, file(3, "notes.zip")]);
    window = await openFormPage({ form });
    await button("Remove gateway.log").press("Enter");
    await window.host.show(formWithFiles([file(3, "notes.zip")]));
    await button("gateway.log").waitFor({ state: "detached" });
    await window.page.waitForFunction(() => document.activeElement?.textContent.trim() === "notes.zip");
  });

  it("show their names and descriptions as the text that they are", async () => {
    const nasty = "<img src=x onerror=alert(1)>";
    const odd = file(1, `${nasty}.zip`, { description: `\u202e${nasty}` });
    window = await openFormPage({ form: formWithFiles([odd, file(2, "W".repeat(400))]), width: 400 });
    await button(`${nasty}.zip`).click();
    assert.equal(await window.page.locator("main img").count(), 0);
    assert.equal(await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.equal(
      await button(`Remove ${"W".repeat(400)}`).evaluate(
        (each) => each.getBoundingClientRect().right < innerWidth,
      ),
      true,
    );
    assert.deepEqual(window.complaints, []);
  });

  describe("that are pictures", () => {
    function pictures(count: number): ReturnType<typeof file>[] {
      return Array.from({ length: count }, (_, index) => ({
        ...picture,
        id: index + 1,
        name: `${index + 1}.png`,
      }));
    }

    it("are seen once they are in view, and are asked for once", async () => {
      const many = pictures(30);
      const previews = Object.fromEntries(many.map(({ id }) => [id, drawing]));
      window = await openFormPage({ form: formWithFiles(many), previews, height: 500 });
      await window.page.getByRole("img", { name: "1.png", exact: true }).waitFor();
      assert.ok(window.host.asked("preview").length < 10);
      await window.page.getByText("30.png", { exact: true }).scrollIntoViewIfNeeded();
      await window.page.getByRole("img", { name: "30.png", exact: true }).waitFor();
      const before = window.host.asked("preview").length;
      await window.page.evaluate(() => scrollTo({ top: 0 }));
      await window.host.show({ ...formWithFiles(many.slice(1)) });
      await window.page.getByText("1.png", { exact: true }).waitFor({ state: "detached" });
      await window.host.show({ ...formWithFiles(many) });
      await window.page.getByRole("img", { name: "1.png", exact: true }).waitFor();
      const all = window.host.asked("preview").map((each) => JSON.stringify(each));
      assert.equal(new Set(all).size, all.length);
      assert.ok(all.length >= before);
    });

    it("take the same room before they are there", async () => {
      window = await openFormPage({ form: formWithFiles(pictures(2)), previews: { 1: drawing, 2: drawing } });
      const heights = await window.page.evaluate(() =>
        [...document.querySelectorAll("artifact-file-preview")].map((each) => each.clientHeight),
      );
      await window.page.getByRole("img").nth(1).waitFor();
      assert.deepEqual(
        await window.page.evaluate(() =>
          [...document.querySelectorAll("artifact-file-preview")].map((each) => each.clientHeight),
        ),
        heights,
      );
    });

    it("are opened by a click on what is seen of them", async () => {
      window = await openFormPage({ form: formWithFiles([picture]), previews: { 2: drawing } });
      await window.page.getByRole("img", { name: "screen.png" }).click();
      assert.deepEqual(await asked("attachment"), [{ fileId: 2, action: "open" }]);
    });

    it("do without where there is none, or none that can be shown", async () => {
      const previews = { 2: "https://evil.example/a.png", 3: "data:image/png;base64,AAAA" };
      window = await openFormPage({ form: formWithFiles(pictures(3)), previews });
      for (const place of await window.page.locator("artifact-file-preview").all()) {
        await place.waitFor({ state: "hidden" });
      }
      assert.equal(await window.page.getByRole("alert").count(), 0);
      assert.ok(await button("3.png").isVisible());
    });

    it("are not fetched where they are too large, or are no pictures after all", async () => {
      const large = file(1, "large.png", { type: "image/png", size: 5 * 1024 * 1024 + 1 });
      const other = file(2, "scan.tiff", { type: "image/tiff" });
      window = await openFormPage({
        form: formWithFiles([large, other, { ...picture, id: 3 }]),
        previews: { 3: drawing },
      });
      await window.page.getByRole("img", { name: "screen.png" }).waitFor();
      assert.deepEqual(window.host.asked("preview"), [{ fileId: 3 }]);
    });
  });
});
