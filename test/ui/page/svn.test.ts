import assert from "node:assert/strict";
import type { Notified } from "../../../src/model/fields/notifications.ts";
import { svnFields } from "../../../src/model/svnForm.ts";
import { barriers } from "../../support/page/barriers.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { blindForm, settings, settingsForm } from "../../support/page/form/svnSample.ts";
import { typing } from "../../support/page/form/typing.ts";
import { allThemes } from "../../support/window/themes.ts";

const people = [{ id: 104, label: "Inês Farias", detail: "ifarias" }];
const heading = {
  reference: "Subversion repository #2",
  origin: ["Lighthouse", "Demo"],
  title: "charts-archive",
  opened: undefined,
  color: undefined,
  isArtifact: false,
  hasPage: false,
};

describe("the settings of a repository in the form", () => {
  const { window, open, press, type, becomes } = typing({ people, heading });

  afterEach(() => window().close());

  const rows: readonly Notified[] = settings.notifications.map(({ path, emails, users, groups }) => ({
    path,
    emails,
    users,
    groups,
    readAs: path,
  }));

  async function becomeRows(...expected: readonly Notified[]): Promise<void> {
    await becomes({ kind: "notifications", rows: expected }, svnFields.notifications);
  }

  it("have an access file that is plain text, with nothing to preview", async () => {
    await open(settingsForm());
    const field = window().field("Access file");
    await field.getByRole("button", { name: "Open in Editor" }).waitFor();
    for (const role of ["tab", "tabpanel"] as const) {
      assert.equal(await field.getByRole(role).count(), 0, role);
    }
  });

  it("say who is told of which path, and take more of them by the keyboard alone", async () => {
    await open(settingsForm());
    const [trunk, releases] = rows;
    assert.ok(trunk && releases);
    const field = window().field("Notifications");
    for (const name of ["Chloé Perrault", "Project administrators"]) await field.getByText(name).waitFor();
    await field.getByRole("button", { name: "Add path" }).focus();
    await press("Enter");
    const fresh = { path: "", emails: [], users: [], groups: [] };
    await becomeRows(trunk, releases, fresh);
    await field.locator("vscode-textfield:focus").first().waitFor();
    await type("/branches");
    await becomeRows(trunk, releases, { ...fresh, path: "/branches" });
    await field.getByText("Each needs a path, and somebody to tell.").waitFor();
    // Past the button that takes the row away.
    await press("Tab", "Tab");
    await type("a@b.example");
    await press("Enter");
    const mailed = { ...fresh, path: "/branches", emails: ["a@b.example"] };
    await becomeRows(trunk, releases, mailed);
    await field.getByText("Each needs a path, and somebody to tell.").waitFor({ state: "detached" });
    await press("Tab");
    await type("far");
    await field.getByRole("option", { name: "Inês Farias" }).waitFor();
    await press("Enter");
    const ines = { id: 104, label: "Inês Farias" };
    await becomeRows(trunk, releases, { ...mailed, users: [ines] });
    await press("Tab");
    await type("mem");
    await press("Enter");
    const members = { id: "101_3", label: "Project members" };
    await becomeRows(trunk, releases, { ...mailed, users: [ines], groups: [members] });
    await field.getByRole("button", { name: "Remove /trunk" }).press("Enter");
    await becomeRows(releases, { ...mailed, users: [ines], groups: [members] });
    await field.locator(".add:focus").waitFor();
    assert.deepEqual(window().complaints, []);
  });

  it("say that a path is there twice, and go there when they are saved", async () => {
    await open(settingsForm());
    const field = window().field("Notifications");
    await field.getByRole("textbox", { name: "Path 2" }).fill("/trunk");
    await field.getByRole("textbox", { name: "Path 2" }).press("Tab");
    await window().host.tell("reveal", { target: svnFields.notifications });
    await field.getByText("/trunk is there twice.").waitFor();
    assert.ok((await field.locator("vscode-textfield:focus").count()) > 0);
  });

  it("that can't be read are all open, and say of nothing that it is nothing only when told", async () => {
    await open(blindForm());
    const { page, host } = window();
    for (const name of ["Reference mandatory", "Message change allowed", "Default permissions"]) {
      const radios = window().field(name).getByRole("radio");
      assert.equal(await radios.count(), 2);
      assert.equal(await radios.and(page.locator("[aria-checked=true]")).count(), 0);
    }
    for (const [label, name, input] of [
      ["No paths", "immutablePaths", { kind: "openList", entries: [] }],
      ["Empty", "accessFile", { kind: "text", source: "", format: "text" }],
      ["Nobody", "notifications", { kind: "notifications", rows: [] }],
    ] as const) {
      const button = page.getByRole("button", { name: label });
      assert.equal(await button.getAttribute("aria-pressed"), "false");
      await button.press("Enter");
      await becomes(input, svnFields[name]);
      await page.locator("[aria-pressed=true]").getByText(label).waitFor();
    }
    await page.getByRole("button", { name: "No paths" }).press("Enter");
    await becomes(undefined, svnFields.immutablePaths);
    // Whoever writes something needs not say that it is nothing.
    await window().field("Immutable paths").getByRole("combobox").focus();
    await type("/tags");
    await press("Enter");
    await page.getByRole("button", { name: "No paths" }).waitFor({ state: "detached" });
    assert.deepEqual(host.typed(svnFields.immutablePaths), {
      kind: "openList",
      entries: [{ id: undefined, label: "/tags" }],
    });
  });

  it("take a folder as it was typed, also where another one differs by a capital letter only", async () => {
    await open(settingsForm({ isNew: true }));
    await window().field("Folders").getByRole("combobox").focus();
    await type("/Trunk");
    await press("Enter");
    const capital = { id: undefined, label: "/Trunk" };
    await becomes({ kind: "openList", entries: [capital] }, svnFields.layout);
    await type("/trunk");
    await press("Enter");
    const usual = { id: "/trunk", label: "/trunk" };
    await becomes({ kind: "openList", entries: [capital, usual] }, svnFields.layout);
  });

  it("have no page of an artifact to open", async () => {
    await open(settingsForm());
    assert.equal(await window().page.locator("vscode-toolbar-button").count(), 1);
    assert.equal(await window().page.getByRole("heading", { name: "charts-archive" }).count(), 1);
    assert.equal(await window().page.locator("body").getAttribute("data-vscode-context"), "{}");
  });
});

describe("the shape of a repository's settings", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  for (const theme of allThemes) {
    it(`is right in the theme ${theme}`, async () => {
      window = await openFormPage({ form: settingsForm(), heading, theme, height: 1500 });
      await window.field("Notifications").getByRole("button", { name: "Add path" }).click();
      await window.screenshot(`page-svn-${theme}`);
      assert.deepEqual(window.complaints, []);
      assert.deepEqual(await barriers(window.page), []);
    });
  }

  for (const theme of ["dark", "light"] as const) {
    it(`says first that only administrators may change it, and shows what was typed before, in the theme ${theme}`, async () => {
      const notices = [
        { id: "readOnly", severity: "warning", text: "Only administrators.", details: [], actions: [] },
      ] as const;
      const inputs = [
        {
          target: svnFields.accessFile,
          input: { kind: "text", source: "[/]\n* = rw", format: "text" },
        },
      ] as const;
      window = await openFormPage({
        form: settingsForm({ settings: undefined, isReadOnly: true }),
        heading,
        theme,
        draft: { notices, inputs, canUndo: true },
      });
      const { page } = window;
      await page.getByText("Only administrators.").waitFor();
      const fields = page.locator("artifact-field");
      assert.equal(await fields.getByText("Hidden", { exact: true }).count(), await fields.count());
      assert.equal(
        await fields.locator("input, textarea, vscode-radio, vscode-button, .required").count(),
        0,
      );
      await window.field("Access file").getByText("* = rw").waitFor();
      const save = page.getByRole("button", { name: /^Save/ });
      assert.equal(await save.getAttribute("aria-disabled"), "true");
      const isAbove = await page.evaluate(() => {
        const notice =
          document.querySelector(".notices, [class*=notice]")?.getBoundingClientRect().top ?? Infinity;
        const field = document.querySelector("artifact-field")?.getBoundingClientRect().top ?? 0;
        return notice < field;
      });
      assert.ok(isAbove);
      await window.screenshot(`page-svn-read-only-${theme}`);
    });
  }

  it("is right in a narrow tab, and where nothing can be read", async () => {
    const notices = [
      { id: "blind", severity: "warning", text: "Demo tells nothing.", details: [], actions: [] },
    ] as const;
    window = await openFormPage({ form: blindForm(), heading, width: 400, height: 1500, draft: { notices } });
    await window.page.getByRole("button", { name: "Nobody" }).click();
    await window.host.tell("reveal", { target: svnFields.accessFile });
    await window.page.getByText("This field is required.").first().waitFor();
    await window.screenshot("page-svn-blind-narrow");
    const overflow = await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(overflow, 0);
  });
});
