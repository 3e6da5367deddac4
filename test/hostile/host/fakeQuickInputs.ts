// Quick inputs that answer themselves, with the members that the extension uses.
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { QuickInputRecorder, PickItem } from "./quickInputRecorder.ts";

/** Maximum wait for the items of a quick pick. */
const maxWaitMs = 800;

class FakeQuickInput implements vscode.Disposable {
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  enabled = true;
  busy = false;
  ignoreFocusOut = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  placeholder: string | undefined;
  value = "";
  protected readonly recorder: QuickInputRecorder;
  protected isHidden = false;
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#pressed.event;

  constructor(recorder: QuickInputRecorder) {
    this.recorder = recorder;
  }

  #prompt: string | undefined;

  get prompt(): string | undefined {
    return this.#prompt;
  }

  set prompt(text: string | undefined) {
    this.#prompt = text;
    this.recorder.record("message", "prompt", text);
  }

  hide(): void {
    if (this.isHidden) return;
    this.isHidden = true;
    this.#hidden.fire();
  }

  dispose(): void {
    this.hide();
  }

  show(): void {
    this.recorder.record("title", "title of a quick input", this.title);
    this.recorder.record("title", "placeholder of a quick input", this.placeholder);
    // The caller adds listeners after show().
    setImmediate(() => {
      this.answer().then(
        () => this.hide(),
        () => this.hide(),
      );
    });
  }

  protected answer(): Promise<void> {
    return Promise.resolve();
  }

  protected typeText(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }

  protected accept(): void {
    if (!this.isHidden) this.#accepted.fire();
  }

  protected async waitUntil(condition: () => boolean, timeoutMs = maxWaitMs): Promise<void> {
    for (const end = performance.now() + timeoutMs; !condition() && performance.now() < end;) await pause(5);
  }
}

export class FakeInputBox extends FakeQuickInput {
  password = false;
  valueSelection: readonly [number, number] | undefined;
  #validation: string | vscode.InputBoxValidationMessage | undefined;

  get validationMessage(): string | vscode.InputBoxValidationMessage | undefined {
    return this.#validation;
  }

  set validationMessage(message: string | vscode.InputBoxValidationMessage | undefined) {
    this.#validation = message;
    this.recorder.record("message", "validation", typeof message === "string" ? message : message?.message);
  }

  protected override async answer(): Promise<void> {
    this.typeText(this.recorder.answers.type(this.password));
    this.accept();
    // Wait while the input is being checked.
    await this.waitUntil(() => this.isHidden || !this.busy, 15_000);
    await this.waitUntil(() => this.isHidden || this.#validation !== undefined);
  }
}

export class FakeQuickPick extends FakeQuickInput {
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  sortByLabel = false;
  activeItems: readonly vscode.QuickPickItem[] = [];
  readonly #selected = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  readonly #active = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  readonly #itemButton = new vscode.EventEmitter<never>();
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidChangeActive = this.#active.event;
  readonly onDidTriggerItemButton = this.#itemButton.event;
  #items: readonly vscode.QuickPickItem[] = [];
  #selectedItems: readonly vscode.QuickPickItem[] = [];

  get items(): readonly vscode.QuickPickItem[] {
    return this.#items;
  }

  set items(items: readonly vscode.QuickPickItem[]) {
    this.#items = items;
    this.recorder.recordRows("quick pick", items as readonly PickItem[]);
  }

  get selectedItems(): readonly vscode.QuickPickItem[] {
    return this.#selectedItems;
  }

  set selectedItems(items: readonly vscode.QuickPickItem[]) {
    this.#selectedItems = items;
  }

  protected override async answer(): Promise<void> {
    const getItems = (): readonly vscode.QuickPickItem[] =>
      this.#items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    await this.waitUntil(() => this.isHidden || getItems().length > 0);
    if (getItems().length === 0) {
      this.typeText(this.recorder.answers.type(false));
      await this.waitUntil(() => this.isHidden || getItems().length > 0);
    }
    const items = getItems();
    const item = items[this.recorder.answers.pick(items.map(({ label }) => label))];
    if (item === undefined) return;
    this.activeItems = [item];
    this.#selectedItems = [item];
    this.#selected.fire([item]);
    this.accept();
    await this.waitUntil(() => this.isHidden);
  }
}
