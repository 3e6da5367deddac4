// Fakes of VS Code's quick inputs and messages, controlled by tests.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { assertEventually, waitUntil } from "../support/wait.ts";

type Item = vscode.QuickPickItem;
type TextMatcher = string | RegExp;

function matchesText(text: string, expected: TextMatcher): boolean {
  return typeof expected === "string" ? text.includes(expected) : expected.test(text);
}

/** Without icons. */
function getLabel({ label }: Item): string {
  return label.replaceAll(/\$\([^)]*\) ?/g, "");
}

/** Label, description and detail, one per line. */
function getItemText(item: Item): string {
  return [getLabel(item), item.description, item.detail].filter((part) => part !== undefined).join("\n");
}

/** A quick pick or an input box. */
export class FakeQuickInput {
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
  readonly #inputs: FakeQuickInputs;
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #typed = new vscode.EventEmitter<string>();
  readonly #active = new vscode.EventEmitter<readonly Item[]>();
  readonly #selected = new vscode.EventEmitter<readonly Item[]>();
  readonly #pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly #itemButtonPressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<Item>>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidChangeActive = this.#active.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidTriggerButton = this.#pressed.event;
  readonly onDidTriggerItemButton = this.#itemButtonPressed.event;

  constructor(inputs: FakeQuickInputs) {
    this.#inputs = inputs;
  }

  show(): void {
    this.#inputs.show(this);
  }

  hide(): void {
    if (!this.#inputs.hide(this)) return;
    this.#hidden.fire();
  }

  dispose(): void {
    this.hide();
  }

  /** All texts apart from the rows. */
  get promptText(): string {
    const { title, placeholder, prompt, validationMessage } = this;
    return [title, placeholder, prompt, validationMessage].filter((part) => part !== undefined).join("\n");
  }

  get rows(): readonly string[] {
    return this.items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator).map(getItemText);
  }

  get labels(): readonly string[] {
    return this.items.map(getLabel);
  }

  type(text: string): this {
    this.value = text;
    this.#typed.fire(text);
    return this;
  }

  accept(): void {
    this.#accepted.fire();
  }

  /** A string matches the whole label, a pattern any text of the row. */
  async waitForRow(matcher: TextMatcher): Promise<Item> {
    const find = (): Item | undefined =>
      this.items.find((item) =>
        typeof matcher === "string" ? getLabel(item) === matcher : matcher.test(getItemText(item)),
      );
    await assertEventually(() =>
      Promise.resolve(assert.ok(find(), `no row ${matcher} among ${this.rows.join(" | ")}`)),
    );
    return find() ?? assert.fail();
  }

  async pick(matcher: TextMatcher): Promise<void> {
    this.selectedItems = [await this.waitForRow(matcher)];
    this.activeItems = this.selectedItems;
    this.#active.fire(this.activeItems);
    this.#selected.fire(this.selectedItems);
    this.accept();
  }

  async toggleItems(...matchers: readonly TextMatcher[]): Promise<this> {
    for (const each of matchers) {
      const row = await this.waitForRow(each);
      const otherItems = this.selectedItems.filter((item) => item !== row);
      this.selectedItems =
        otherItems.length === this.selectedItems.length ? [...otherItems, row] : otherItems;
      this.#selected.fire(this.selectedItems);
    }
    return this;
  }

  pressBack(): void {
    assert.ok(this.buttons.includes(vscode.QuickInputButtons.Back), `no Back button in ${this.promptText}`);
    this.#pressed.fire(vscode.QuickInputButtons.Back);
  }

  pressButton(tooltip: string): void {
    this.#pressed.fire(this.buttons.find((each) => each.tooltip === tooltip) ?? assert.fail(tooltip));
  }

  async pressItemButton(matcher: TextMatcher, tooltip: string): Promise<void> {
    const item = await this.waitForRow(matcher);
    const button = item.buttons?.find((each) => each.tooltip === tooltip) ?? assert.fail(tooltip);
    this.#itemButtonPressed.fire({ item, button });
  }

  /** Waits until another box, or none, is shown. */
  async waitUntilClosed(): Promise<void> {
    await waitUntil(`${this.promptText} is closed`, () => !this.#inputs.isShowing(this));
  }

  async waitForText(expected: TextMatcher): Promise<this> {
    await assertEventually(() =>
      Promise.resolve(assert.ok(matchesText(this.promptText, expected), this.promptText)),
    );
    return this;
  }
}

export class FakeQuickInputs {
  readonly messages: string[] = [];
  /** Pressed in every message that has it. */
  buttonToPress: string | undefined;
  #shown: FakeQuickInput | undefined;
  readonly #restore: () => void;

  constructor() {
    const originals = { ...vscode.window };
    const { createQuickPick, createInputBox, showQuickPick, showInputBox } = originals;
    const { showErrorMessage, showWarningMessage, showInformationMessage } = originals;
    const createBox = (): FakeQuickInput => new FakeQuickInput(this);
    const showMessage = (text: string, ...args: readonly unknown[]): Promise<unknown> => {
      this.messages.push(text);
      return Promise.resolve(args.find((each) => each === this.buttonToPress));
    };
    Object.assign(vscode.window, {
      createQuickPick: createBox,
      createInputBox: createBox,
      showQuickPick: (rows: readonly Item[], options: vscode.QuickPickOptions) =>
        this.#showQuickPick(rows, options),
      showInputBox: (options: vscode.InputBoxOptions) => this.#showInputBox(options),
      showErrorMessage: showMessage,
      showWarningMessage: showMessage,
      showInformationMessage: showMessage,
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

  /** Only one box is shown at a time. */
  show(box: FakeQuickInput): void {
    if (this.#shown === box) return;
    this.#shown?.hide();
    this.#shown = box;
  }

  hide(box: FakeQuickInput): boolean {
    if (this.#shown !== box) return false;
    this.#shown = undefined;
    return true;
  }

  isShowing(box: FakeQuickInput): boolean {
    return this.#shown === box;
  }

  /** Dismisses all boxes until the promise is settled: a failed test leaves boxes open. */
  async dismissUntilDone(done: Promise<unknown>): Promise<void> {
    let isDone = false;
    const markDone = (): void => {
      isDone = true;
    };
    done.then(markDone, markDone);
    await waitUntil("all prompts are dismissed", () => {
      if (!isDone) this.#shown?.hide();
      return isDone;
    });
  }

  get isAnyShown(): boolean {
    return this.#shown !== undefined;
  }

  /** Waits for a box with this text. */
  async waitForPrompt(expected: TextMatcher): Promise<FakeQuickInput> {
    await assertEventually(() => {
      const text = this.#shown?.promptText ?? `no prompt is shown; messages: ${this.messages.join(" | ")}`;
      return Promise.resolve(
        assert.ok(this.#shown && matchesText(text, expected), `${expected} is not in: ${text}`),
      );
    });
    return this.#shown ?? assert.fail();
  }

  /** Like Escape. */
  dismiss(): void {
    assert.ok(this.#shown, "no prompt is shown");
    this.#shown.hide();
  }

  async waitForMessage(expected: TextMatcher): Promise<void> {
    await assertEventually(() =>
      Promise.resolve(
        assert.ok(
          this.messages.some((text) => matchesText(text, expected)),
          `${expected} is not in: ${this.messages.join(" | ")}`,
        ),
      ),
    );
  }

  #showQuickPick(
    rows: readonly Item[],
    { title, placeHolder }: vscode.QuickPickOptions,
  ): Promise<Item | undefined> {
    const box = new FakeQuickInput(this);
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

  #showInputBox({
    title,
    prompt,
    value = "",
    validateInput,
  }: vscode.InputBoxOptions): Promise<string | undefined> {
    const box = new FakeQuickInput(this);
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
