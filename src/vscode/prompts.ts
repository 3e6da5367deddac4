import * as vscode from "vscode";
import { oneLine, withoutIcons, withoutLinks } from "../model/displayText.ts";
import type { Site } from "../model/site.ts";

// One step of a conversation in several: a person answers, goes back to the step before, or turns away.

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

interface OneStep<T> extends Step {
  readonly rows: readonly StepRow<T>[];
  /** Where to begin. */
  readonly isActive?: ((value: T) => boolean) | undefined;
}

interface ManyStep<T> extends Step {
  readonly rows: readonly StepRow<T>[];
  /** Why these can't be the answer; the step goes on then. */
  readonly refuse: (values: readonly T[]) => string | undefined;
}

interface TypedStep<T> extends Step {
  readonly value: string;
  /** What can be chosen after this was typed. */
  readonly rowsFor: (text: string) => readonly StepRow<T>[];
  /** Whether two rows mean the same, though one may say more. */
  readonly isSame?: ((one: T, other: T) => boolean) | undefined;
  /** Reads what else can be chosen, and calls `onMore` when `rowsFor` knows of it. What fails there is its own to say. */
  readonly read?: ((onMore: () => void, signal: AbortSignal) => Promise<unknown>) | undefined;
}

interface LineStep extends Step {
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

export type Verdict<T> =
  { readonly kind: "accepted"; readonly value: T } | { readonly kind: "refused"; readonly why: string };

interface TextQuestionButton<T> {
  readonly button: vscode.QuickInputButton;
  /** What it gives ends the question; undefined leaves it open. */
  readonly press: (text: string) => T | undefined;
}

interface TextQuestion<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isSecret?: boolean;
  readonly buttons?: readonly TextQuestionButton<T>[];
  /** What there is to say of the value that the box begins with, until somebody types. */
  readonly firstMessage?: ((signal: AbortSignal) => Promise<vscode.InputBoxValidationMessage>) | undefined;
  /** Looks at what was entered, possibly asking a server; what is refused stays in the box to be mended. */
  readonly judge: (text: string, signal: AbortSignal) => Promise<Verdict<T>>;
}

/** Asks for a text until it is accepted; undefined when the person turns away, which also ends the judging. */
export function askText<T>(question: TextQuestion<T>): Promise<T | undefined> {
  const box = vscode.window.createInputBox();
  const { buttons = [] } = question;
  const turnedAway = new AbortController();
  box.title = question.title;
  box.prompt = question.prompt;
  box.placeholder = question.placeholder;
  box.value = question.value ?? "";
  box.password = question.isSecret ?? false;
  box.ignoreFocusOut = true;
  box.buttons = buttons.map(({ button }) => button);

  return new Promise<T | undefined>((resolve, reject) => {
    let isJudging = false;
    /** What is said of the first value is of no use any more. */
    const overtaken = new AbortController();
    async function sayFirst(): Promise<void> {
      if (question.firstMessage === undefined) return;
      box.busy = true;
      try {
        const said = await question.firstMessage(AbortSignal.any([turnedAway.signal, overtaken.signal]));
        if (turnedAway.signal.aborted || overtaken.signal.aborted) return;
        box.validationMessage = { ...said, message: withoutLinks(said.message) };
      } finally {
        box.busy = isJudging;
      }
    }
    const fail = (error: unknown): void => {
      if (!turnedAway.signal.aborted) reject(error);
      box.hide();
    };
    async function judge(): Promise<void> {
      if (isJudging) return;
      overtaken.abort();
      isJudging = true;
      box.busy = true;
      box.enabled = false;
      try {
        const verdict = await question.judge(box.value, turnedAway.signal);
        if (turnedAway.signal.aborted) return;
        if (verdict.kind === "accepted") {
          resolve(verdict.value);
          box.hide();
        } else {
          box.validationMessage = withoutLinks(verdict.why);
        }
      } finally {
        isJudging = false;
        box.busy = false;
        box.enabled = true;
      }
    }
    box.onDidAccept(() => {
      judge().catch(fail);
    });
    box.onDidChangeValue(() => {
      overtaken.abort();
      box.validationMessage = undefined;
    });
    box.onDidTriggerButton((pressed) => {
      const value = buttons.find(({ button }) => button === pressed)?.press(box.value);
      if (value === undefined) return;
      resolve(value);
      box.hide();
    });
    box.onDidHide(() => {
      turnedAway.abort();
      resolve(undefined);
      box.dispose();
    });
    box.show();
    sayFirst().catch((error: unknown) => {
      if (!overtaken.signal.aborted) fail(error);
    });
  });
}

interface SiteQuestion {
  readonly title: string;
  readonly placeHolder?: string;
}

/** One of several; the only one without a question. */
export async function pickSite(sites: readonly Site[], question: SiteQuestion): Promise<Site | undefined> {
  if (sites.length < 2) return sites[0];
  const rows = sites.map((site) => ({
    label: withoutIcons(oneLine(site.label)),
    description: withoutIcons(site.web),
    site,
  }));
  return (await vscode.window.showQuickPick(rows, question))?.site;
}
