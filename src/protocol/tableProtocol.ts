// Messages between the table page and the host. The page sorts and filters rows and requests field values as
// rows become visible.
import type { AllowedMoves, BoardColumn, BoardField } from "../model/board.ts";
import type { RowWithTracker } from "../model/query/sortAndGroup.ts";
import type { ListOperation } from "../model/triage/fieldEditRequest.ts";
import type { LabeledId } from "../model/valueTypes.ts";
import type { ColumnKey } from "./columns.ts";
import type { TypedRpcMethods } from "./rpc.ts";
import type { BoardHostParams, TableHostParams } from "./tableSchemas.ts";
import type { TableTexts } from "./tableTexts.ts";

export interface TableColumn {
  readonly key: ColumnKey;
  readonly label: string;
  readonly kind: "text" | "number" | "date";
}

/** Column layout, which the host stores. */
export type TableLayout = TableHostParams["saveLayout"];

export type TableSort = NonNullable<TableLayout["sort"]>;

/** A condition for display. */
export interface ConditionChip {
  readonly id: string;
  readonly label: string;
}

export interface TableHeading {
  readonly title: string;
  /** Site, project and tracker. */
  readonly breadcrumbs: readonly string[];
  readonly chips: readonly ConditionChip[];
  /** False for TQL and reports. */
  readonly canEditConditions: boolean;
  /** Whether the query is unsaved or differs from the saved one. */
  readonly canSave: boolean;
  /** Undefined if the query determines it. */
  readonly openOnly: boolean | undefined;
}

export type TableLoadState =
  | { readonly kind: "loading"; readonly loadedCount: number; readonly totalCount: number | undefined }
  /** `notLoadedCount` is the maximum number of rows beyond the table's limit. */
  | {
      readonly kind: "loaded";
      readonly loadedAt: string;
      readonly notLoadedCount: number | undefined;
    }
  | { readonly kind: "stopped"; readonly loadedCount: number; readonly totalCount: number | undefined }
  | { readonly kind: "problem"; readonly text: string };

export interface TableState {
  readonly heading: TableHeading;
  /** All available columns. */
  readonly columns: readonly TableColumn[];
  readonly layout: TableLayout;
  readonly loadState: TableLoadState;
  /** Tuleap's colors of the statuses, by label. `undefined` if there are several trackers, or no such colors. */
  readonly statusColors: Readonly<Record<string, string>> | undefined;
  /** Notes about the result, such as a criterion that the server ignored. */
  readonly notes: readonly string[];
}

/** Field values of a row as text; absent values couldn't be loaded. */
export interface RowValues {
  readonly id: number;
  readonly texts: Readonly<Partial<Record<ColumnKey, string>>>;
  /** Sort values for numbers and for times in milliseconds. */
  readonly sortValues: Readonly<Partial<Record<ColumnKey, number>>>;
  /** Times as written by the server. */
  readonly serverTimes?: Readonly<Partial<Record<ColumnKey, string>>>;
}

export interface ValueChoice {
  /** Null clears the field. */
  readonly value: LabeledId | null;
  readonly label: string;
  readonly detail: string;
  /** Whether it is the current value. */
  readonly isCurrent: boolean;
}

/** What can be selected for a cell or in a bulk edit. */
export type ValueChoices =
  | { readonly kind: "list"; readonly choices: readonly ValueChoice[]; readonly allowsMultiple: boolean }
  /** People are searched by the typed text. */
  | {
      readonly kind: "search";
      readonly minQueryLength: number;
      readonly allowsMultiple: boolean;
      /** Current values, which others are added to. */
      readonly current: readonly ValueChoice[];
    }
  | {
      readonly kind: "write";
      readonly inputType: "line" | "text" | "number" | "date" | "dateTime";
      /** Text from an unsaved draft. */
      readonly draftText?: string | undefined;
    }
  /** Why nothing can be selected. */
  | { readonly kind: "none"; readonly text: string };

/** A field for a bulk edit. `key` is assigned by the host; roles work across trackers. */
export interface BulkEditField {
  readonly key: string;
  readonly label: string;
  /** Only "set" for fields with a single value. */
  readonly operations: readonly ListOperation[];
}

/** Keys of the status and assignee fields in any tracker. */
export const roleFieldKeys = { status: "role status", assignee: "role assignee" } as const;

/** Key of the comment in a bulk edit. */
export const commentFieldKey = "comment";

export type BulkEditRequest = TableHostParams["previewBulkEdit"];

export type BulkEditValue = BulkEditRequest["value"];

/** An artifact in a preview or result. */
export interface BulkEditArtifact {
  readonly id: number;
  readonly title: string;
  readonly kind: "change" | "unchanged" | "skipped" | "done" | "conflict" | "refused" | "failed" | "notTried";
  readonly before: string;
  readonly after: string;
  /** Why it isn't changed. */
  readonly text: string;
}

export type BulkEditState =
  | { readonly kind: "previewing"; readonly done: number; readonly total: number }
  | {
      readonly kind: "preview";
      readonly lines: readonly BulkEditArtifact[];
      /** Number of artifacts to change. */
      readonly count: number;
    }
  | { readonly kind: "running"; readonly done: number; readonly total: number }
  | {
      readonly kind: "result";
      readonly lines: readonly BulkEditArtifact[];
      readonly summary: string;
      /** Artifacts that weren't changed, which the page selects for another attempt. */
      readonly remainingIds: readonly number[];
      readonly canUndo: boolean;
    }
  | { readonly kind: "undoing"; readonly done: number; readonly total: number }
  | { readonly kind: "problem"; readonly text: string };

export type RowAction = TableHostParams["runRowAction"]["action"];

/** Results of host methods; the others return nothing. */
interface TableHostResults {
  readonly loadValues: readonly RowValues[];
  readonly estimateLoadTime: { readonly seconds: number };
  readonly listChoices: ValueChoices;
  readonly findPeople: readonly ValueChoice[];
  readonly listBulkFields: readonly BulkEditField[];
  readonly listBulkChoices: ValueChoices;
  readonly exportCsv: readonly RowValues[];
}

/** Methods of the host. All parameters are validated. */
export type TableHostMethods = TypedRpcMethods<TableHostParams, TableHostResults>;

/** Methods of the page. */
export interface TablePageMethods {
  setTexts: (params: TableTexts) => void;
  setTableState: (params: TableState) => void;
  /** A later load has a higher `loadId`; its first rows replace all rows. */
  addRows: (params: {
    readonly loadId: number;
    readonly offset: number;
    readonly rows: readonly RowWithTracker[];
  }) => void;
  /** Updates rows and removes those in `removed`. Their field values must be loaded again. */
  updateRows: (params: {
    readonly rows: readonly RowWithTracker[];
    readonly removed: readonly number[];
  }) => void;
  setBulkEditState: (params: BulkEditState) => void;
  /** Opens the bulk edit bar with these rows selected, and optionally a field and values. */
  openBulkEdit: (params: {
    readonly ids: readonly number[];
    readonly field: string | undefined;
    readonly values?: readonly LabeledId[] | undefined;
  }) => void;
  announce: (params: { readonly text: string }) => void;
  /** Stored by the page for a reload. */
  saveState: (params: Pick<TableWebviewState, "source">) => void;
}

/** The lists for columns and swimlanes, which the host stores. */
export type BoardLayout = BoardHostParams["saveBoardLayout"];

export interface BoardState {
  /** Lists for columns and swimlanes. */
  readonly fields: readonly BoardField[];
  readonly layout: BoardLayout;
  /** Why there are no columns; undefined if the user has to select a field first. */
  readonly problem: string | undefined;
  readonly columns: readonly BoardColumn[];
  readonly allowedMoves: AllowedMoves | undefined;
  /** The columns that workflows allow by `toStatusKey`, if columns aren't the values of a field. */
  readonly allowedColumns?: AllowedMoves;
  /** The field whose value each row has; the host sends the values of others. */
  readonly statusField: { readonly id: number; readonly values: readonly LabeledId[] } | undefined;
  /** Swimlanes in the order of the field's values; undefined without swimlanes, or by assignee. */
  readonly lanes: readonly LabeledId[] | undefined;
  /** Whether the server determines the columns. */
  readonly hasFixedColumns: boolean;
  /** Undefined if cards have no rank. `problem` is why the user can't change it, nor move cards from or to the backlog. */
  readonly rank: { readonly problem: string | undefined } | undefined;
}

/** Keys of the values of a field, by artifact. */
export type CardValues = readonly { readonly key: string; readonly ids: readonly number[] }[];

/** Methods of the page of a board. */
export interface BoardPageMethods extends TablePageMethods {
  setBoard: (params: BoardState) => void;
  /** The cards by rank, which is their order unless the user sorts them. */
  setRank: (params: { readonly ids: readonly number[] }) => void;
  /** Why cards can't be shown. */
  showProblem: (params: { readonly text: string }) => void;
  /** Values of the fields for columns and swimlanes, which rows don't have. */
  setCardValues: (params: {
    readonly fieldId: number;
    readonly values: CardValues;
    /** Whether artifacts that aren't in `values` have no value; otherwise only those in it are updated. */
    readonly isComplete: boolean;
  }) => void;
}

/** Methods of the host of a board. */
export type BoardHostMethods = TypedRpcMethods<BoardHostParams, TableHostResults>;

/** State that VS Code restores after a reload. */
export interface TableWebviewState {
  readonly source: unknown;
  readonly scroll: number;
  /** Only used by the page: the selection and the prepared bulk edit. */
  readonly chosen?: StoredSelection | undefined;
}

export interface StoredSelection {
  readonly ids: readonly number[];
  readonly change: PreparedBulkEdit | undefined;
}

export interface PreparedBulkEdit {
  readonly field: BulkEditField;
  readonly operation: ListOperation;
  readonly value: BulkEditValue | undefined;
  /** The value as text. */
  readonly label: string;
  /** Typed text, possibly not validated yet. */
  readonly typed: string;
  /** The kind of text input, so that it can be restored without the server. */
  readonly writes: (ValueChoices & { readonly kind: "write" }) | undefined;
}
