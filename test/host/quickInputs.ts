// VS Code's quick inputs and messages, answered by the test: what is asked stands here instead of in the window.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { assertSoon, until } from "../support/wait.ts";

type Item = vscode.QuickPickItem;
type Said = string | RegExp;

function says(text: string, expected: Said): boolean {
  return typeof expected === "string" ? text.includes(expected) : expected.test(text);
}

/** As people read it: icons are pictures. */
function labelOf({ label }: Item): string {
  return label.replaceAll(/\$\([^)]*\) ?/g, "");
}

/** What a row says, its parts one below the other. */
function textOf(item: Item): string {
  return [labelOf(item), item.description, item.detail].filter((part) => part !== undefined).join("\n");
}

/** A box of either kind, as far as anybody makes use of it. */
export class QuickBox {
  title: string | undefined;
  placeholder: string | undefined;
  prompt: string | undefined;
  validationMessage: string | undefined;
  value = "";
  busy = false;
  enabled = true;
  canSelectMany = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  items: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  readonly #inputs: QuickInputs;
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #typed = new vscode.EventEmitter<string>();
  readonly #active = new vscode.EventEmitter<readonly Item[]>();
  readonly #selected = new vscode.EventEmitter<readonly Item[]>();
  readonly #pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly #pressedAt = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<Item>>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidChangeActive = this.#active.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidTriggerButton = this.#pressed.event;
  readonly onDidTriggerItemButton = this.#pressedAt.event;

  constructor(inputs: QuickInputs) {
    this.#inputs = inputs;
  }

  show(): void {
    this.#inputs.show(this);
  }

  hide(): void {
    if (!this.#inputs.leave(this)) return;
    this.#hidden.fire();
  }

  dispose(): void {
    this.hide();
  }

  /** What it asks or says, apart from its rows. */
  get words(): string {
    const { title, placeholder, prompt, validationMessage } = this;
    return [title, placeholder, prompt, validationMessage].filter((part) => part !== undefined).join("\n");
  }

  get rows(): readonly string[] {
    return this.items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator).map(textOf);
  }

  get labels(): readonly string[] {
    return this.items.map(labelOf);
  }

  type(text: string): this {
    this.value = text;
    this.#typed.fire(text);
    return this;
  }

  /** Enter. */
  accept(): void {
    this.#accepted.fire();
  }

  /** Waits for a row by its label, or by a part of all that it says. */
  async row(wanted: Said): Promise<Item> {
    const find = (): Item | undefined =>
      this.items.find((item) =>
        typeof wanted === "string" ? labelOf(item) === wanted : wanted.test(textOf(item)),
      );
    await assertSoon(() =>
      Promise.resolve(assert.ok(find(), `no row ${wanted} among ${this.rows.join(" | ")}`)),
    );
    return find() ?? assert.fail();
  }

  async pick(wanted: Said): Promise<void> {
    this.selectedItems = [await this.row(wanted)];
    this.activeItems = this.selectedItems;
    this.#active.fire(this.activeItems);
    this.#selected.fire(this.selectedItems);
    this.accept();
  }

  /** Takes the rows to those that are chosen, or away from them. */
  async mark(...wanted: readonly Said[]): Promise<this> {
    for (const each of wanted) {
      const row = await this.row(each);
      const others = this.selectedItems.filter((item) => item !== row);
      this.selectedItems = others.length === this.selectedItems.length ? [...others, row] : others;
      this.#selected.fire(this.selectedItems);
    }
    return this;
  }

  back(): void {
    assert.ok(this.buttons.includes(vscode.QuickInputButtons.Back), `no way back from ${this.words}`);
    this.#pressed.fire(vscode.QuickInputButtons.Back);
  }

  press(tooltip: string): void {
    this.#pressed.fire(this.buttons.find((each) => each.tooltip === tooltip) ?? assert.fail(tooltip));
  }

  async pressAt(wanted: Said, tooltip: string): Promise<void> {
    const item = await this.row(wanted);
    const button = item.buttons?.find((each) => each.tooltip === tooltip) ?? assert.fail(tooltip);
    this.#pressedAt.fire({ item, button });
  }

  /** Waits until something else, or nothing, is asked. */
  async gone(): Promise<void> {
    await until(`${this.words} is gone`, () => !this.#inputs.isShowing(this));
  }

  /** Waits until it says this. */
  async saying(expected: Said): Promise<this> {
    await assertSoon(() => Promise.resolve(assert.ok(says(this.words, expected), this.words)));
    return this;
  }
}

export class QuickInputs {
  /** What was told in messages. */
  readonly told: string[] = [];
  /** The button that is pressed in the next messages which have it. */
  press: string | undefined;
  #shown: QuickBox | undefined;
  readonly #restore: () => void;

  constructor() {
    const before = { ...vscode.window };
    const { createQuickPick, createInputBox, showQuickPick, showInputBox } = before;
    const { showErrorMessage, showWarningMessage, showInformationMessage } = before;
    const box = (): QuickBox => new QuickBox(this);
    const say = (text: string, ...given: readonly unknown[]): Promise<unknown> => {
      this.told.push(text);
      return Promise.resolve(given.find((each) => each === this.press));
    };
    Object.assign(vscode.window, {
      createQuickPick: box,
      createInputBox: box,
      showQuickPick: (rows: readonly Item[], options: vscode.QuickPickOptions) => this.#pickOf(rows, options),
      showInputBox: (options: vscode.InputBoxOptions) => this.#lineOf(options),
      showErrorMessage: say,
      showWarningMessage: say,
      showInformationMessage: say,
    });
    this.#restore = () => {
      Object.assign(vscode.window, {
        createQuickPick,
        createInputBox,
        showQuickPick,
        showInputBox,
        showErrorMessage,
        showWarningMessage,
        showInformationMessage,
      });
    };
  }

  close(): void {
    this.#shown?.hide();
    this.#restore();
  }

  /** There is one at a time. */
  show(box: QuickBox): void {
    if (this.#shown === box) return;
    this.#shown?.hide();
    this.#shown = box;
  }

  leave(box: QuickBox): boolean {
    if (this.#shown !== box) return false;
    this.#shown = undefined;
    return true;
  }

  isShowing(box: QuickBox): boolean {
    return this.#shown === box;
  }

  /** Turns away from whatever is still asked until this is over: a test that failed leaves questions behind. */
  async end(conversation: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    conversation.then(over, over);
    await until("the conversation is over", () => {
      if (!isOver) this.#shown?.hide();
      return isOver;
    });
  }

  get isAsking(): boolean {
    return this.#shown !== undefined;
  }

  /** The box that asks or says this, once it is there. */
  async asking(expected: Said): Promise<QuickBox> {
    await assertSoon(() => {
      const words = this.#shown?.words ?? `nothing is asked; told: ${this.told.join(" | ")}`;
      return Promise.resolve(
        assert.ok(this.#shown && says(words, expected), `${expected} is not in: ${words}`),
      );
    });
    return this.#shown ?? assert.fail();
  }

  /** Escape. */
  turnAway(): void {
    assert.ok(this.#shown, "nothing is asked");
    this.#shown.hide();
  }

  async tells(expected: Said): Promise<void> {
    await assertSoon(() =>
      Promise.resolve(
        assert.ok(
          this.told.some((text) => says(text, expected)),
          `${expected} is not in: ${this.told.join(" | ")}`,
        ),
      ),
    );
  }

  #pickOf(rows: readonly Item[], { title, placeHolder }: vscode.QuickPickOptions): Promise<Item | undefined> {
    const box = new QuickBox(this);
    Object.assign(box, { title, placeholder: placeHolder, items: rows, activeItems: rows.slice(0, 1) });
    return new Promise((resolve) => {
      box.onDidAccept(() => {
        resolve(box.selectedItems[0] ?? box.activeItems[0]);
        box.hide();
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  }

  #lineOf({ title, prompt, value = "", validateInput }: vscode.InputBoxOptions): Promise<string | undefined> {
    const box = new QuickBox(this);
    Object.assign(box, { title, prompt, value });
    return new Promise((resolve) => {
      box.onDidAccept(() => {
        const problem = validateInput?.(box.value);
        if (typeof problem === "string" && problem !== "") {
          box.validationMessage = problem;
          return;
        }
        resolve(box.value);
        box.hide();
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  }
}
