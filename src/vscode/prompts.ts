import * as vscode from "vscode";
import { toDisplayLine, escapeIcons, escapeLinks } from "../model/displayText.ts";
import type { Site } from "../model/site.ts";

// Prompts: the user accepts a value, goes back to the previous step, or dismisses the prompt.

export type PromptResult<T> =
  | { readonly kind: "accepted"; readonly value: T }
  | { readonly kind: "back" }
  | { readonly kind: "dismissed" };

export interface PromptItem<T> extends vscode.QuickPickItem {
  /** `undefined` for messages and separators. */
  readonly value?: T | undefined;
}

interface PromptOptions {
  readonly title: string;
  readonly placeholder?: string | undefined;
  readonly prompt?: string | undefined;
  readonly canGoBack: boolean;
}

interface PickOneOptions<T> extends PromptOptions {
  readonly items: readonly PromptItem<T>[];
  /** The item that is active first. */
  readonly isActive?: ((value: T) => boolean) | undefined;
}

interface PickManyOptions<T> extends PromptOptions {
  readonly items: readonly PromptItem<T>[];
  /** An error message; `undefined` accepts the values. */
  readonly validate: (values: readonly T[]) => string | undefined;
}

interface PickDynamicOptions<T> extends PromptOptions {
  readonly value: string;
  /** The items for the typed text. */
  readonly getItems: (text: string) => readonly PromptItem<T>[];
  /** Whether two items are the same, though one may have more details. */
  readonly isSame?: ((one: T, other: T) => boolean) | undefined;
  /** Loads more items, and calls `onMore` when `getItems` returns them. It reports its own errors. */
  readonly loadMore?: ((onMore: () => void, signal: AbortSignal) => Promise<unknown>) | undefined;
  /**
   * Searches items for the typed text when the user pauses, and calls `onMore` when `getItems` returns them. The signal is
   * aborted when the text changes. It reports its own errors.
   */
  readonly search?: ((text: string, onMore: () => void, signal: AbortSignal) => Promise<unknown>) | undefined;
}

interface PromptTextOptions extends PromptOptions {
  readonly value: string;
  /** An error message for the typed text. */
  readonly validate: (text: string) => string | undefined;
}

/** Members that `QuickPick` and `InputBox` share. */
interface QuickInputBox extends vscode.QuickInput {
  buttons: readonly vscode.QuickInputButton[];
  readonly onDidAccept: vscode.Event<void>;
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
}

/** `getValue` returns `undefined` to keep the prompt open. */
export function showPrompt<T>(
  box: QuickInputBox,
  options: PromptOptions,
  getValue: () => T | undefined,
): Promise<PromptResult<T>> {
  const { Back } = vscode.QuickInputButtons;
  box.title = options.title;
  // Input of several steps must not be lost when the focus moves.
  box.ignoreFocusOut = true;
  if (options.canGoBack) box.buttons = [Back, ...box.buttons];
  return new Promise((resolve) => {
    box.onDidAccept(() => {
      const value = getValue();
      if (value === undefined) return;
      resolve({ kind: "accepted", value });
      box.hide();
    });
    box.onDidTriggerButton((clicked) => {
      if (clicked !== Back) return;
      resolve({ kind: "back" });
      box.hide();
    });
    box.onDidHide(() => {
      resolve({ kind: "dismissed" });
      box.dispose();
    });
    box.show();
  });
}

/** VS Code renders links in these texts, which may come from a repository or a server. */
function removeLinks(text: string | undefined): string | undefined {
  return text === undefined ? undefined : escapeLinks(text);
}

function createPick<T>({ placeholder, prompt }: PromptOptions): vscode.QuickPick<PromptItem<T>> {
  const box = vscode.window.createQuickPick<PromptItem<T>>();
  box.placeholder = placeholder;
  box.prompt = removeLinks(prompt);
  box.matchOnDescription = true;
  return box;
}

export function pickOne<T>(options: PickOneOptions<T>): Promise<PromptResult<T>> {
  const box = createPick<T>(options);
  box.items = options.items;
  const { isActive } = options;
  const active = options.items.find(({ value }) => value !== undefined && isActive?.(value) === true);
  if (active !== undefined) box.activeItems = [active];
  return showPrompt(box, options, () => box.selectedItems[0]?.value);
}

export function getItemValues<T>(items: readonly PromptItem<T>[]): readonly T[] {
  return items.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

export function pickMany<T>(options: PickManyOptions<T>): Promise<PromptResult<readonly T[]>> {
  const box = createPick<T>(options);
  box.canSelectMany = true;
  box.items = options.items;
  box.selectedItems = options.items.filter(({ picked }) => picked === true);
  box.onDidChangeSelection(() => {
    box.prompt = removeLinks(options.prompt);
  });
  return showPrompt(box, options, () => {
    const values = getItemValues(box.selectedItems);
    const message = options.validate(values);
    box.prompt = removeLinks(message ?? options.prompt);
    return message === undefined ? values : undefined;
  });
}

/** Longer than the pause between two keystrokes. */
const searchDelayMs = 200;

/** `getItems` returns items for the typed text, so VS Code doesn't filter them. */
export async function pickDynamic<T>(options: PickDynamicOptions<T>): Promise<PromptResult<T>> {
  const box = createPick<T>(options);
  const controller = new AbortController();
  const { isSame = Object.is } = options;
  let items: readonly PromptItem<T>[] = [];
  // The window reports the active item by index, which may be one of the previous list: it counts only after
  // it has changed.
  let hasActiveChanged = false;
  const show = (text: string): void => {
    items = options.getItems(text.trim()).map((item) => ({ ...item, alwaysShow: true }));
    box.items = items;
  };
  let isLoading = options.loadMore !== undefined;
  let searching: AbortController | undefined;
  let searchTimer: NodeJS.Timeout | undefined;
  const updateBusy = (): void => {
    box.busy = isLoading || searching !== undefined;
  };
  const onMore = (): void => {
    const active = hasActiveChanged ? box.activeItems[0]?.value : undefined;
    show(box.value);
    const sameItem =
      active === undefined
        ? undefined
        : items.find(({ value }) => value !== undefined && isSame(value, active));
    if (sameItem !== undefined) box.activeItems = [sameItem];
  };
  const stopSearch = (): void => {
    clearTimeout(searchTimer);
    searching?.abort();
    searching = undefined;
  };
  const startSearch = (text: string): void => {
    stopSearch();
    const { search } = options;
    if (search !== undefined && text !== "") {
      const current = new AbortController();
      searching = current;
      searchTimer = setTimeout(() => {
        void search(text, onMore, current.signal).finally(() => {
          if (current.signal.aborted) return;
          searching = undefined;
          updateBusy();
          onMore();
        });
      }, searchDelayMs);
    }
    updateBusy();
  };
  box.value = options.value;
  show(options.value);
  box.onDidChangeValue((text) => {
    hasActiveChanged = false;
    show(text);
    startSearch(text.trim());
  });
  box.onDidChangeActive(() => {
    hasActiveChanged = true;
  });
  updateBusy();
  if (options.loadMore !== undefined) {
    void options.loadMore(onMore, controller.signal).finally(() => {
      if (controller.signal.aborted) return;
      isLoading = false;
      updateBusy();
      onMore();
    });
  }
  const result = await showPrompt(box, options, () => {
    const [selected] = box.selectedItems;
    // If Enter is pressed before the items are updated, the selected item may belong to an older text: the
    // first item for the current text is used.
    const isCurrent = hasActiveChanged && selected?.value !== undefined && items.includes(selected);
    const first = items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    if (!isCurrent && box.value.trim() === "") return undefined;
    return (isCurrent ? selected : first)?.value;
  });
  controller.abort();
  stopSearch();
  return result;
}

export function promptText(options: PromptTextOptions): Promise<PromptResult<string>> {
  const box = vscode.window.createInputBox();
  box.prompt = removeLinks(options.prompt) ?? "";
  box.placeholder = options.placeholder;
  box.value = options.value;
  box.onDidChangeValue((text) => {
    box.validationMessage = text.trim() === "" ? undefined : removeLinks(options.validate(text.trim()));
  });
  return showPrompt(box, options, () => {
    const text = box.value.trim();
    const message = options.validate(text);
    box.validationMessage = removeLinks(message);
    return message === undefined ? text : undefined;
  });
}

export type InputCheckResult<T> =
  { readonly kind: "accepted"; readonly value: T } | { readonly kind: "rejected"; readonly message: string };

interface PromptButton<T> {
  readonly button: vscode.QuickInputButton;
  /** A returned value closes the prompt; `undefined` keeps it open. */
  readonly onClick: (text: string) => T | undefined;
}

interface PromptWithCheckOptions<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isPassword?: boolean;
  readonly buttons?: readonly PromptButton<T>[];
  /** A message about the initial value, shown until the user types. */
  readonly initialMessage?: ((signal: AbortSignal) => Promise<vscode.InputBoxValidationMessage>) | undefined;
  /** Checks the text, perhaps with a request; rejected text stays in the box to be fixed. */
  readonly check: (text: string, signal: AbortSignal) => Promise<InputCheckResult<T>>;
}

/**
 * Prompts until the text is accepted; `undefined` if the user dismisses the prompt, which also aborts the
 * check.
 */
export function promptWithCheck<T>(options: PromptWithCheckOptions<T>): Promise<T | undefined> {
  const box = vscode.window.createInputBox();
  const { buttons = [] } = options;
  const dismissed = new AbortController();
  box.title = options.title;
  box.prompt = options.prompt;
  box.placeholder = options.placeholder;
  box.value = options.value ?? "";
  box.password = options.isPassword ?? false;
  box.ignoreFocusOut = true;
  box.buttons = buttons.map(({ button }) => button);

  return new Promise<T | undefined>((resolve, reject) => {
    let isChecking = false;
    /** Aborted when the initial message is obsolete. */
    const obsolete = new AbortController();
    async function showInitialMessage(): Promise<void> {
      if (options.initialMessage === undefined) return;
      box.busy = true;
      try {
        const message = await options.initialMessage(AbortSignal.any([dismissed.signal, obsolete.signal]));
        if (dismissed.signal.aborted || obsolete.signal.aborted) return;
        box.validationMessage = { ...message, message: escapeLinks(message.message) };
      } finally {
        box.busy = isChecking;
      }
    }
    const fail = (error: unknown): void => {
      if (!dismissed.signal.aborted) reject(error);
      box.hide();
    };
    async function check(): Promise<void> {
      if (isChecking) return;
      obsolete.abort();
      isChecking = true;
      box.busy = true;
      box.enabled = false;
      try {
        const result = await options.check(box.value, dismissed.signal);
        if (dismissed.signal.aborted) return;
        if (result.kind === "accepted") {
          resolve(result.value);
          box.hide();
        } else {
          box.validationMessage = escapeLinks(result.message);
        }
      } finally {
        isChecking = false;
        box.busy = false;
        box.enabled = true;
      }
    }
    box.onDidAccept(() => {
      check().catch(fail);
    });
    box.onDidChangeValue(() => {
      obsolete.abort();
      box.validationMessage = undefined;
    });
    box.onDidTriggerButton((clicked) => {
      const value = buttons.find(({ button }) => button === clicked)?.onClick(box.value);
      if (value === undefined) return;
      resolve(value);
      box.hide();
    });
    box.onDidHide(() => {
      dismissed.abort();
      resolve(undefined);
      box.dispose();
    });
    box.show();
    showInitialMessage().catch((error: unknown) => {
      if (!obsolete.signal.aborted) fail(error);
    });
  });
}

interface PickSiteOptions {
  readonly title: string;
  readonly placeHolder?: string;
}

/** Prompts for a site if there are several. */
export async function pickSite(sites: readonly Site[], options: PickSiteOptions): Promise<Site | undefined> {
  if (sites.length < 2) return sites[0];
  const items = sites.map((site) => ({
    label: escapeIcons(toDisplayLine(site.label)),
    description: escapeIcons(site.web),
    site,
  }));
  return (await vscode.window.showQuickPick(items, options))?.site;
}
