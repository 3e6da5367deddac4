// One step of a conversation in several: a person answers, goes back to the step before, or turns away.
import * as vscode from "vscode";
import { withoutLinks } from "../model/displayText.ts";

export type Reply<T> =
  { readonly kind: "answer"; readonly value: T } | { readonly kind: "back" } | { readonly kind: "away" };

export interface StepRow<T> extends vscode.QuickPickItem {
  /** Undefined for what only says something, and for lines between rows. */
  readonly value?: T | undefined;
}

interface Step {
  readonly title: string;
  readonly placeholder?: string | undefined;
  readonly prompt?: string | undefined;
  readonly canGoBack: boolean;
}

export interface OneStep<T> extends Step {
  readonly rows: readonly StepRow<T>[];
  /** Where to begin. */
  readonly isActive?: ((value: T) => boolean) | undefined;
}

export interface ManyStep<T> extends Step {
  readonly rows: readonly StepRow<T>[];
  /** Why these can't be the answer; the step goes on then. */
  readonly refuse: (values: readonly T[]) => string | undefined;
}

export interface TypedStep<T> extends Step {
  readonly value: string;
  /** What can be chosen after this was typed. */
  readonly rowsFor: (text: string) => readonly StepRow<T>[];
  /** Whether two rows mean the same, though one may say more. */
  readonly isSame?: ((one: T, other: T) => boolean) | undefined;
  /** Reads what else can be chosen, and calls `onMore` when `rowsFor` knows of it. What fails there is its own to say. */
  readonly read?: ((onMore: () => void, signal: AbortSignal) => Promise<unknown>) | undefined;
}

export interface LineStep extends Step {
  readonly value: string;
  /** What is wrong with what was typed so far. */
  readonly problem: (text: string) => string | undefined;
}

/** What is common to boxes of both kinds. */
interface Box extends vscode.QuickInput {
  buttons: readonly vscode.QuickInputButton[];
  readonly onDidAccept: vscode.Event<void>;
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
}

/** `accepted` gives undefined where the step goes on. */
export function converse<T>(box: Box, step: Step, accepted: () => T | undefined): Promise<Reply<T>> {
  const { Back } = vscode.QuickInputButtons;
  box.title = step.title;
  // What was put together in several steps is not lost by a look at something else.
  box.ignoreFocusOut = true;
  if (step.canGoBack) box.buttons = [Back, ...box.buttons];
  return new Promise((resolve) => {
    box.onDidAccept(() => {
      const value = accepted();
      if (value === undefined) return;
      resolve({ kind: "answer", value });
      box.hide();
    });
    box.onDidTriggerButton((pressed) => {
      if (pressed !== Back) return;
      resolve({ kind: "back" });
      box.hide();
    });
    box.onDidHide(() => {
      resolve({ kind: "away" });
      box.dispose();
    });
    box.show();
  });
}

/** VS Code makes links of such texts, and they may repeat what a repository or a server says. */
function plain(text: string | undefined): string | undefined {
  return text === undefined ? undefined : withoutLinks(text);
}

function pickBox<T>({ placeholder, prompt }: Step): vscode.QuickPick<StepRow<T>> {
  const box = vscode.window.createQuickPick<StepRow<T>>();
  box.placeholder = placeholder;
  box.prompt = plain(prompt);
  box.matchOnDescription = true;
  return box;
}

export function pickOne<T>(step: OneStep<T>): Promise<Reply<T>> {
  const box = pickBox<T>(step);
  box.items = step.rows;
  const { isActive } = step;
  const active = step.rows.find(({ value }) => value !== undefined && isActive?.(value) === true);
  if (active !== undefined) box.activeItems = [active];
  return converse(box, step, () => box.selectedItems[0]?.value);
}

export function valuesOf<T>(rows: readonly StepRow<T>[]): readonly T[] {
  return rows.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

export function pickMany<T>(step: ManyStep<T>): Promise<Reply<readonly T[]>> {
  const box = pickBox<T>(step);
  box.canSelectMany = true;
  box.items = step.rows;
  box.selectedItems = step.rows.filter(({ picked }) => picked === true);
  box.onDidChangeSelection(() => {
    box.prompt = plain(step.prompt);
  });
  return converse(box, step, () => {
    const values = valuesOf(box.selectedItems);
    const why = step.refuse(values);
    box.prompt = plain(why ?? step.prompt);
    return why === undefined ? values : undefined;
  });
}

/** The rows follow what is typed, so none of them is filtered by it. */
export async function pickTyped<T>(step: TypedStep<T>): Promise<Reply<T>> {
  const box = pickBox<T>(step);
  const over = new AbortController();
  const { isSame = Object.is } = step;
  let shown: readonly StepRow<T>[] = [];
  // Rows come back from the window as places in the list, which may be those of rows before: only what is active since is meant.
  let isSeen = false;
  const show = (text: string): void => {
    shown = step.rowsFor(text.trim()).map((row) => ({ ...row, alwaysShow: true }));
    box.items = shown;
  };
  box.value = step.value;
  show(step.value);
  box.onDidChangeValue((text) => {
    isSeen = false;
    show(text);
  });
  box.onDidChangeActive(() => {
    isSeen = true;
  });
  if (step.read !== undefined) {
    box.busy = true;
    const onMore = (): void => {
      const active = isSeen ? box.activeItems[0]?.value : undefined;
      show(box.value);
      const again =
        active === undefined
          ? undefined
          : shown.find(({ value }) => value !== undefined && isSame(value, active));
      if (again !== undefined) box.activeItems = [again];
    };
    void step.read(onMore, over.signal).finally(() => {
      if (over.signal.aborted) return;
      box.busy = false;
      onMore();
    });
  }
  const reply = await converse(box, step, () => {
    const [selected] = box.selectedItems;
    // Who is quicker than the rows has none selected, or one of those for an older text: the first one for what was typed is meant.
    const isCurrent = isSeen && selected?.value !== undefined && shown.includes(selected);
    const first = shown.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    if (!isCurrent && box.value.trim() === "") return undefined;
    return (isCurrent ? selected : first)?.value;
  });
  over.abort();
  return reply;
}

export function askLine(step: LineStep): Promise<Reply<string>> {
  const box = vscode.window.createInputBox();
  box.prompt = plain(step.prompt) ?? "";
  box.placeholder = step.placeholder;
  box.value = step.value;
  box.onDidChangeValue((text) => {
    box.validationMessage = text.trim() === "" ? undefined : plain(step.problem(text.trim()));
  });
  return converse(box, step, () => {
    const text = box.value.trim();
    const why = step.problem(text);
    box.validationMessage = plain(why);
    return why === undefined ? text : undefined;
  });
}
