// A field of every type, as a person edits it in the window.
import type { FrameLocator } from "playwright-core";
import type { FieldEdit } from "../../src/model/change.ts";
import type { Link } from "../../src/model/value.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { box } from "./form.ts";
import type { VSCodeWindow } from "./window.ts";

/** An artifact of the tracker that has a field of every type. */
export const gauge = 49;
export const gauges = 13;

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

function link(artifactId: number): Link {
  return { artifactId, type: "" };
}

/** A field, edited by one person here and by another one elsewhere. */
interface EditedField {
  readonly name: string;
  readonly edit: Keys;
  /** What the server holds then, as a line. */
  readonly holds: RegExp;
  /** What someone else makes of it. */
  readonly theirs: FieldEdit;
  /** What it holds when both were put together; undefined where someone has to choose. */
  readonly merged?: RegExp;
}

/** Types that both dialects have. */
const common: readonly EditedField[] = [
  {
    name: "designation",
    edit: text(1303, "Renamed gauge"),
    holds: /^Renamed gauge$/,
    theirs: { kind: "string", text: "Their gauge" },
  },
  {
    name: "notes",
    edit: text(1304, "Reads *3* mm high."),
    holds: /^Reads \*3\* mm high\.$/,
    theirs: { kind: "text", source: "Their notes.", format: "text" },
  },
  { name: "channels", edit: text(1306, "17"), holds: /^17$/, theirs: { kind: "int", number: 3 } },
  { name: "range", edit: text(1307, "5.25"), holds: /^5\.25$/, theirs: { kind: "float", number: 7.5 } },
  {
    name: "installed",
    edit: text(1308, "2023-05-06"),
    holds: /^2023-05-06/,
    theirs: { kind: "date", date: "2022-01-02" },
  },
  {
    name: "last_reading",
    edit: text(1309, "2023-08-01 10:15"),
    holds: /^2023-08-01T10:15/,
    theirs: { kind: "date", date: "2022-02-03T11:00" },
  },
  {
    name: "condition",
    edit: keys("combobox", "Condition", "Enter", "ArrowUp", "Enter"),
    holds: /^(?!Broken$)./,
    theirs: { kind: "choices", ids: [1313] },
  },
  {
    name: "features",
    edit: keys("combobox", "Features", "ArrowDown", "ArrowDown", "Enter"),
    holds: /^Heated, ./,
    theirs: { kind: "choices", ids: [1322] },
    merged: /^(?!.*Heated).*Radio/,
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
    theirs: { kind: "links", links: [link(126), link(285)] },
    merged: /^#126, #285, #203$/,
  },
];

/** Types that only the product has. */
const others: readonly EditedField[] = [
  {
    name: "power",
    edit: keys("radio", "Battery", "ArrowUp"),
    holds: /^Mains$/,
    theirs: { kind: "choices", ids: [] },
  },
  {
    name: "checks",
    edit: keys("checkbox", "Electrical", "Space"),
    holds: /^$/,
    theirs: { kind: "choices", ids: [1325, 1326] },
    merged: /^Mechanical$/,
  },
  {
    name: "watchers",
    edit: found("Watchers", "nowak"),
    holds: /Nowak/,
    theirs: { kind: "choices", ids: [111] },
    merged: /Visser.*Nowak/,
  },
  {
    name: "tags",
    edit: async (form, { page }) => {
      await form.getByRole("combobox", { name: "Tags", exact: true }).focus();
      await page.keyboard.type("brand new");
      await page.keyboard.press("Enter");
    },
    holds: /^winter, brand new$/,
    theirs: {
      kind: "openList",
      entries: [
        { id: "o49", label: "winter" },
        { id: undefined, label: "theirs" },
      ],
    },
    merged: /^winter, theirs, brand new$/,
  },
  {
    name: "visitors",
    edit: found("Visitors", "okafor"),
    holds: /Inês Farias, Tom Okafor/,
    theirs: {
      kind: "openList",
      entries: [
        { id: 104, label: "Inês Farias" },
        { id: 111, label: "Lars Visser" },
      ],
    },
    merged: /Inês Farias, Lars Visser, Tom Okafor/,
  },
  {
    name: "visibility",
    edit: async (form, { page }) => {
      await form.locator("#field-1362").getByRole("checkbox", { name: "Project administrators" }).focus();
      await page.keyboard.press("Space");
    },
    holds: /^project_admins$/,
    theirs: { kind: "permissions", groupIds: ["102_3"] },
  },
  { name: "total_hours", edit: text(1363, "43"), holds: /^43$/, theirs: { kind: "manual", number: 44 } },
  {
    name: "procedure",
    edit: async (form, { page }) => {
      const first = form.getByRole("textbox", { name: /Step 1, Description/ });
      await first.focus();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type(" slowly");
    },
    holds: /^Lift the \*\*lid\*\* slowly/,
    theirs: { kind: "steps", steps: [] },
  },
];

export function everyField(dialect: Dialect): readonly EditedField[] {
  return dialect === "product" ? [...common, ...others] : common;
}
