// A quick pick whose items are searched for while the user types.
import * as vscode from "vscode";
import { toDisplayLine, escapeIcons } from "../model/displayText.ts";
import { isFailure } from "../model/failure.ts";
import { type User, minUserQueryLength } from "../model/user.ts";
import { DebouncedRequest } from "./async.ts";
import { failureText } from "./failureText.ts";
import { showPrompt, type PromptResult, type PromptItem, getItemValues } from "./prompts.ts";

interface SearchPromptOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly canGoBack: boolean;
  /** Items that are shown for any text. */
  readonly fixedItems: readonly PromptItem<T>[];
  /** Shorter texts aren't searched for. */
  readonly minLength: number;
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly PromptItem<T>[]>;
  /** A message in place of the items, if any. */
  readonly getErrorText: (error: unknown) => string | undefined;
  readonly getEmptyText: () => string | undefined;
  /** Whether Enter accepts it before the user has selected an item; by default all items. */
  readonly isPreselectable?: ((value: T) => boolean) | undefined;
  /** Items with the same key are the same. */
  readonly getKey: (value: T) => string;
}

/** Longer than between two key presses, shorter than a request. */
const debounceMs = 200;

function createMessageItems<T>(text: string | undefined): readonly PromptItem<T>[] {
  return text === undefined ? [] : [{ label: `$(info) ${escapeIcons(text)}`, alwaysShow: true }];
}

/** Keeps the first of several items with the same key, and all messages. */
function removeDuplicates<T>(
  items: readonly PromptItem<T>[],
  getKey: (value: T) => string,
): readonly PromptItem<T>[] {
  const seen = new Set<string>();
  return items.filter(({ value }) => {
    if (value === undefined) return true;
    const key = getKey(value);
    return !seen.has(key) && seen.add(key);
  });
}

function startSearch<T>(
  box: vscode.QuickPick<PromptItem<T>>,
  options: SearchPromptOptions<T>,
  show: (items: readonly PromptItem<T>[]) => void,
): DebouncedRequest {
  const request = new DebouncedRequest(debounceMs, (error) => {
    box.busy = false;
    show(createMessageItems(options.getErrorText(error)));
  });
  box.placeholder = options.placeholder;
  box.matchOnDescription = true;
  box.onDidChangeValue((value) => {
    const text = value.trim();
    request.cancel();
    box.busy = text.length >= options.minLength;
    show([]);
    if (text.length < options.minLength) return;
    request.run(
      (signal) => options.find(text, signal),
      (items) => {
        box.busy = false;
        show(items.length === 0 ? createMessageItems(options.getEmptyText()) : items);
      },
    );
  });
  return request;
}

export async function searchAndPickOne<T>(options: SearchPromptOptions<T>): Promise<PromptResult<T>> {
  const box = vscode.window.createQuickPick<PromptItem<T>>();
  const show = (found: readonly PromptItem<T>[]): void => {
    const foundItems = found.map((item) => ({ ...item, alwaysShow: true }));
    const items = removeDuplicates([...options.fixedItems, ...foundItems], options.getKey);
    box.items = items;
    const { isPreselectable } = options;
    if (isPreselectable === undefined) return;
    const first = items.find(({ value }) => value !== undefined && isPreselectable(value));
    box.activeItems = first === undefined ? [] : [first];
  };
  const request = startSearch(box, options, show);
  show([]);
  const result = await showPrompt(box, options, () => box.selectedItems[0]?.value);
  request.cancel();
  return result;
}

/** Selected items stay in the list while the user searches for more. */
export async function searchAndPickMany<T>(
  options: SearchPromptOptions<T>,
  validate: (values: readonly T[]) => string | undefined,
): Promise<PromptResult<readonly T[]>> {
  const box = vscode.window.createQuickPick<PromptItem<T>>();
  box.canSelectMany = true;
  let selected = options.fixedItems.filter(({ picked }) => picked === true);
  const show = (found: readonly PromptItem<T>[]): void => {
    const toAlwaysShown = (item: PromptItem<T>): PromptItem<T> =>
      item.alwaysShow === true ? item : { ...item, alwaysShow: true };
    selected = selected.map(toAlwaysShown);
    box.items = removeDuplicates(
      [...selected, ...options.fixedItems, ...found.map(toAlwaysShown)],
      options.getKey,
    );
    box.selectedItems = selected;
  };
  const request = startSearch(box, options, show);
  show([]);
  box.onDidChangeSelection((items) => {
    selected = items.filter(({ value }) => value !== undefined);
    box.prompt = undefined;
  });
  const result = await showPrompt(box, options, () => {
    const values = getItemValues(box.selectedItems);
    box.prompt = validate(values);
    return box.prompt === undefined ? values : undefined;
  });
  request.cancel();
  return result;
}

// Searching for users. Not all servers can.

interface UserSearchOptions<T> {
  readonly site: string;
  readonly findUsers: (query: string, signal: AbortSignal) => Promise<readonly User[]>;
  readonly toValue: (user: User) => T;
  /** What the user can do on a server without user search. */
  readonly unsupportedText: string;
}

type UserSearch<T> = Pick<
  SearchPromptOptions<T>,
  "placeholder" | "minLength" | "find" | "getErrorText" | "getEmptyText"
>;

/** A server without user search isn't requested again. */
export function createUserSearch<T>({
  site,
  findUsers,
  toValue,
  unsupportedText,
}: UserSearchOptions<T>): UserSearch<T> {
  let canSearch = true;
  const toItem = (user: User): PromptItem<T> => ({
    label: escapeIcons(toDisplayLine(user.label)),
    description: escapeIcons(toDisplayLine(user.username ?? "")),
    value: toValue(user),
  });
  return {
    placeholder: vscode.l10n.t("Enter at least {0} characters.", minUserQueryLength),
    minLength: minUserQueryLength,
    find: async (text, signal) => (canSearch ? (await findUsers(text, signal)).map(toItem) : []),
    getErrorText: (error) => {
      if (!isFailure(error)) throw error;
      canSearch = error.kind !== "notFound";
      return canSearch ? failureText(error, site) : unsupportedText;
    },
    getEmptyText: () => (canSearch ? vscode.l10n.t("No matching users") : unsupportedText),
  };
}
