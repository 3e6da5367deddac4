// The words of the table's page. Curly numbers stay in them: the page puts in what they stand for.
import * as vscode from "vscode";
import type { TableTexts } from "../../protocol/tableTexts.ts";

function heading(): TableTexts["heading"] {
  return {
    conditions: vscode.l10n.t("Conditions"),
    add: vscode.l10n.t("Filter"),
    edit: vscode.l10n.t("Change condition: {0}"),
    remove: vscode.l10n.t("Remove condition: {0}"),
    openOnly: vscode.l10n.t("Open only"),
    find: vscode.l10n.t("Find in the table"),
    findHint: vscode.l10n.t("Find"),
    clear: vscode.l10n.t("Clear"),
    findIn: vscode.l10n.t("Where to find it"),
    anywhere: vscode.l10n.t("Anywhere"),
    actions: vscode.l10n.t("What to do with the table"),
    columns: vscode.l10n.t("Columns"),
    csv: vscode.l10n.t("CSV"),
    exportCsv: vscode.l10n.t("Export what is shown as CSV"),
    refresh: vscode.l10n.t("Read Table Again"),
    save: vscode.l10n.t("Save Query"),
  };
}

function reading(): TableTexts["reading"] {
  return {
    one: vscode.l10n.t("1 row"),
    many: vscode.l10n.t("{0} rows"),
    some: vscode.l10n.t("{0} of {1}"),
    at: vscode.l10n.t("read {0}"),
    reading: vscode.l10n.t("Reading, {0} so far"),
    readingOf: vscode.l10n.t("Reading, {0} of {1}"),
    stop: vscode.l10n.t("Stop"),
    stopped: vscode.l10n.t("Stopped after {0}"),
    stoppedOf: vscode.l10n.t("Stopped after {0} of {1}"),
    readOn: vscode.l10n.t("Read On"),
    rest: vscode.l10n.t(
      "Up to {0} older ones are not shown: this is as much as a table holds. Add a condition.",
    ),
    again: vscode.l10n.t("Try Again"),
    nothing: vscode.l10n.t("Nothing meets all of this."),
    nothingFound: vscode.l10n.t("No row has “{0}” in it."),
  };
}

function row(): TableTexts["row"] {
  return {
    select: vscode.l10n.t("Select {0}"),
    selectAll: vscode.l10n.t("Select all rows"),
    open: vscode.l10n.t("Open {0}"),
    change: vscode.l10n.t("Change {0} of {1}"),
    nobody: vscode.l10n.t("nobody"),
    noTitle: vscode.l10n.t("no title"),
    empty: vscode.l10n.t("nothing"),
    unreadable: vscode.l10n.t("can't be read"),
    serverTime: vscode.l10n.t("Server time: {0}"),
    changing: vscode.l10n.t("Changing to {0}"),
    width: vscode.l10n.t("Width of {0}"),
  };
}

function load(): TableTexts["load"] {
  return {
    offerSort: vscode.l10n.t("To sort by {0}, its values have to be loaded for {1} rows: {2}."),
    offerFind: vscode.l10n.t("To find in {0}, its values have to be loaded for {1} rows: {2}."),
    about: vscode.l10n.t("about {0}"),
    load: vscode.l10n.t("Load"),
    dismiss: vscode.l10n.t("Not Now"),
    loading: vscode.l10n.t("Loading {0}: {1} of {2}"),
    cancel: vscode.l10n.t("Cancel"),
    cancelled: vscode.l10n.t("Loading was called off. {0} of {1} are loaded."),
  };
}

function columns(): TableTexts["columns"] {
  return {
    find: vscode.l10n.t("Find a column"),
    shown: vscode.l10n.t("Shown"),
    others: vscode.l10n.t("Others"),
    show: vscode.l10n.t("Show {0}"),
    hide: vscode.l10n.t("Hide {0}"),
    moveUp: vscode.l10n.t("Move {0} up"),
    moveDown: vscode.l10n.t("Move {0} down"),
  };
}

function choice(): TableTexts["choice"] {
  return {
    find: vscode.l10n.t("Find"),
    findPeople: vscode.l10n.t("Find people"),
    typeMore: vscode.l10n.t("Type at least {0} letters of a name"),
    searching: vscode.l10n.t("Searching…"),
    loading: vscode.l10n.t("Reading…"),
    nothingFound: vscode.l10n.t("Nothing to choose from."),
    isNow: vscode.l10n.t("now"),
    apply: vscode.l10n.t("Apply"),
    several: vscode.l10n.t("{0} chosen"),
  };
}

function bulk(): TableTexts["bulk"] {
  return {
    bar: vscode.l10n.t("Change the selected artifacts"),
    selectedOne: vscode.l10n.t("1 selected"),
    selectedMany: vscode.l10n.t("{0} selected"),
    clear: vscode.l10n.t("Clear Selection"),
    ways: { set: vscode.l10n.t("Set"), add: vscode.l10n.t("Add to"), remove: vscode.l10n.t("Remove from") },
    way: vscode.l10n.t("What to do"),
    between: { set: vscode.l10n.t("to"), add: ":", remove: ":" },
    field: vscode.l10n.t("Field"),
    chooseField: vscode.l10n.t("Choose a field"),
    value: vscode.l10n.t("Value"),
    chooseValue: vscode.l10n.t("Choose a value"),
    dayFormat: vscode.l10n.t("YYYY-MM-DD"),
    timeFormat: vscode.l10n.t("YYYY-MM-DD HH:MM"),
    previewing: vscode.l10n.t("Looking at {0} of {1}"),
    running: vscode.l10n.t("Changing {0} of {1}"),
    undoing: vscode.l10n.t("Changing back {0} of {1}"),
    cancel: vscode.l10n.t("Cancel"),
    changeOne: vscode.l10n.t("Change 1"),
    changeMany: vscode.l10n.t("Change {0}"),
    changeNone: vscode.l10n.t("Nothing to Change"),
    undo: vscode.l10n.t("Undo"),
    close: vscode.l10n.t("Close"),
    more: vscode.l10n.t("Show {0} more"),
    becomes: vscode.l10n.t("becomes"),
    kinds: {
      change: vscode.l10n.t("will be changed"),
      alreadySo: vscode.l10n.t("is so already"),
      leftOut: vscode.l10n.t("left out"),
      done: vscode.l10n.t("changed"),
      conflict: vscode.l10n.t("conflict"),
      refused: vscode.l10n.t("refused"),
      failed: vscode.l10n.t("failed"),
      notTried: vscode.l10n.t("not tried"),
    },
  };
}

function actions(): TableTexts["actions"] {
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

export function tableTexts(): TableTexts {
  return {
    language: vscode.env.language,
    heading: heading(),
    reading: reading(),
    row: row(),
    load: load(),
    columns: columns(),
    choice: choice(),
    bulk: bulk(),
    actions: actions(),
    dismiss: vscode.l10n.t("Dismiss"),
  };
}
