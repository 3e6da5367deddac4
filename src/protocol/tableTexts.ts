// The words of the table's page, in the person's language; the host hands them over first. {0}, {1} and {2} stand for
// what the page puts in.
import type { ListChange } from "../model/triage/wish.ts";

interface TableHeadingTexts {
  /** Name of the row of conditions, for those who hear the page. */
  readonly conditions: string;
  /** On the button that adds a condition: "Filter". */
  readonly add: string;
  /** Names of a condition's two parts; {0} is the condition. */
  readonly edit: string;
  readonly remove: string;
  readonly openOnly: string;
  /** The line that narrows down what is shown: its name, what stands in it while it is empty, its cross. */
  readonly find: string;
  readonly findHint: string;
  readonly clear: string;
  /** Where it looks: name of the choice, and what rows bring with them as the first of its entries ("Anywhere"). */
  readonly findIn: string;
  readonly anywhere: string;
  /** Name of what can be done with the table, for those who hear the page. */
  readonly actions: string;
  readonly columns: string;
  readonly csv: string;
  readonly exportCsv: string;
  readonly refresh: string;
  readonly save: string;
}

interface ReadingTexts {
  /** How many rows there are, all shown: "{0} rows". */
  readonly one: string;
  readonly many: string;
  /** {0} shown of {1}: "{0} of {1}". */
  readonly some: string;
  /** When they were read: "read {0}". */
  readonly at: string;
  /** While they are read, {0} so far, of {1} where that is known. */
  readonly reading: string;
  readonly readingOf: string;
  readonly stop: string;
  readonly stopped: string;
  readonly stoppedOf: string;
  readonly readOn: string;
  /** The result is larger than what a table holds, by up to {0}. */
  readonly rest: string;
  readonly again: string;
  /** In place of rows. */
  readonly nothing: string;
  /** {0} is what was looked for. */
  readonly nothingFound: string;
}

interface RowTexts {
  /** {0} is the row's number with its sign: "#12". */
  readonly select: string;
  readonly selectAll: string;
  readonly open: string;
  /** {0} is the column, {1} the row's number with its sign. */
  readonly change: string;
  readonly nobody: string;
  readonly noTitle: string;
  /** What a cell without a value shows. */
  readonly empty: string;
  /** In place of a value that could not be read. */
  readonly unreadable: string;
  /** How the server wrote a time. */
  readonly serverTime: string;
  /** Of a change on its way, for those who hear the page; {0} is the new value. */
  readonly changing: string;
  /** Name of the handle for a column's width; {0} is the column. */
  readonly width: string;
}

/** The values of a column are to be loaded for all rows. */
interface LoadTexts {
  /** {0} is the column, {1} the number of rows, {2} the time: "about 2 minutes" comes from here and the browser. */
  readonly offerSort: string;
  readonly offerFind: string;
  /** {0} is a time, such as "2 minutes". */
  readonly about: string;
  readonly load: string;
  readonly dismiss: string;
  /** {0} is the column, {1} of {2} are loaded. */
  readonly loading: string;
  readonly cancel: string;
  /** Said when it was called off; {0} of {1} are loaded and stay so. */
  readonly cancelled: string;
}

interface ColumnTexts {
  readonly find: string;
  /** Headings above what is shown, in its order, and what else there is. */
  readonly shown: string;
  readonly others: string;
  /** {0} is the column. */
  readonly show: string;
  readonly hide: string;
  readonly moveUp: string;
  readonly moveDown: string;
}

/** Lists that something is chosen from. */
interface ChoiceTexts {
  readonly find: string;
  readonly findPeople: string;
  readonly typeMore: string;
  readonly searching: string;
  readonly loading: string;
  readonly nothingFound: string;
  /** Beside what stands there now, for those who hear the page. */
  readonly isNow: string;
  readonly apply: string;
  /** Where several were chosen: "{0} chosen". */
  readonly several: string;
}

interface BulkTexts {
  /** Name of the bar, for those who hear the page. */
  readonly bar: string;
  readonly selectedOne: string;
  readonly selectedMany: string;
  readonly clear: string;
  /** The words of a sentence, one per way, before the field: "Set", "Add to", "Remove from". */
  readonly ways: Readonly<Record<ListChange, string>>;
  /** Name of that choice, for those who hear the page. */
  readonly way: string;
  /** Between field and value, for each way: "to", and nothing where the value comes after a colon. */
  readonly between: Readonly<Record<ListChange, string>>;
  readonly field: string;
  readonly chooseField: string;
  readonly value: string;
  readonly chooseValue: string;
  /** How a value is to be written, where it is a date. */
  readonly dayFormat: string;
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
  /** Between old and new value, for those who hear it. */
  readonly becomes: string;
  /** What became of a line, for those who hear the page, and in its place where it says nothing itself. */
  readonly kinds: {
    readonly change: string;
    readonly alreadySo: string;
    readonly leftOut: string;
    readonly done: string;
    readonly conflict: string;
    readonly refused: string;
    readonly failed: string;
    readonly notTried: string;
  };
}

/** What can be done with rows. */
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
  /** Dates and numbers are written as in this one. */
  readonly language: string;
  readonly heading: TableHeadingTexts;
  readonly reading: ReadingTexts;
  readonly row: RowTexts;
  readonly load: LoadTexts;
  readonly columns: ColumnTexts;
  readonly choice: ChoiceTexts;
  readonly bulk: BulkTexts;
  readonly actions: ActionTexts;
  readonly dismiss: string;
}
