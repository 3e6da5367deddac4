import assert from "node:assert/strict";
import type { HistoryCommentView, HistoryEntryView } from "../../../src/protocol/formProtocol.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { assertEventually } from "../../support/wait.ts";
import { createBugForm, createFormWithField, sampleHistory } from "../../support/page/form/samples.ts";

describe("activity", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  it("shows added and removed attachments", async () => {
    for (const theme of ["dark", "light"] as const) {
      if (theme === "light") await window.close();
      window = await openFormPage({ form: createBugForm(), history: sampleHistory, theme });
      await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
      const change = window.page.locator(".change").filter({ hasText: "Attachments" });
      await change.waitFor();
      assert.deepEqual(
        [await change.locator("del").allTextContents(), await change.locator("ins").allTextContents()],
        [["old trace.log"], ["receipt.pdf, trace.log"]],
      );
      assert.match(
        (await change.textContent())?.replaceAll(/\s+/g, " ") ?? "",
        /removed old .* added receipt/,
      );
      await window.screenshot(`activity-${theme}`);
    }
  });

  /** Creates an entry with a comment and a changed field. */
  function createEntry(id: number, comment: HistoryCommentView): HistoryEntryView {
    return {
      id,
      author: "Kim Park",
      relativeTime: "yesterday",
      exactTime: "Feb 2, 2026, 9:00:00 AM",
      isCreation: false,
      isOwn: false,
      changes: [
        {
          kind: "value",
          label: "Summary",
          before: "like bug #7",
          after: "art #8",
          serverTimes: { before: undefined, after: undefined },
        },
      ],
      comment,
    };
  }

  it("marks entries that the user hasn't seen, and scrolls to the first of them when the host says so", async () => {
    const comment = { source: "Text\n\n".repeat(20), format: "text", visibleTo: undefined } as const;
    const entries = [9, 8, 7, 6, 5].map((id) => ({ ...createEntry(id, comment), isOwn: id === 8 }));
    const history = { kind: "entries", entries, hasOlder: false, newFrom: 7 } as const;
    window = await openFormPage({ form: createBugForm(), history, theme: "light" });
    await window.host.callPage("setHistory", { ...history, revealsNew: true });
    const marks = window.page.locator(".entry").getByText("New", { exact: true });
    await marks.nth(1).waitFor();
    assert.equal(await marks.count(), 2);
    await assertEventually(async () => {
      const top = await marks.nth(1).evaluate((mark) => mark.getBoundingClientRect().top);
      assert.ok(top > 0 && top < (await window.page.evaluate(() => innerHeight)), `${top}`);
    });
    await window.screenshot("activity-new");
    await window.page.mouse.wheel(0, -100_000);
    const getScroll = (): Promise<number> => window.page.evaluate(() => scrollY);
    await assertEventually(async () => assert.equal(await getScroll(), 0));
    await window.host.callPage("setHistory", { ...history, hasOlder: true });
    await window.page.getByText("Load Older Activity").waitFor();
    assert.equal(await getScroll(), 0);
  });

  it("has links for references to artifacts only", async () => {
    const visibleTo = undefined;
    const entries = [
      createEntry(1, { source: "As art #12, Bug #13 and task #14; see doc #15.", format: "text", visibleTo }),
      createEntry(2, { source: "<p>As <b>art #22</b> <code>art #23</code></p>", format: "html", visibleTo }),
      createEntry(3, {
        source: "As **bug #32**, `art #33`, [art #34](https://a.example)",
        format: "commonmark",
        visibleTo,
      }),
    ];
    const history = { kind: "entries", entries, hasOlder: false } as const;
    window = await openFormPage({ form: createBugForm(), history, theme: "light" });
    await window.page.locator("artifact-activity").scrollIntoViewIfNeeded();
    const links = window.page.locator("a[data-artifact]");
    await links.nth(3).waitFor();
    assert.deepEqual(await links.allTextContents(), ["art #12", "Bug #13", "art #22", "bug #32"]);
    await links.nth(1).click();
    await links.nth(2).focus();
    await window.page.keyboard.press("Enter");
    const change = window.page.locator(".change").first();
    await change.getByRole("button", { name: "bug #7" }).click();
    await change.getByRole("button", { name: "art #8" }).click();
    await window.waitUntil("the host is called", () => window.host.getCalls("openArtifact").length === 4);
    assert.deepEqual(
      window.host.getCalls("openArtifact"),
      [13, 22, 7, 8].map((artifactId) => ({ artifactId })),
    );
    assert.match(
      (await change.textContent())?.replaceAll(/\s+/g, " ") ?? "",
      /Summary like bug #7 .* art #8/,
    );
    await window.screenshot("activity-references");
  });
});

describe("cross-references field", () => {
  it("has links for references of the site, and text for others", async () => {
    const path = "/goto?key=bug&val=12&group_id=101";
    const window = await openFormPage({
      form: createFormWithField(
        { type: "cross", label: "References" },
        {
          kind: "references",
          references: [
            { text: "bug #12", path },
            { text: "elsewhere #13", path: undefined },
          ],
        },
      ),
    });
    const field = window.getField("References");
    assert.equal(await field.getByRole("button").count(), 1);
    await field.getByRole("button", { name: "bug #12" }).click();
    await window.waitUntil("the host is called", () => window.host.getCalls("openUrl").length === 1);
    assert.deepEqual(window.host.getCalls("openUrl"), [{ address: path }]);
    assert.match((await field.textContent()) ?? "", /elsewhere #13/);
    await window.screenshot("cross-references");
    await window.close();
  });
});
