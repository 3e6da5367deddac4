// The host of the page of a table or board without VS Code: it has rows and values, records all calls, and can delay responses.
import type { RowWithTracker } from "../../../../src/model/query/sortAndGroup.ts";
import type { ColumnKey } from "../../../../src/protocol/columns.ts";
import { RpcError, createRpc, type RpcMessage, type Rpc } from "../../../../src/protocol/rpc.ts";
import {
  type BulkEditField,
  type BulkEditArtifact,
  type BulkEditRequest,
  type BulkEditState,
  commentFieldKey,
  type ValueChoice,
  type ValueChoices,
  roleFieldKeys,
  type RowValues,
  type TableHeading,
  type BoardHostMethods,
  type BoardPageMethods,
  type BoardState,
  type TableState,
} from "../../../../src/protocol/tableProtocol.ts";
import type { TableTexts } from "../../../../src/protocol/tableTexts.ts";
import {
  sampleColumns,
  sampleLayout,
  createOffer,
  sampleUsers,
  type SampleValue,
  getSampleValue,
  statusOffers,
} from "./samples.ts";

export interface FakeTableHostOptions {
  readonly rows: readonly RowWithTracker[];
  /** Undefined for a table. */
  readonly board?: BoardState;
  readonly heading?: Partial<TableHeading>;
  readonly state?: Partial<TableState>;
  readonly getValue?: (id: number, key: ColumnKey) => SampleValue | undefined;
  readonly offers?: Partial<Record<"status" | "assignee", ValueChoices>>;
  readonly users?: readonly ValueChoice[];
  readonly estimatedSeconds?: number;
  readonly bulkFields?: readonly BulkEditField[];
  readonly bulkOffers?: ValueChoices;
  /** Creates the lines of a preview. */
  readonly preview?: (request: BulkEditRequest) => readonly BulkEditArtifact[];
}

const defaultHeading: TableHeading = {
  title: "Open bugs, mine",
  breadcrumbs: ["Acme", "Payment gateway", "Bugs"],
  chips: [
    { id: "1", label: "Status is open" },
    { id: "2", label: "Assigned to me" },
  ],
  canEditConditions: true,
  canSave: false,
  openOnly: undefined,
};

const defaultBulkFields: readonly BulkEditField[] = [
  { key: roleFieldKeys.status, label: "Status", operations: ["set"] },
  { key: roleFieldKeys.assignee, label: "Assignee", operations: ["set", "add", "remove"] },
  { key: "id 21", label: "Effort", operations: ["set"] },
  { key: commentFieldKey, label: "Comment", operations: ["set"] },
];

interface RecordedCall {
  readonly method: string;
  readonly params: unknown;
}

/** Releases calls that are held. */
export interface CallGate {
  readonly open: () => void;
}

export class FakeTableHost {
  readonly calls: RecordedCall[] = [];
  readonly cellEdits: Parameters<BoardHostMethods["setCellValue"]>[0][] = [];
  rows: readonly RowWithTracker[];
  state: TableState;
  /** All recorded calls fail with this error. */
  errorText: string | undefined;
  /** Number of unanswered calls of loadValues. */
  pendingValueCalls = 0;
  maxPendingValueCalls = 0;
  loadNumber = 0;
  /** The comment draft for a bulk edit. */
  comment = "";
  readonly #options: FakeTableHostOptions;
  readonly #texts: TableTexts;
  readonly #rpc: Rpc<BoardPageMethods>;
  readonly #gates = new Map<string, Promise<void>>();

  constructor(options: FakeTableHostOptions, texts: TableTexts, post: (message: RpcMessage) => void) {
    this.#options = options;
    this.#texts = texts;
    this.rows = options.rows;
    this.state = {
      heading: { ...defaultHeading, ...options.heading },
      columns: sampleColumns,
      layout: sampleLayout,
      loadState: { kind: "loaded", loadedAt: new Date().toISOString(), notLoadedCount: undefined },
      statusColors: undefined,
      notes: [],
      ...options.state,
    };
    this.#rpc = createRpc<BoardHostMethods, BoardPageMethods>({
      post,
      methods: this.#methods(),
      formatError: (thrown) => (thrown instanceof RpcError ? thrown.message : String(thrown)),
    });
  }

  receive(message: RpcMessage): Promise<void> {
    return this.#rpc.receive(message);
  }

  getCalls(method: string): readonly unknown[] {
    return this.calls.filter((call) => call.method === method).map(({ params }) => params);
  }

  callPage<K extends keyof BoardPageMethods>(
    method: K,
    params: Parameters<BoardPageMethods[K]>[0],
  ): Promise<unknown> {
    return this.#rpc.call(method, params);
  }

  sendBulkState(state: BulkEditState): Promise<unknown> {
    return this.callPage("setBulkEditState", state);
  }

  /** Calls of the method wait until the gate is opened. */
  holdCalls(method: string): CallGate {
    let open = (): void => undefined;
    this.#gates.set(
      method,
      new Promise((resolve) => {
        open = () => {
          this.#gates.delete(method);
          resolve();
        };
      }),
    );
    return { open: () => open() };
  }

  /** Sends all rows of a new load. */
  async sendRows(rows: readonly RowWithTracker[]): Promise<void> {
    this.rows = rows;
    this.loadNumber += 1;
    await this.callPage("addRows", { loadId: this.loadNumber, offset: 0, rows });
    await this.callPage("setTableState", this.state);
  }

  async updateState(parts: Partial<TableState>): Promise<void> {
    this.state = { ...this.state, ...parts };
    await this.callPage("setTableState", this.state);
  }

  async #start(): Promise<void> {
    await this.callPage("setTexts", this.#texts);
    await this.callPage("saveState", { source: { query: "mine" } });
    const { board } = this.#options;
    if (board !== undefined) await this.callPage("setBoard", board);
    await this.sendRows(this.rows);
  }

  async #record(method: string, params: unknown): Promise<void> {
    this.calls.push({ method, params });
    await this.#gates.get(method);
    if (this.errorText !== undefined) throw new RpcError(this.errorText);
  }

  #values(ids: readonly number[], keys: readonly ColumnKey[]): readonly RowValues[] {
    const { getValue = getSampleValue } = this.#options;
    return ids.map((id) => {
      const values = keys.flatMap((key) => {
        const value = getValue(id, key);
        return value === undefined ? [] : [[key, value] as const];
      });
      return {
        id,
        texts: Object.fromEntries(values.map(([key, { text }]) => [key, text])),
        sortValues: Object.fromEntries(
          values.flatMap(([key, { order }]) => (order === undefined ? [] : [[key, order]])),
        ),
        serverTimes: Object.fromEntries(
          values.flatMap(([key, { serverTime }]) => (serverTime === undefined ? [] : [[key, serverTime]])),
        ),
      };
    });
  }

  #lines({ ids, value }: BulkEditRequest): readonly BulkEditArtifact[] {
    const after = value.kind === "chosen" ? value.values.map(({ label }) => label).join(", ") : value.text;
    return ids.map((id) => {
      const { title = "", status = "" } = this.rows.find((row) => row.id === id) ?? {};
      return { id, title, kind: "change", before: status, after, text: "" };
    });
  }

  #methods(): BoardHostMethods {
    const {
      offers = {},
      estimatedSeconds = 42,
      bulkFields = defaultBulkFields,
      users = sampleUsers.map(({ id, label }) => createOffer(id, label)),
      bulkOffers = { kind: "list", choices: statusOffers, allowsMultiple: false },
      preview = (request) => this.#lines(request),
    } = this.#options;
    const recordAsync = (method: string) => (params: unknown) => this.#record(method, params);
    const record = (method: string) => (params: unknown) => {
      this.calls.push({ method, params });
    };
    return {
      ready: () => {
        this.calls.push({ method: "ready", params: null });
        void this.#start();
      },
      refresh: record("refresh"),
      stopLoading: record("stopLoading"),
      loadMore: record("loadMore"),
      saveLayout: record("saveLayout"),
      addCondition: recordAsync("addCondition"),
      editCondition: recordAsync("editCondition"),
      removeCondition: record("removeCondition"),
      setOpenOnly: record("setOpenOnly"),
      saveQuery: recordAsync("saveQuery"),
      saveBoardLayout: recordAsync("saveBoardLayout"),
      moveCards: recordAsync("moveCards"),
      rankCards: recordAsync("rankCards"),
      undoMove: recordAsync("undoMove"),
      runRowAction: recordAsync("runRowAction"),
      setSelection: record("setSelection"),
      runBulkEdit: recordAsync("runBulkEdit"),
      undoBulkEdit: recordAsync("undoBulkEdit"),
      cancelBulkEdit: record("cancelBulkEdit"),
      exportCsv: async (params) => {
        await this.#record("exportCsv", params);
        return this.#values(params.ids, params.keys);
      },
      loadValues: async (params) => {
        this.pendingValueCalls += 1;
        this.maxPendingValueCalls = Math.max(this.maxPendingValueCalls, this.pendingValueCalls);
        try {
          await this.#record("loadValues", params);
        } finally {
          this.pendingValueCalls -= 1;
        }
        return this.#values(params.ids, params.keys);
      },
      estimateLoadTime: (params) => {
        this.calls.push({ method: "estimateLoadTime", params });
        return { seconds: estimatedSeconds };
      },
      listChoices: async (params) => {
        await this.#record("listChoices", params);
        return offers[params.role] ?? { kind: "list", choices: statusOffers, allowsMultiple: false };
      },
      findPeople: async (params) => {
        await this.#record("findPeople", params);
        return users.filter(({ label }) => label.toLowerCase().includes(params.query.toLowerCase()));
      },
      setCellValue: async (params) => {
        this.cellEdits.push(params);
        await this.#record("setCellValue", params);
      },
      listBulkFields: async (params) => {
        await this.#record("listBulkFields", params);
        return bulkFields;
      },
      listBulkChoices: async (params) => {
        await this.#record("listBulkChoices", params);
        return params.field === commentFieldKey
          ? { kind: "write", inputType: "text", draftText: this.comment }
          : bulkOffers;
      },
      saveCommentDraft: async (params) => {
        await this.#record("saveCommentDraft", params);
        this.comment = params.text;
      },
      previewBulkEdit: async (params) => {
        await this.#record("previewBulkEdit", params);
        const lines = preview(params);
        const count = lines.filter(({ kind }) => kind === "change").length;
        await this.sendBulkState({ kind: "preview", lines, count });
      },
    };
  }
}
