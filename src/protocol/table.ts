// What the table's page and the host ask of each other. The page holds what rows bring with them, sorts and filters it, and
// asks for the values of other fields as rows come into view.
import type { PlacedRow } from "../model/query/rows.ts";
import type { ListChange } from "../model/triage/wish.ts";
import type { Chosen } from "../model/value.ts";
import type { ColumnKey } from "./columns.ts";
import type { MethodsOf } from "./rpc.ts";
import type { TableHostParams } from "./tableSchemas.ts";
import type { TableTexts } from "./tableTexts.ts";

export interface Column {
  readonly key: ColumnKey;
  readonly label: string;
  readonly kind: "text" | "number" | "date";
}

/** How somebody has arranged the table; kept by the host for the next time. */
export type TableLayout = TableHostParams["layout"];

export type TableSort = NonNullable<TableLayout["sort"]>;

/** A condition of the query, in words. */
export interface Chip {
  readonly id: string;
  readonly label: string;
}

export interface TableHeading {
  readonly title: string;
  /** Site, project, tracker. */
  readonly origin: readonly string[];
  readonly chips: readonly Chip[];
  /** Whether conditions can be added and removed: not where the server's own language or a report asks. */
  readonly canFilter: boolean;
  /** Whether it differs from what is saved, or was never saved. */
  readonly canSave: boolean;
  /** Undefined where the query does not leave it to the table. */
  readonly openOnly: boolean | undefined;
}

/** How far the reading of rows has got. */
export type Reading =
  | { readonly kind: "reading"; readonly read: number; readonly size: number | undefined }
  /** `rest` counts what was not read, at most, where the result is larger than what a table holds. */
  | {
      readonly kind: "read";
      readonly at: string;
      readonly rest: number | undefined;
    }
  | { readonly kind: "stopped"; readonly read: number; readonly size: number | undefined }
  | { readonly kind: "problem"; readonly text: string };

export interface TableState {
  readonly heading: TableHeading;
  /** All that can be shown. */
  readonly columns: readonly Column[];
  readonly layout: TableLayout;
  readonly reading: Reading;
  /** What to know about the result as a whole, such as a criterion that the server did not heed. */
  readonly notes: readonly string[];
}

/** One row's values of fields, as text; what is missing could not be read. */
export interface RowValues {
  readonly id: number;
  readonly texts: Readonly<Partial<Record<ColumnKey, string>>>;
  /** To sort by, where the text would not do: numbers, and instants in milliseconds. */
  readonly order: Readonly<Partial<Record<ColumnKey, number>>>;
  /** Of times, how the server wrote them. */
  readonly serverTimes?: Readonly<Partial<Record<ColumnKey, string>>>;
}

export interface Offer {
  /** Null empties the field. */
  readonly value: Chosen | null;
  readonly label: string;
  readonly detail: string;
  /** Whether it is what stands there. */
  readonly isNow: boolean;
}

/** What can be chosen for a cell or for many rows. */
export type Offers =
  | { readonly kind: "list"; readonly offers: readonly Offer[]; readonly takesMany: boolean }
  /** People are searched for by what is typed. */
  | {
      readonly kind: "search";
      readonly shortest: number;
      readonly takesMany: boolean;
      /** What stands there now: others are added to it. */
      readonly held: readonly Offer[];
    }
  | {
      readonly kind: "write";
      readonly look: "line" | "text" | "number" | "date" | "dateTime";
      /** What was typed before and is a draft still. */
      readonly begun?: string | undefined;
    }
  /** Why nothing can be chosen. */
  | { readonly kind: "none"; readonly text: string };

/** A field that many can be changed in. `key` is the host's; roles hold over several trackers. */
export interface BulkField {
  readonly key: string;
  readonly label: string;
  /** What can be done with a list of several; only "set" for the others. */
  readonly ways: readonly ListChange[];
}

/** Keys of the fields that are status and assignee, in whichever tracker. */
export const roleFields = { status: "role status", assignee: "role assignee" } as const;

/** The key of what is said rather than changed. */
export const commentField = "comment";

export type BulkRequest = TableHostParams["preview"];

export type BulkValue = BulkRequest["value"];

/** One artifact in a preview or a result, in words. */
export interface BulkLine {
  readonly id: number;
  readonly title: string;
  readonly kind: "change" | "alreadySo" | "leftOut" | "done" | "conflict" | "refused" | "failed" | "notTried";
  readonly before: string;
  readonly after: string;
  /** Why, where it is not changed. */
  readonly text: string;
}

export type BulkState =
  | { readonly kind: "previewing"; readonly done: number; readonly of: number }
  | {
      readonly kind: "preview";
      readonly lines: readonly BulkLine[];
      /** How many will be changed. */
      readonly count: number;
    }
  | { readonly kind: "running"; readonly done: number; readonly of: number }
  | {
      readonly kind: "result";
      readonly lines: readonly BulkLine[];
      readonly summary: string;
      /** Those for another try; the page selects them. */
      readonly left: readonly number[];
      readonly canUndo: boolean;
    }
  | { readonly kind: "undoing"; readonly done: number; readonly of: number }
  | { readonly kind: "problem"; readonly text: string };

export type RowAction = TableHostParams["act"]["action"];

/** What some methods of the host answer; the others only confirm. */
interface TableHostAnswers {
  readonly values: readonly RowValues[];
  readonly estimate: { readonly seconds: number };
  readonly offers: Offers;
  readonly findPeople: readonly Offer[];
  readonly bulkFields: readonly BulkField[];
  readonly bulkOffers: Offers;
  readonly exportCsv: readonly RowValues[];
}

/** What the page asks of the host. Whatever comes in is checked before it is believed. */
export type TableHostMethods = MethodsOf<TableHostParams, TableHostAnswers>;

/** What the host asks of the page. */
export interface TablePageMethods {
  texts: (params: TableTexts) => void;
  state: (params: TableState) => void;
  /** Of one reading; a later one has a higher number, and takes the place of all rows when its first rows come. */
  rows: (params: {
    readonly reading: number;
    readonly from: number;
    readonly rows: readonly PlacedRow[];
  }) => void;
  /** Single rows as they are now; `gone` are no longer there. Values of their fields are to be asked for again. */
  changed: (params: { readonly rows: readonly PlacedRow[]; readonly gone: readonly number[] }) => void;
  bulk: (params: BulkState) => void;
  /** Opens the bar for many rows: all of them selected, field and values chosen where they are given. */
  openBulk: (params: {
    readonly ids: readonly number[];
    readonly field: string | undefined;
    readonly values?: readonly Chosen[] | undefined;
  }) => void;
  announce: (params: { readonly text: string }) => void;
  /** For when the page comes back after a reload. */
  remember: (params: Pick<TableMemory, "source">) => void;
}

/** What a page remembers of itself, for when it comes back after a reload. */
export interface TableMemory {
  readonly source: unknown;
  readonly scroll: number;
  /** The page's own: what was selected, and the change that was being prepared for it. */
  readonly chosen?: ChosenRows | undefined;
}

export interface ChosenRows {
  readonly ids: readonly number[];
  readonly change: PreparedChange | undefined;
}

export interface PreparedChange {
  readonly field: BulkField;
  readonly how: ListChange;
  readonly value: BulkValue | undefined;
  /** The value in words. */
  readonly label: string;
  /** What was typed, also while nobody has looked at it yet. */
  readonly typed: string;
  /** How it is written, where it is: it can be seen again without the server. */
  readonly writes: (Offers & { readonly kind: "write" }) | undefined;
}
