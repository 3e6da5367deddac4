// Boxes for questions that answer themselves. They have what the extension uses of VS Code's own.
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { Hearing, Item } from "./hearing.ts";

/** How long an answer of a server may take to become rows. */
const longestMs = 800;

class FakeBox implements vscode.Disposable {
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  enabled = true;
  busy = false;
  ignoreFocusOut = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  placeholder: string | undefined;
  value = "";
  protected readonly recorder: Hearing;
  protected isHidden = false;
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#pressed.event;

  constructor(recorder: Hearing) {
    this.recorder = recorder;
  }

  #prompt: string | undefined;

  get prompt(): string | undefined {
    return this.#prompt;
  }

  set prompt(text: string | undefined) {
    this.#prompt = text;
    this.recorder.hear("message", "prompt", text);
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
    this.recorder.hear("title", "title of a box", this.title);
    this.recorder.hear("title", "placeholder of a box", this.placeholder);
    // Whoever shows it has not listened to all of it yet.
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

  protected typeIn(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }

  protected accept(): void {
    if (!this.isHidden) this.#accepted.fire();
  }

  protected async until(isSo: () => boolean, longest = longestMs): Promise<void> {
    for (const end = performance.now() + longest; !isSo() && performance.now() < end;) await pause(5);
  }
}

export class FakeInput extends FakeBox {
  password = false;
  valueSelection: readonly [number, number] | undefined;
  #validation: string | vscode.InputBoxValidationMessage | undefined;

  get validationMessage(): string | vscode.InputBoxValidationMessage | undefined {
    return this.#validation;
  }

  set validationMessage(message: string | vscode.InputBoxValidationMessage | undefined) {
    this.#validation = message;
    this.recorder.hear("message", "validation", typeof message === "string" ? message : message?.message);
  }

  protected override async answer(): Promise<void> {
    this.typeIn(this.recorder.manners.type(this.password));
    this.accept();
    // As long as somebody looks at it, however long that takes.
    await this.until(() => this.isHidden || !this.busy, 15_000);
    await this.until(() => this.isHidden || this.#validation !== undefined);
  }
}

export class FakePick extends FakeBox {
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
  #chosen: readonly vscode.QuickPickItem[] = [];

  get items(): readonly vscode.QuickPickItem[] {
    return this.#items;
  }

  set items(items: readonly vscode.QuickPickItem[]) {
    this.#items = items;
    this.recorder.hearRows("quick pick", items as readonly Item[]);
  }

  get selectedItems(): readonly vscode.QuickPickItem[] {
    return this.#chosen;
  }

  set selectedItems(items: readonly vscode.QuickPickItem[]) {
    this.#chosen = items;
  }

  protected override async answer(): Promise<void> {
    const real = (): readonly vscode.QuickPickItem[] =>
      this.#items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    await this.until(() => this.isHidden || real().length > 0);
    if (real().length === 0) {
      this.typeIn(this.recorder.manners.type(false));
      await this.until(() => this.isHidden || real().length > 0);
    }
    const rows = real();
    const chosen = rows[this.recorder.manners.pick(rows.map(({ label }) => label))];
    if (chosen === undefined) return;
    this.activeItems = [chosen];
    this.#chosen = [chosen];
    this.#selected.fire([chosen]);
    this.accept();
    await this.until(() => this.isHidden);
  }
}
