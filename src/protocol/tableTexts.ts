// Localized texts of the table page, sent before anything else. {0}, {1} and {2} are placeholders filled by
// the page.
import type { ListOperation } from "../model/triage/fieldEditRequest.ts";

interface TableHeadingTexts {
  /** Name of the condition list for screen readers. */
  readonly conditions: string;
  /** Button that adds a condition. */
  readonly add: string;
  /** Names of a condition's two buttons; {0} is the condition. */
  readonly edit: string;
  readonly remove: string;
  readonly openOnly: string;
  /** The search box: name, placeholder and clear button. */
  readonly find: string;
  readonly findHint: string;
  readonly clear: string;
  /** Name of the search scope, and its first entry for all built-in columns ("Anywhere"). */
  readonly findIn: string;
  readonly anywhere: string;
  /** Name of the toolbar for screen readers. */
  readonly actions: string;
  readonly columns: string;
  readonly csv: string;
  readonly exportCsv: string;
  readonly refresh: string;
  readonly save: string;
}

interface RowLoadTexts {
  /** Row count if all are shown: "{0} rows". */
  readonly oneRow: string;
  readonly manyRows: string;
  /** Row count if filtered: "{0} of {1}". */
  readonly shownOfTotal: string;
  /** Time of the load. */
  readonly loadedAt: string;
  /** While loading: {0} rows so far, of {1} if known. */
  readonly loading: string;
  readonly loadingOf: string;
  readonly stop: string;
  readonly stopped: string;
  readonly stoppedOf: string;
  readonly loadMore: string;
  /** The result exceeds the table's limit by up to {0} rows. */
  readonly notLoaded: string;
  readonly retry: string;
  /** Shown instead of rows. */
  readonly noRows: string;
  /** {0} is the search text. */
  readonly nothingFound: string;
}

interface RowTexts {
  /** {0} is the artifact, such as "#12". */
  readonly select: string;
  readonly selectAll: string;
  readonly open: string;
  /** {0} is the column, {1} the artifact, such as "#12". */
  readonly change: string;
  readonly unassigned: string;
  readonly noTitle: string;
  /** Shown for a cell without value. */
  readonly empty: string;
  /** Shown for a value that couldn't be loaded. */
  readonly unreadable: string;
  /** Time as written by the server. */
  readonly serverTime: string;
  /** A change in progress, for screen readers; {0} is the new value. */
  readonly changing: string;
  /** Name of a column's resize handle; {0} is the column. */
  readonly width: string;
}

/** Loading a column's values for all rows. */
interface ColumnLoadTexts {
  /** {0} is the column, {1} the number of rows, {2} the duration. */
  readonly offerSort: string;
  readonly offerFind: string;
  /** {0} is a duration, such as "2 minutes". */
  readonly about: string;
  readonly load: string;
  readonly dismiss: string;
  /** {0} is the column; {1} of {2} are loaded. */
  readonly loading: string;
  readonly cancel: string;
  /** Announced when canceled; {0} of {1} are loaded and kept. */
  readonly canceled: string;
}

interface ColumnTexts {
  readonly find: string;
  /** Headings of shown and other columns. */
  readonly shown: string;
  readonly others: string;
  /** {0} is the column. */
  readonly show: string;
  readonly hide: string;
  readonly moveUp: string;
  readonly moveDown: string;
}

/** Lists of choices. */
interface ChoiceTexts {
  readonly find: string;
  readonly findPeople: string;
  readonly typeMore: string;
  readonly searching: string;
  readonly loading: string;
  readonly nothingFound: string;
  /** Marks the current value for screen readers. */
  readonly isCurrent: string;
  readonly apply: string;
  /** Several selected values: "{0} chosen". */
  readonly several: string;
}

interface BulkEditTexts {
  /** Name of the bar for screen readers. */
  readonly bar: string;
  readonly selectedOne: string;
  readonly selectedMany: string;
  readonly clear: string;
  /** Sentence before the field by operation: "Set", "Add to", "Remove from". */
  readonly operations: Readonly<Record<ListOperation, string>>;
  /** Name of that choice for screen readers. */
  readonly operation: string;
  /** Text between field and value by operation: "to", or empty. */
  readonly between: Readonly<Record<ListOperation, string>>;
  readonly field: string;
  readonly chooseField: string;
  readonly value: string;
  readonly chooseValue: string;
  /** Format of a date value. */
  readonly dateFormat: string;
  readonly timeFormat: string;
  /** {0} of {1}. */
  readonly previewing: string;
  readonly running: string;
  readonly undoing: string;
  readonly cancel: string;
  readonly changeOne: string;
  readonly changeMany: string;
  readonly changeNone: string;
  readonly undo: string;
  readonly close: string;
  /** Below a long list: "Show {0} more". */
  readonly more: string;
  /** Between the old and the new value, for screen readers. */
  readonly changedTo: string;
  /** Result of a line, for screen readers and if the line has no text. */
  readonly kinds: {
    readonly change: string;
    readonly unchanged: string;
    readonly skipped: string;
    readonly done: string;
    readonly conflict: string;
    readonly refused: string;
    readonly failed: string;
    readonly notTried: string;
  };
}

interface BoardTexts {
  /** Names of the two choices in the heading. */
  readonly columnField: string;
  readonly lanes: string;
  readonly noLanes: string;
  readonly byAssignee: string;
  readonly sort: string;
  /** {0} is the field. */
  readonly noValue: string;
  readonly closed: string;
  readonly backlog: string;
  /** In the choice of the order. */
  readonly rank: string;
  /** The rank can only be changed while cards are in its order. */
  readonly notRanked: string;
  /** Announced: {0} is the artifact, {1} its position in the column. */
  readonly ranked: string;
  /** Of a column with a limit: {0} is the number of cards, {1} the limit. */
  readonly limit: string;
  readonly overLimit: string;
  readonly showClosed: string;
  readonly hideClosed: string;
  readonly selectField: string;
  /** Shown until the user has selected a field for the columns. */
  readonly selectColumns: string;
  readonly moveTo: string;
  /** Announced: {0} is the artifact, {1} the column. */
  readonly lifted: string;
  readonly moving: string;
  readonly moved: string;
  readonly notMoved: string;
  /** Of cards that were lifted while others have changed them. */
  readonly changedMeanwhile: string;
  /** The column takes no cards from the current one; {0} is the column. */
  readonly notAllowed: string;
  readonly readOnly: string;
}

/** Actions on rows. */
interface ActionTexts {
  readonly open: string;
  readonly openInBrowser: string;
  readonly copyReference: string;
  readonly status: string;
  readonly assignee: string;
  readonly comment: string;
  readonly link: string;
  readonly assignToMe: string;
  readonly startWork: string;
  readonly delete: string;
}

export interface TableTexts {
  /** Locale of dates and numbers. */
  readonly language: string;
  readonly heading: TableHeadingTexts;
  readonly rowLoad: RowLoadTexts;
  readonly row: RowTexts;
  readonly columnLoad: ColumnLoadTexts;
  readonly columns: ColumnTexts;
  readonly choice: ChoiceTexts;
  readonly bulkEdit: BulkEditTexts;
  readonly actions: ActionTexts;
  readonly board: BoardTexts;
  readonly dismiss: string;
}
