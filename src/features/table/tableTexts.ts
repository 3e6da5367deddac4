// Texts of the pages of tables and boards, which fill in the placeholders.
import * as vscode from "vscode";
import type { TableView } from "../../protocol/commandArguments.ts";
import type { TableTexts } from "../../protocol/tableTexts.ts";

function getHeadingTexts(view: TableView): TableTexts["heading"] {
  const isBoard = view === "board";
  return {
    conditions: vscode.l10n.t("Conditions"),
    add: vscode.l10n.t("Add Condition"),
    edit: vscode.l10n.t("Edit Condition: {0}"),
    remove: vscode.l10n.t("Remove Condition: {0}"),
    openOnly: vscode.l10n.t("Open only"),
    find: isBoard ? vscode.l10n.t("Find on the board") : vscode.l10n.t("Find in the table"),
    findHint: vscode.l10n.t("Find"),
    clear: vscode.l10n.t("Clear"),
    findIn: vscode.l10n.t("Find in"),
    anywhere: vscode.l10n.t("Anywhere"),
    actions: isBoard ? vscode.l10n.t("Board actions") : vscode.l10n.t("Table actions"),
    columns: isBoard ? vscode.l10n.t("Fields") : vscode.l10n.t("Columns"),
    csv: vscode.l10n.t("CSV"),
    exportCsv: vscode.l10n.t("Export Shown Rows as CSV"),
    refresh: isBoard ? vscode.l10n.t("Refresh Board") : vscode.l10n.t("Refresh Table"),
    save: vscode.l10n.t("Save Query"),
  };
}

function getLoadingTexts(view: TableView): TableTexts["rowLoad"] {
  const isBoard = view === "board";
  return {
    oneRow: isBoard ? vscode.l10n.t("1 card") : vscode.l10n.t("1 row"),
    manyRows: isBoard ? vscode.l10n.t("{0} cards") : vscode.l10n.t("{0} rows"),
    shownOfTotal: vscode.l10n.t("{0} of {1}"),
    loadedAt: vscode.l10n.t("loaded {0}"),
    loading: vscode.l10n.t("Loading: {0} so far"),
    loadingOf: vscode.l10n.t("Loading: {0} of {1}"),
    stop: vscode.l10n.t("Stop"),
    stopped: vscode.l10n.t("Stopped after {0}"),
    stoppedOf: vscode.l10n.t("Stopped after {0} of {1}"),
    loadMore: vscode.l10n.t("Load More"),
    notLoaded: vscode.l10n.t(
      "Up to {0} older artifacts aren't shown. Add a condition to narrow the results.",
    ),
    retry: vscode.l10n.t("Retry"),
    noRows: vscode.l10n.t("No artifacts match all conditions."),
    nothingFound: isBoard
      ? vscode.l10n.t("No cards contain “{0}”.")
      : vscode.l10n.t("No rows contain “{0}”."),
  };
}

function getRowTexts(): TableTexts["row"] {
  return {
    select: vscode.l10n.t("Select {0}"),
    selectAll: vscode.l10n.t("Select all rows"),
    open: vscode.l10n.t("Open {0}"),
    change: vscode.l10n.t("Change {0} of {1}"),
    unassigned: vscode.l10n.t("unassigned"),
    noTitle: vscode.l10n.t("no title"),
    empty: vscode.l10n.t("(empty)"),
    unreadable: vscode.l10n.t("can't be read"),
    serverTime: vscode.l10n.t("Server time: {0}"),
    changing: vscode.l10n.t("Changing to {0}…"),
    width: vscode.l10n.t("Width of {0}"),
  };
}

function getValueLoadingTexts(): TableTexts["columnLoad"] {
  return {
    offerSort: vscode.l10n.t("To sort by {0}, load its values for {1} rows ({2})."),
    offerFind: vscode.l10n.t("To find text in {0}, load its values for {1} rows ({2})."),
    about: vscode.l10n.t("about {0}"),
    load: vscode.l10n.t("Load Values"),
    dismiss: vscode.l10n.t("Not Now"),
    loading: vscode.l10n.t("Loading {0}: {1} of {2}"),
    cancel: vscode.l10n.t("Cancel"),
    canceled: vscode.l10n.t("Loading canceled. {0} of {1} loaded."),
  };
}

function getColumnTexts(): TableTexts["columns"] {
  return {
    find: vscode.l10n.t("Find a column"),
    shown: vscode.l10n.t("Shown"),
    others: vscode.l10n.t("Available"),
    show: vscode.l10n.t("Show {0}"),
    hide: vscode.l10n.t("Hide {0}"),
    moveUp: vscode.l10n.t("Move {0} Up"),
    moveDown: vscode.l10n.t("Move {0} Down"),
  };
}

function getChoiceTexts(): TableTexts["choice"] {
  return {
    find: vscode.l10n.t("Find"),
    findPeople: vscode.l10n.t("Search users"),
    typeMore: vscode.l10n.t("Enter at least {0} characters."),
    searching: vscode.l10n.t("Searching…"),
    loading: vscode.l10n.t("Loading…"),
    nothingFound: vscode.l10n.t("No results"),
    isCurrent: vscode.l10n.t("current"),
    apply: vscode.l10n.t("Apply"),
    several: vscode.l10n.t("{0} selected"),
  };
}

function getBulkTexts(): TableTexts["bulkEdit"] {
  return {
    bar: vscode.l10n.t("Change the selected artifacts"),
    selectedOne: vscode.l10n.t("1 selected"),
    selectedMany: vscode.l10n.t("{0} selected"),
    clear: vscode.l10n.t("Clear Selection"),
    operations: {
      set: vscode.l10n.t("Set"),
      add: vscode.l10n.t("Add to"),
      remove: vscode.l10n.t("Remove from"),
    },
    operation: vscode.l10n.t("Action"),
    between: { set: vscode.l10n.t("to"), add: ":", remove: ":" },
    field: vscode.l10n.t("Field"),
    chooseField: vscode.l10n.t("Select a field"),
    value: vscode.l10n.t("Value"),
    chooseValue: vscode.l10n.t("Select a value"),
    dateFormat: vscode.l10n.t("YYYY-MM-DD"),
    timeFormat: vscode.l10n.t("YYYY-MM-DD HH:MM"),
    previewing: vscode.l10n.t("Checking {0} of {1}…"),
    running: vscode.l10n.t("Changing {0} of {1}…"),
    undoing: vscode.l10n.t("Undoing {0} of {1}…"),
    cancel: vscode.l10n.t("Cancel"),
    changeOne: vscode.l10n.t("Change 1 Artifact"),
    changeMany: vscode.l10n.t("Change {0} Artifacts"),
    changeNone: vscode.l10n.t("No Artifacts to Change"),
    undo: vscode.l10n.t("Undo"),
    close: vscode.l10n.t("Close"),
    more: vscode.l10n.t("Show {0} More"),
    changedTo: vscode.l10n.t("becomes"),
    kinds: {
      change: vscode.l10n.t("will be changed"),
      unchanged: vscode.l10n.t("already set"),
      skipped: vscode.l10n.t("skipped"),
      done: vscode.l10n.t("changed"),
      conflict: vscode.l10n.t("conflict"),
      refused: vscode.l10n.t("rejected"),
      failed: vscode.l10n.t("failed"),
      notTried: vscode.l10n.t("not tried"),
    },
  };
}

function getActionTexts(): TableTexts["actions"] {
  return {
    open: vscode.l10n.t("Open"),
    openInBrowser: vscode.l10n.t("Open in Browser"),
    copyReference: vscode.l10n.t("Copy Reference"),
    status: vscode.l10n.t("Set Status…"),
    assignee: vscode.l10n.t("Assign…"),
    comment: vscode.l10n.t("Add Comment…"),
    link: vscode.l10n.t("Link to Artifact…"),
    assignToMe: vscode.l10n.t("Assign to Me"),
    startWork: vscode.l10n.t("Start Work…"),
    delete: vscode.l10n.t("Delete…"),
  };
}

function getBoardTexts(): TableTexts["board"] {
  return {
    columnField: vscode.l10n.t("Columns"),
    lanes: vscode.l10n.t("Swimlanes"),
    noLanes: vscode.l10n.t("None"),
    byAssignee: vscode.l10n.t("Assignee"),
    sort: vscode.l10n.t("Sort"),
    noValue: vscode.l10n.t("No {0}"),
    closed: vscode.l10n.t("Closed"),
    backlog: vscode.l10n.t("Backlog"),
    rank: vscode.l10n.t("Rank"),
    notRanked: vscode.l10n.t("Sort the cards by rank to change their order."),
    ranked: vscode.l10n.t("{0} is now at position {1}."),
    limit: vscode.l10n.t("Cards: {0}, limit: {1}"),
    overLimit: vscode.l10n.t("Cards: {0}, over the limit of {1}"),
    showClosed: vscode.l10n.t("Show Closed Artifacts"),
    hideClosed: vscode.l10n.t("Hide Closed Artifacts"),
    selectField: vscode.l10n.t("Select a field"),
    selectColumns: vscode.l10n.t("Select the field whose values are the columns."),
    moveTo: vscode.l10n.t("Move to…"),
    lifted: vscode.l10n.t("Moving {0}. Drop it on a column, or press Escape to cancel."),
    moving: vscode.l10n.t("Moving {0} to {1}…"),
    moved: vscode.l10n.t("{0} is now in {1}."),
    notMoved: vscode.l10n.t("{0} wasn't moved to {1}."),
    changedMeanwhile: vscode.l10n.t("{0} was changed by someone else, so it wasn't moved."),
    notAllowed: vscode.l10n.t("The workflow doesn't allow moving this to {0}."),
    readOnly: vscode.l10n.t("This can't be moved."),
  };
}

export function getTableTexts(view: TableView): TableTexts {
  return {
    language: vscode.env.language,
    heading: getHeadingTexts(view),
    rowLoad: getLoadingTexts(view),
    row: getRowTexts(),
    columnLoad: getValueLoadingTexts(),
    columns: getColumnTexts(),
    choice: getChoiceTexts(),
    bulkEdit: getBulkTexts(),
    actions: getActionTexts(),
    board: getBoardTexts(),
    dismiss: vscode.l10n.t("Dismiss"),
  };
}
