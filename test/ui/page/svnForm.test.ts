import assert from "node:assert/strict";
import type { PathNotification } from "../../../src/model/fields/svnNotifications.ts";
import { svnFieldIds } from "../../../src/model/svnForm.ts";
import { findAccessibilityProblems } from "../../support/page/accessibility.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import {
  createUnreadableSettingsForm,
  sampleSettings,
  createSettingsForm,
} from "../../support/page/form/svnSample.ts";
import { createSingleFieldPage } from "../../support/page/form/singleFieldPage.ts";
import { allThemes } from "../../support/window/themes.ts";

const users = [{ id: 104, label: "Inês Farias", detail: "ifarias" }];
const heading = {
  reference: "Subversion repository #2",
  breadcrumbs: ["Lighthouse", "Demo"],
  title: "charts-archive",
  submitted: undefined,
  color: undefined,
  isArtifact: false,
  hasWebPage: false,
};

describe("Subversion settings form", () => {
  const { window, open, press, type, waitForInput } = createSingleFieldPage({ users, heading });

  afterEach(() => window().close());

  const rows: readonly PathNotification[] = sampleSettings.notifications.map(
    ({ path, emails, users, groups }) => ({
      path,
      emails,
      users,
      groups,
      readAs: path,
    }),
  );

  async function waitForRows(...expected: readonly PathNotification[]): Promise<void> {
    await waitForInput({ kind: "notifications", rows: expected }, svnFieldIds.notifications);
  }

  it("has no preview for the access file", async () => {
    await open(createSettingsForm());
    const field = window().getField("Access file");
    await field.getByRole("button", { name: "Open in Editor" }).waitFor();
    for (const role of ["tab", "tabpanel"] as const) {
      assert.equal(await field.getByRole(role).count(), 0, role);
    }
  });

  it("edits notifications by keyboard", async () => {
    await open(createSettingsForm());
    const [trunk, releases] = rows;
    assert.ok(trunk && releases);
    const field = window().getField("Notifications");
    for (const name of ["Chloé Perrault", "Project administrators"]) await field.getByText(name).waitFor();
    await field.getByRole("button", { name: "Add Path" }).focus();
    await press("Enter");
    const newRow = { path: "", emails: [], users: [], groups: [] };
    await waitForRows(trunk, releases, newRow);
    await field.locator("vscode-textfield:focus").first().waitFor();
    await type("/branches");
    await waitForRows(trunk, releases, { ...newRow, path: "/branches" });
    await field.getByText("Each notification needs a path and at least one recipient.").waitFor();
    // Skip the Remove button.
    await press("Tab", "Tab");
    await type("a@b.example");
    await press("Enter");
    const rowWithEmail = { ...newRow, path: "/branches", emails: ["a@b.example"] };
    await waitForRows(trunk, releases, rowWithEmail);
    await field
      .getByText("Each notification needs a path and at least one recipient.")
      .waitFor({ state: "detached" });
    await press("Tab");
    await type("far");
    await field.getByRole("option", { name: "Inês Farias" }).waitFor();
    await press("Enter");
    const ines = { id: 104, label: "Inês Farias" };
    await waitForRows(trunk, releases, { ...rowWithEmail, users: [ines] });
    await press("Tab");
    await type("mem");
    await press("Enter");
    const members = { id: "101_3", label: "Project members" };
    await waitForRows(trunk, releases, { ...rowWithEmail, users: [ines], groups: [members] });
    await field.getByRole("button", { name: "Remove /trunk" }).press("Enter");
    await waitForRows(releases, { ...rowWithEmail, users: [ines], groups: [members] });
    await field.locator(".add:focus").waitFor();
    assert.deepEqual(window().browserErrors, []);
  });

  it("shows a duplicate path, and focuses the field when it is revealed", async () => {
    await open(createSettingsForm());
    const field = window().getField("Notifications");
    await field.getByRole("textbox", { name: "Path 2" }).fill("/trunk");
    await field.getByRole("textbox", { name: "Path 2" }).press("Tab");
    await window().host.callPage("revealField", { target: svnFieldIds.notifications });
    await field.getByText("Duplicate path: /trunk.").waitFor();
    assert.ok((await field.locator("vscode-textfield:focus").count()) > 0);
  });

  it("has no values if the settings can't be read, and submits an empty value only on request", async () => {
    await open(createUnreadableSettingsForm());
    const { page, host } = window();
    for (const name of ["Reference mandatory", "Message change allowed", "Default permissions"]) {
      const radios = window().getField(name).getByRole("radio");
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
      await waitForInput(input, svnFieldIds[name]);
      await page.locator("[aria-pressed=true]").getByText(label).waitFor();
    }
    await page.getByRole("button", { name: "No paths" }).press("Enter");
    await waitForInput(undefined, svnFieldIds.immutablePaths);
    // The button disappears once there is a value.
    await window().getField("Immutable paths").getByRole("combobox").focus();
    await type("/tags");
    await press("Enter");
    await page.getByRole("button", { name: "No paths" }).waitFor({ state: "detached" });
    assert.deepEqual(host.getInput(svnFieldIds.immutablePaths), {
      kind: "openList",
      entries: [{ id: undefined, label: "/tags" }],
    });
  });

  it("distinguishes folders that differ only in case", async () => {
    await open(createSettingsForm({ isNew: true }));
    await window().getField("Folders").getByRole("combobox").focus();
    await type("/Trunk");
    await press("Enter");
    const capitalized = { id: undefined, label: "/Trunk" };
    await waitForInput({ kind: "openList", entries: [capitalized] }, svnFieldIds.layout);
    await type("/trunk");
    await press("Enter");
    const lowercase = { id: "/trunk", label: "/trunk" };
    await waitForInput({ kind: "openList", entries: [capitalized, lowercase] }, svnFieldIds.layout);
  });

  it("has no artifact page to open", async () => {
    await open(createSettingsForm());
    assert.equal(await window().page.locator("vscode-toolbar-button").count(), 1);
    assert.equal(await window().page.getByRole("heading", { name: "charts-archive" }).count(), 1);
    assert.equal(await window().page.locator("body").getAttribute("data-vscode-context"), "{}");
  });
});

describe("layout of the Subversion settings form", () => {
  let window: FormPageWindow;

  afterEach(() => window.close());

  for (const theme of allThemes) {
    it(`has no accessibility problems and no browser errors in the theme ${theme}`, async () => {
      window = await openFormPage({ form: createSettingsForm(), heading, theme, height: 1500 });
      await window.getField("Notifications").getByRole("button", { name: "Add Path" }).click();
      await window.screenshot(`page-svn-${theme}`);
      assert.deepEqual(window.browserErrors, []);
      assert.deepEqual(await findAccessibilityProblems(window.page), []);
    });
  }

  for (const theme of ["dark", "light"] as const) {
    it(`shows the read-only notice above the fields, and earlier edits, in the theme ${theme}`, async () => {
      const notices = [
        { id: "readOnly", severity: "warning", text: "Only administrators.", details: [], actions: [] },
      ] as const;
      const inputs = [
        {
          target: svnFieldIds.accessFile,
          input: { kind: "text", source: "[/]\n* = rw", format: "text" },
        },
      ] as const;
      window = await openFormPage({
        form: createSettingsForm({ settings: undefined, isReadOnly: true }),
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
      await window.getField("Access file").getByText("* = rw").waitFor();
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

  it("has no horizontal overflow in a narrow tab if the settings can't be read", async () => {
    const notices = [
      {
        id: "settingsUnreadable",
        severity: "warning",
        text: "Demo doesn't return the settings.",
        details: [],
        actions: [],
      },
    ] as const;
    window = await openFormPage({
      form: createUnreadableSettingsForm(),
      heading,
      width: 400,
      height: 1500,
      draft: { notices },
    });
    await window.page.getByRole("button", { name: "Nobody" }).click();
    await window.host.callPage("revealField", { target: svnFieldIds.accessFile });
    await window.page.getByText("This field is required.").first().waitFor();
    await window.screenshot("page-svn-unreadable-narrow");
    const overflow = await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(overflow, 0);
  });
});
