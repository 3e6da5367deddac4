import assert from "node:assert/strict";
import type { ShownComment, ShownEntry } from "../../../src/protocol/page.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { bugForm, formWithField, history } from "../../support/page/form/samples.ts";

describe("the activity of a form", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  it("says which attachments were added and removed", async () => {
    for (const theme of ["dark", "light"] as const) {
      if (theme === "light") await window.close();
      window = await openFormPage({ form: bugForm(), history, theme });
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

  /** An entry with a comment, and a change of a text. */
  function entry(id: number, comment: ShownComment): ShownEntry {
    return {
      id,
      by: "Kim Park",
      when: "yesterday",
      exactly: "Feb 2, 2026, 9:00:00 AM",
      isCreation: false,
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

  it("has links to the artifacts that its texts refer to, and to nothing else", async () => {
    const onlyFor = undefined;
    const entries = [
      entry(1, { source: "As art #12, Bug #13 and task #14; see doc #15.", format: "text", onlyFor }),
      entry(2, { source: "<p>As <b>art #22</b> <code>art #23</code></p>", format: "html", onlyFor }),
      entry(3, {
        source: "As **bug #32**, `art #33`, [art #34](https://a.example)",
        format: "commonmark",
        onlyFor,
      }),
    ];
    const told = { kind: "entries", entries, hasOlder: false, trackers: ["bug"] } as const;
    window = await openFormPage({ form: bugForm(), history: told, theme: "light" });
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
    await window.until("the host is asked", () => window.host.asked("openArtifact").length === 4);
    assert.deepEqual(
      window.host.asked("openArtifact"),
      [13, 22, 7, 8].map((artifactId) => ({ artifactId })),
    );
    assert.match(
      (await change.textContent())?.replaceAll(/\s+/g, " ") ?? "",
      /Summary like bug #7 .* art #8/,
    );
    await window.screenshot("activity-references");
  });
});

describe("the field of cross references", () => {
  it("has a link for each that leads to the site, and the text of the others", async () => {
    const path = "/goto?key=bug&val=12&group_id=101";
    const window = await openFormPage({
      form: formWithField(
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
    const field = window.field("References");
    assert.equal(await field.getByRole("button").count(), 1);
    await field.getByRole("button", { name: "bug #12" }).click();
    await window.until("the host is asked", () => window.host.asked("openAddress").length === 1);
    assert.deepEqual(window.host.asked("openAddress"), [{ address: path }]);
    assert.match((await field.textContent()) ?? "", /elsewhere #13/);
    await window.screenshot("cross-references");
    await window.close();
  });
});
