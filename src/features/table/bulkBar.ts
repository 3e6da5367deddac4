// One change of many rows, from the choice of a field to the undo of what was done.
import * as vscode from "vscode";
import { withoutLinks } from "../../model/displayText.ts";
import type { Wish, WishedField } from "../../model/triage/wish.ts";
import { CallFailed } from "../../protocol/rpc.ts";
import {
  type BulkField,
  type BulkLine,
  type BulkRequest,
  type BulkState,
  commentField,
  type Offers,
} from "../../protocol/table.ts";
import {
  leftOf,
  preview,
  type PreviewItem,
  run,
  type RunItem,
  undo,
  undoableAgain,
} from "../../store/triage/bulk.ts";
import type { Selected } from "../../store/triage/states.ts";
import { bulkFields, bulkOffers, type Changeable, changeableIn, keyFor, wishOf } from "./bulkFields.ts";
import { previewLine, runLine, summaryText, undoneText } from "./bulkText.ts";
import type { TableContext } from "./context.ts";
import type { CommentOwner } from "./manyComments.ts";
import type { Page, Table } from "./table.ts";

interface Previewed {
  readonly wish: Wish;
  readonly items: readonly PreviewItem[];
}

function idsIn(items: readonly { readonly selected: Selected }[]): readonly number[] {
  return items.map(({ selected }) => selected.row.id);
}

export class BulkBar {
  readonly #context: TableContext;
  readonly #table: Table;
  readonly #page: Page;
  #state: BulkState | undefined;
  #previewed: Previewed | undefined;
  #ran: readonly RunItem[] = [];
  #underWay: AbortController | undefined;
  #writtenTo: ReadonlySet<number> = new Set();

  constructor(context: TableContext, table: Table, page: Page) {
    this.#context = context;
    this.#table = table;
    this.#page = page;
    table.signal.addEventListener("abort", () => this.cancel());
  }

  /** It is changed from here just now, and looked at when all is done. */
  isWritingTo(artifactId: number): boolean {
    return this.#writtenTo.has(artifactId);
  }

  async fields(ids: readonly number[]): Promise<readonly BulkField[]> {
    return bulkFields(await this.#changeable(ids));
  }

  async offers(ids: readonly number[], field: string): Promise<Offers> {
    const offers = bulkOffers(await this.#changeable(ids), field);
    const owner = this.#owner;
    if (field !== commentField || offers.kind !== "write" || owner === undefined) return offers;
    return { ...offers, begun: this.#context.comments.text(owner) };
  }

  async keepComment(text: string): Promise<void> {
    const owner = this.#owner;
    if (owner !== undefined) await this.#context.comments.keep(owner, text);
  }

  /** The key of a field that somebody means. */
  async keyFor(ids: readonly number[], field: WishedField): Promise<string | undefined> {
    return keyFor(await this.#changeable(ids), field);
  }

  async preview({ ids, field, value }: BulkRequest): Promise<void> {
    if (this.#writtenTo.size > 0) {
      throw new CallFailed(vscode.l10n.t("Wait until the change before is done."));
    }
    this.#previewed = undefined;
    const { states } = this.#table;
    // It may be called off before the first row is looked at.
    const signal = this.#begin();
    const isCalledOff = (): boolean => signal.aborted;
    const wish = wishOf(await this.#changeable(ids), field, value);
    if (isCalledOff()) return;
    if (states === undefined || wish === undefined) {
      return this.#enter({ kind: "problem", text: vscode.l10n.t("The field doesn't take such a value.") });
    }
    const selected = this.#table.selected(ids);
    this.#enter({ kind: "previewing", done: 0, of: selected.length });
    const items = await preview(states, selected, wish, signal, (done, of) => {
      if (!isCalledOff()) this.#enter({ kind: "previewing", done, of });
    });
    if (isCalledOff()) return;
    this.#previewed = { wish, items };
    const lines = items.map((item) => previewLine(item, wish, this.#site));
    const count = items.filter(({ kind }) => kind === "change").length;
    this.#enter({ kind: "preview", lines, count });
  }

  async run(): Promise<void> {
    const { states } = this.#table;
    const previewed = this.#previewed;
    if (states === undefined || previewed === undefined) return;
    this.#previewed = undefined;
    const { wish, items } = previewed;
    const owner = this.#owner;
    await this.#writing(
      "running",
      idsIn(items.filter(({ kind }) => kind === "change")),
      async (signal, tell) => {
        this.#ran = await run(states, items, signal, tell);
        const result = this.#result(wish, items);
        const isSaid = wish.kind === "comment" && result.left.length === 0;
        if (isSaid && owner !== undefined) await this.#context.comments.said(owner, wish.source);
        return result;
      },
    );
  }

  async undo(): Promise<void> {
    const { states } = this.#table;
    const done = this.#ran.filter(({ kind }) => kind === "done");
    if (states === undefined || done.length === 0) return;
    await this.#writing("undoing", idsIn(done), async (signal, tell) => {
      const undone = await undo(states, done, signal, tell);
      this.#ran = undoableAgain(done, undone);
      const lines = undone.map((item) => runLine(item, this.#site));
      const left = idsIn(undone.filter(({ kind }) => kind !== "done"));
      return { kind: "result", lines, summary: undoneText(lines), left, canUndo: this.#ran.length > 0 };
    });
  }

  /** Calls off what is under way; what was read to its end is put away. */
  cancel(): void {
    this.#underWay?.abort();
    if (this.#writtenTo.size === 0) this.#state = undefined;
  }

  /** To a page that knows nothing of what was done. For what was only chosen it asks again. */
  showAgain(): void {
    const state = this.#state;
    if (state !== undefined && state.kind !== "previewing" && state.kind !== "preview") this.#enter(state);
  }

  get #owner(): CommentOwner | undefined {
    const { site, kept } = this.#table;
    return site && { siteApi: site.api, accountId: kept.accountId };
  }

  get #site(): string {
    return this.#table.site?.label ?? "";
  }

  #begin(): AbortSignal {
    this.#underWay?.abort();
    this.#underWay = new AbortController();
    return this.#underWay.signal;
  }

  #enter(state: BulkState): void {
    this.#state = state;
    this.#page.tell("bulk", state);
  }

  #changeable(ids: readonly number[]): Promise<Changeable> {
    const { states, site } = this.#table;
    if (states === undefined || site === undefined) {
      return Promise.resolve({ forms: [], fields: [], takesComment: false });
    }
    return changeableIn(
      states,
      this.#context.catalog.of(site),
      this.#table.selected(ids),
      this.#table.signal,
    );
  }

  /** What was on its way when the tab was closed comes to its end, and the person hears of it elsewhere. */
  async #writing(
    kind: "running" | "undoing",
    ids: readonly number[],
    write: (
      signal: AbortSignal,
      tell: (done: number, of: number) => void,
    ) => Promise<BulkState & { kind: "result" }>,
  ): Promise<void> {
    const signal = this.#begin();
    this.#writtenTo = new Set(ids);
    const of = ids.length;
    this.#enter({ kind, done: 0, of });
    try {
      const result = await write(signal, (done, all) => this.#enter({ kind, done, of: all }));
      if (this.#table.signal.aborted) this.#sayElsewhere(result.summary);
      else await this.#lookAt(result.lines);
      this.#enter(result);
    } finally {
      this.#writtenTo = new Set();
    }
  }

  #sayElsewhere(summary: string): void {
    const text = vscode.l10n.t("The table was closed during a change of many artifacts: {0}.", summary);
    void vscode.window.showInformationMessage(withoutLinks(text));
  }

  /** Of conflicts too: what is seen then is what there is. */
  async #lookAt(lines: readonly BulkLine[]): Promise<void> {
    const touched = lines.filter(({ kind }) => kind !== "notTried" && kind !== "leftOut");
    await this.#table.look(touched.map(({ id }) => id));
  }

  /** What was left out of the preview is told once more, and stays selected with what another try is worth while for. */
  #result(wish: Wish, items: readonly PreviewItem[]): BulkState & { kind: "result" } {
    const byId = new Map(this.#ran.map((item) => [item.selected.row.id, item]));
    const lines = items.map((item) => {
      const ran = byId.get(item.selected.row.id);
      return ran === undefined ? previewLine(item, wish, this.#site) : runLine(ran, this.#site);
    });
    const leftOut = items.filter(({ kind }) => kind === "refused" || kind === "unreadable");
    const left = [...leftOf(this.#ran, wish), ...leftOut.map(({ selected }) => selected)];
    const canUndo = wish.kind !== "comment" && this.#ran.some(({ kind }) => kind === "done");
    return {
      kind: "result",
      lines,
      summary: summaryText(lines),
      left: left.map(({ row }) => row.id),
      canUndo,
    };
  }
}
