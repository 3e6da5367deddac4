// One table: what it shows, as far as it was read. Its page may come and go meanwhile.
import type { PlacedRow } from "../../model/query/rows.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { TableSource } from "../../protocol/commands.ts";
import type { Column, TableLayout, TablePageMethods } from "../../protocol/table.ts";
import { ownTime } from "../../store/clock.ts";
import { currentRows, FieldValues, type RowsNews, TableRows } from "../../store/table.ts";
import type { Selected, States } from "../../store/triage/states.ts";
import { columnsOf } from "./columns.ts";
import { type Content, contentOf, type Wanted, wantedBy } from "./content.ts";
import type { TableContext } from "./context.ts";
import type { LayoutOwner } from "./layouts.ts";
import type { KeptTable } from "./source.ts";
import { headingOf, notesOf, readingOf, type Shown, titleOf } from "./tableState.ts";

/** The page, while there is one. */
export interface Page {
  tell<K extends keyof TablePageMethods>(method: K, params: Parameters<TablePageMethods[K]>[0]): void;
  /** What is shown is another thing now. */
  changed(): void;
}

/** A message of all rows would be long. */
const rowsAtOnce = 1000;

export class Table {
  readonly #context: TableContext;
  readonly #page: Page;
  readonly #closed = new AbortController();
  #kept: KeptTable;
  #content: Content | undefined;
  #rows: TableRows | undefined;
  /** What is still seen while it is read again. */
  #before: TableRows | undefined;
  #values: FieldValues | undefined;
  #layout: TableLayout | undefined;
  #reading = 0;
  /** What was asked last. */
  #asked = "";
  #readAt = "";
  /** It is not known yet what there is to read. */
  #isOpening = true;

  constructor(context: TableContext, kept: KeptTable, page: Page) {
    this.#context = context;
    this.#page = page;
    this.#kept = kept;
  }

  get kept(): KeptTable {
    return this.#kept;
  }

  get site(): Site | undefined {
    return this.#content?.site;
  }

  /** Undefined where the rows are of several. */
  get tracker(): Tracker | undefined {
    return this.#content?.tracker;
  }

  get title(): string {
    return titleOf(this.#shown);
  }

  get query(): SavedQuery | undefined {
    const wanted = this.#wanted;
    return wanted.kind === "query" ? wanted.query : undefined;
  }

  /** Ends with the tab. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  /** Whether its query stands otherwise in the settings than it was last asked. */
  get isOutdated(): boolean {
    return JSON.stringify(this.#wanted) !== this.#asked;
  }

  /** Undefined as long as nothing is known of its site. */
  get states(): States | undefined {
    return this.site === undefined ? undefined : this.#context.statesOf(this.site);
  }

  get values(): FieldValues | undefined {
    const { states } = this;
    this.#values ??= states && new FieldValues(states);
    return this.#values;
  }

  /** Rows as they were shown, in the order of `ids`. */
  selected(ids: readonly number[]): readonly Selected[] {
    return ids.flatMap((id) => this.#rows?.selected([id])[0] ?? this.#before?.selected([id]) ?? []);
  }

  /** Of all rows, as they were read. */
  get ids(): readonly number[] {
    return this.#rows?.rows.map(({ id }) => id) ?? [];
  }

  /** Whether all that there is was read. */
  get isWhole(): boolean {
    return this.#rows?.isWhole ?? false;
  }

  /** All that can be shown. */
  get columns(): readonly Column[] {
    return columnsOf(this.tracker, (this.#rows ?? this.#before)?.first);
  }

  find(id: number): PlacedRow | undefined {
    return this.#rows?.find(id) ?? this.#before?.find(id);
  }

  /** Reads all of it anew; `fresh` also what fields there are. What is seen stays until there is something else to see. */
  async read(how: "known" | "fresh"): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    this.#isOpening = true;
    this.#rows?.stop();
    this.tellState();
    if (how === "fresh") this.#forgetStructure();
    const wanted = this.#wanted;
    this.#asked = JSON.stringify(wanted);
    const content = await contentOf(this.#context, wanted, this.#kept);
    const account = content.site && (await this.#context.catalog.of(content.site).account());
    if (reading !== this.#reading || this.signal.aborted) return;
    this.#isOpening = false;
    this.#content = content;
    this.#kept = { ...this.#kept, accountId: account?.id };
    this.#values = undefined;
    this.#layout = undefined;
    this.#page.changed();
    if (content.kind === "problem") this.#showNothing();
    else await this.#readRows(content, reading);
  }

  async readOn(): Promise<void> {
    if (this.#rows === undefined) return this.read("known");
    await this.#rows.read();
  }

  stop(): void {
    this.#rows?.stop();
  }

  close(): void {
    this.#closed.abort();
    this.#reading += 1;
    this.#rows?.close();
    this.#before?.close();
  }

  /** Another question than before; read right away. */
  async ask(change: Partial<Pick<KeptTable, "changed" | "openOnly">>): Promise<void> {
    this.#kept = { ...this.#kept, ...change };
    this.#page.changed();
    await this.read("known");
  }

  /** It is kept by now as it is: nothing has to be read for that. */
  isKeptAs(source: TableSource): void {
    this.#kept = { ...this.#kept, source, changed: undefined };
    this.#asked = JSON.stringify(this.#wanted);
    this.#page.changed();
    this.tellState();
  }

  async arrange(layout: TableLayout): Promise<void> {
    this.#layout = layout;
    const owner = this.#owner;
    if (owner !== undefined) await this.#context.layouts.keep(owner, layout);
  }

  /** Single rows as they are now. */
  async look(ids: readonly number[]): Promise<void> {
    const { states } = this;
    const seen = this.selected(ids);
    if (states === undefined || seen.length === 0) return;
    const { now, gone } = await currentRows(states, seen, this.signal);
    if (this.signal.aborted) return;
    this.#rows?.replace(now, gone);
    this.#before?.replace(now, gone);
    this.#page.tell("changed", { rows: now, gone });
  }

  /** Everything, to a page that knows nothing. The state last: what is not there when all is read is no longer selected. */
  showAll(): void {
    const rows = (this.#rows ?? this.#before)?.rows ?? [];
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const piece = rows.slice(from, from + rowsAtOnce);
      this.#page.tell("rows", { reading: this.#reading, from, rows: piece });
    }
    this.tellState();
  }

  tellState(): void {
    const shown = this.#shown;
    this.#page.tell("state", {
      heading: headingOf(shown),
      columns: this.columns,
      layout: this.#layoutNow(),
      reading: readingOf(shown),
      notes: notesOf(shown),
    });
  }

  get #wanted(): Wanted {
    const { source, changed } = this.#kept;
    return changed === undefined
      ? wantedBy(source, this.#context.queries)
      : { kind: "query", query: changed };
  }

  get #shown(): Shown {
    const { source, changed, openOnly } = this.#kept;
    return {
      wanted: this.#wanted,
      content: this.#content,
      rows: this.#rows,
      openOnly,
      isUnsaved: source.kind === "unsaved" || changed !== undefined,
      readAt: this.#readAt,
      isOpening: this.#isOpening,
    };
  }

  get #owner(): LayoutOwner | undefined {
    const { site, tracker } = this;
    return site && { siteApi: site.api, accountId: this.#kept.accountId, trackerId: tracker?.id };
  }

  /** A query that says how it is sorted is shown so at first. */
  #layoutNow(): TableLayout {
    const owner = this.#owner;
    if (owner === undefined) return this.#context.layouts.usual(this.columns);
    if (this.#layout === undefined) {
      const kept = this.#context.layouts.of(owner, this.columns);
      this.#layout = { ...kept, sort: this.query?.sort ?? kept.sort };
    }
    return this.#layout;
  }

  async #readRows(content: Extract<Content, { kind: "rows" }>, reading: number): Promise<void> {
    const { found, place } = content;
    const isCurrent = (): boolean => reading === this.#reading && !this.signal.aborted;
    const rows: TableRows = new TableRows({
      found,
      place,
      now: ownTime.now,
      tell: (news) => {
        if (isCurrent()) this.#hear(news);
      },
    });
    this.#before = this.#rows ?? this.#before;
    this.#rows = rows;
    await rows.read();
    if (isCurrent() && rows.count === 0) this.#page.tell("rows", { reading, from: 0, rows: [] });
  }

  #hear(news: RowsNews): void {
    const reading = this.#reading;
    switch (news.kind) {
      case "rows":
        // Only now it is known what rows tell.
        if (news.from === 0) this.#layout = undefined;
        this.#page.tell("rows", { reading, from: news.from, rows: news.rows });
        break;
      case "cleared":
        this.#page.tell("rows", { reading, from: 0, rows: [] });
        break;
      case "state":
        if (this.#rows?.state.kind === "read") {
          this.#readAt = new Date().toISOString();
          this.#before = undefined;
        }
        this.tellState();
    }
  }

  /** What can't be asked has no rows: those of before would look like an answer. */
  #showNothing(): void {
    this.#rows = undefined;
    this.#before = undefined;
    this.#page.tell("rows", { reading: this.#reading, from: 0, rows: [] });
    this.tellState();
  }

  #forgetStructure(): void {
    const { site, tracker } = this;
    if (site !== undefined && tracker !== undefined) this.#context.catalog.of(site).forgetTracker(tracker.id);
  }
}
