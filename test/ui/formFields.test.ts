import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";
import { createClient, type Client } from "../../src/api/client.ts";
import { fieldText } from "../../src/model/fieldText.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { box, openArtifact, tab } from "../support/form.ts";
import { signInWithKey } from "../support/signIn.ts";
import { treeRow } from "../support/tree.ts";
import { expandRow } from "../support/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window.ts";

/** An artifact of the tracker that has a field of every type. */
const gauge = 49;

type Keys = (form: FrameLocator, window: VSCodeWindow) => Promise<void>;

/** Puts the cursor into a control by its name, then presses keys. */
function keys(
  role: "textbox" | "combobox" | "checkbox" | "radio",
  name: string,
  ...pressed: readonly string[]
): Keys {
  return async (form, { page }) => {
    await form.getByRole(role, { name, exact: true }).first().focus();
    for (const key of pressed) await page.keyboard.press(key);
  };
}

/** Replaces what stands in a line or a long text. */
function text(target: number, typed: string): Keys {
  // Not by selecting all of it first: VS Code does that a second time, a moment later.
  return (form) => box(form, target).fill(typed);
}

function found(name: string, typed: string): Keys {
  return async (form, { page }) => {
    await form.getByRole("combobox", { name, exact: true }).focus();
    await page.keyboard.type(typed);
    await form
      .getByRole("option", { name: new RegExp(typed, "i") })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
  };
}

interface Edited {
  readonly name: string;
  readonly edit: Keys;
  /** What the server holds then, as a line. */
  readonly holds: RegExp;
}

/** Types that both dialects have. */
const common: readonly Edited[] = [
  { name: "designation", edit: text(1303, "Renamed gauge"), holds: /^Renamed gauge$/ },
  { name: "notes", edit: text(1304, "Reads *3* mm high."), holds: /^Reads \*3\* mm high\.$/ },
  { name: "channels", edit: text(1306, "17"), holds: /^17$/ },
  { name: "range", edit: text(1307, "5.25"), holds: /^5\.25$/ },
  { name: "installed", edit: text(1308, "2023-05-06"), holds: /^2023-05-06/ },
  { name: "last_reading", edit: text(1309, "2023-08-01 10:15"), holds: /^2023-08-01T10:15/ },
  {
    name: "condition",
    edit: keys("combobox", "Condition", "Enter", "ArrowUp", "Enter"),
    holds: /^(?!Broken$)./,
  },
  {
    name: "features",
    edit: keys("combobox", "Features", "ArrowDown", "ArrowDown", "Enter"),
    holds: /^Heated, ./,
  },
  {
    name: "neighbours",
    edit: async (form, { page }) => {
      await form.getByRole("button", { name: "Add link…" }).press("Enter");
      await page.keyboard.type("203");
      await form.getByRole("option", { name: /#203/ }).first().waitFor();
      await page.keyboard.press("Enter");
    },
    holds: /^#126, #203$/,
  },
];

/** Types that only the product has. */
const others: readonly Edited[] = [
  { name: "power", edit: keys("radio", "Battery", "ArrowUp"), holds: /^Mains$/ },
  { name: "checks", edit: keys("checkbox", "Electrical", "Space"), holds: /^$/ },
  { name: "watchers", edit: found("Watchers", "nowak"), holds: /Nowak/ },
  {
    name: "tags",
    edit: async (form, { page }) => {
      await form.getByRole("combobox", { name: "Tags", exact: true }).focus();
      await page.keyboard.type("brand new");
      await page.keyboard.press("Enter");
    },
    holds: /^winter, brand new$/,
  },
  { name: "visitors", edit: found("Visitors", "okafor"), holds: /Inês Farias, Tom Okafor/ },
  {
    name: "visibility",
    edit: async (form, { page }) => {
      await form.locator("#field-1362").getByRole("checkbox", { name: "Project administrators" }).focus();
      await page.keyboard.press("Space");
    },
    holds: /^project_admins$/,
  },
  { name: "total_hours", edit: text(1363, "43"), holds: /^43$/ },
  {
    name: "procedure",
    edit: async (form, { page }) => {
      const first = form.getByRole("textbox", { name: /Step 1, Description/ });
      await first.focus();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type(" slowly");
    },
    holds: /^Lift the \*\*lid\*\* slowly/,
  },
];

for (const dialect of ["product", "documented"] as const) {
  describe(`each type of field, edited in the window and read back (${dialect})`, () => {
    let server: Simulator;
    let window: VSCodeWindow;
    let client: Client;

    before(async () => {
      server = await startSimulator({ dialect });
      window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
      const { admin } = server.accounts;
      client = createClient({
        api: `${server.url}/api`,
        credential: { kind: "accessKey", key: admin.accessKey },
        caFile: undefined,
        observe: () => undefined,
      });
      await signInWithKey(window, admin.accessKey, dialect === "product" ? admin.realName : "signed in");
    });
    after(async () => {
      await client.close();
      await window.close();
      await server.close();
    });

    async function held(): Promise<ReadonlyMap<string, string>> {
      const tracker = await client.tracker(13);
      const names = new Map(tracker.fields.map(({ id, name }) => [id, name]));
      const { values } = await client.artifact(gauge);
      return new Map(
        values.flatMap((entry) =>
          entry.kind === "entry" ? [[names.get(entry.fieldId) ?? "", fieldText(entry.value)] as const] : [],
        ),
      );
    }

    it("opens, where the server does not say to which tracker it belongs too", async () => {
      if (dialect === "documented") {
        // Seen in a list, it is known where it belongs.
        await expandRow(treeRow(window.page, "Open Tides"));
        await expandRow(treeRow(window.page, "Equipment"));
        await window.page.locator(".customview-tree .monaco-list-row").filter({ hasText: "#285" }).waitFor();
      }
      const form = await openArtifact(window, gauge);
      assert.match(await box(form, 1303).inputValue(), /^Pressure gauge/);
      await window.screenshot(`form-fields-${dialect}`);
    });

    it("saves all of them at once, and each has arrived", async () => {
      const edited = dialect === "product" ? [...common, ...others] : common;
      const form = await openArtifact(window, gauge);
      for (const [index, { name, edit }] of edited.entries()) {
        await edit(form, window);
        const count = index === 0 ? "Save 1 change" : `Save ${index + 1} changes`;
        await form
          .getByText(count)
          .waitFor()
          .catch(() => assert.fail(`${name} did not change`));
      }
      await box(form, 1303).press("ControlOrMeta+s");
      await tab(window, `● #${gauge}`).waitFor({ state: "detached" });
      const values = await held();
      assert.deepEqual(
        edited
          .filter(({ name, holds }) => !holds.test(values.get(name) ?? ""))
          .map(({ name }) => [name, values.get(name)]),
        [],
      );
      const [put, ...more] = server.requests.filter(({ method }) => method === "PUT");
      assert.equal(more.length, 0);
      assert.equal((JSON.parse(put?.body ?? "{}") as { values: unknown[] }).values.length, edited.length);
    });
  });
}
