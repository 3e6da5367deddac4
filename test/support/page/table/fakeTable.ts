// The other end of a table's page, without VS Code: it has rows and values, answers when the test lets it, and writes
// down whatever it is asked for.
import type { PlacedRow } from "../../../../src/model/query/rows.ts";
import type { ColumnKey } from "../../../../src/protocol/columns.ts";
import { CallFailed, createRpc, type Message, type Rpc } from "../../../../src/protocol/rpc.ts";
import {
  type BulkField,
  type BulkLine,
  type BulkRequest,
  type BulkState,
  commentField,
  type Offer,
  type Offers,
  roleFields,
  type RowValues,
  type TableHeading,
  type TableHostMethods,
  type TablePageMethods,
  type TableState,
} from "../../../../src/protocol/table.ts";
import type { TableTexts } from "../../../../src/protocol/tableTexts.ts";
import { columns, layout, offer, people, type SampleValue, someValue, statusOffers } from "./samples.ts";

export interface FakeTableOptions {
  readonly rows: readonly PlacedRow[];
  readonly heading?: Partial<TableHeading>;
  readonly state?: Partial<TableState>;
  readonly value?: (id: number, key: ColumnKey) => SampleValue | undefined;
  readonly offers?: Partial<Record<"status" | "assignee", Offers>>;
  readonly people?: readonly Offer[];
  readonly seconds?: number;
  readonly bulkFields?: readonly BulkField[];
  readonly bulkOffers?: Offers;
  /** What the preview says of a request. */
  readonly preview?: (request: BulkRequest) => readonly BulkLine[];
}

const heading: TableHeading = {
  title: "Open bugs, mine",
  origin: ["Acme", "Payment gateway", "Bugs"],
  chips: [
    { id: "1", label: "Status is open" },
    { id: "2", label: "Assigned to me" },
  ],
  canFilter: true,
  canSave: false,
  openOnly: undefined,
};

const usualFields: readonly BulkField[] = [
  { key: roleFields.status, label: "Status", ways: ["set"] },
  { key: roleFields.assignee, label: "Assigned to", ways: ["set", "add", "remove"] },
  { key: "id 21", label: "Effort", ways: ["set"] },
  { key: commentField, label: "Comment", ways: ["set"] },
];

interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** Lets through what waits at it. */
export interface Gate {
  readonly open: () => void;
}

export class FakeTable {
  readonly calls: Call[] = [];
  readonly sets: Parameters<TableHostMethods["set"]>[0][] = [];
  rows: readonly PlacedRow[];
  state: TableState;
  /** Why nothing that is asked for gets done. */
  refusal: string | undefined;
  /** Values of fields that are asked for in this moment. */
  asking = 0;
  mostAsking = 0;
  reading = 0;
  /** A comment for many, as far as it is typed. */
  comment = "";
  readonly #options: FakeTableOptions;
  readonly #texts: TableTexts;
  readonly #rpc: Rpc<TablePageMethods>;
  readonly #gates = new Map<string, Promise<void>>();

  constructor(options: FakeTableOptions, texts: TableTexts, post: (message: Message) => void) {
    this.#options = options;
    this.#texts = texts;
    this.rows = options.rows;
    this.state = {
      heading: { ...heading, ...options.heading },
      columns,
      layout,
      reading: { kind: "read", at: new Date().toISOString(), rest: undefined },
      notes: [],
      ...options.state,
    };
    this.#rpc = createRpc<TableHostMethods, TablePageMethods>({
      post,
      ours: this.#methods(),
      explain: (thrown) => (thrown instanceof CallFailed ? thrown.message : String(thrown)),
    });
  }

  receive(message: Message): Promise<void> {
    return this.#rpc.receive(message);
  }

  asked(method: string): readonly unknown[] {
    return this.calls.filter((call) => call.method === method).map(({ params }) => params);
  }

  tell<K extends keyof TablePageMethods>(
    method: K,
    params: Parameters<TablePageMethods[K]>[0],
  ): Promise<unknown> {
    return this.#rpc.call(method, params);
  }

  bulk(state: BulkState): Promise<unknown> {
    return this.tell("bulk", state);
  }

  /** What asks for this has to wait until the gate is opened. */
  hold(method: string): Gate {
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

  /** Another reading, whole. */
  async read(rows: readonly PlacedRow[]): Promise<void> {
    this.rows = rows;
    this.reading += 1;
    const { reading } = this;
    await this.tell("rows", { reading, from: 0, rows });
    await this.tell("state", this.state);
  }

  async change(parts: Partial<TableState>): Promise<void> {
    this.state = { ...this.state, ...parts };
    await this.tell("state", this.state);
  }

  async #begin(): Promise<void> {
    await this.tell("texts", this.#texts);
    await this.tell("remember", { source: { query: "mine" } });
    await this.read(this.rows);
  }

  async #note(method: string, params: unknown): Promise<void> {
    this.calls.push({ method, params });
    await this.#gates.get(method);
    if (this.refusal !== undefined) throw new CallFailed(this.refusal);
  }

  #values(ids: readonly number[], keys: readonly ColumnKey[]): readonly RowValues[] {
    const { value = someValue } = this.#options;
    return ids.map((id) => {
      const known = keys.flatMap((key) => {
        const found = value(id, key);
        return found === undefined ? [] : [[key, found] as const];
      });
      return {
        id,
        texts: Object.fromEntries(known.map(([key, { text }]) => [key, text])),
        order: Object.fromEntries(
          known.flatMap(([key, { order }]) => (order === undefined ? [] : [[key, order]])),
        ),
        serverTimes: Object.fromEntries(
          known.flatMap(([key, { serverTime }]) => (serverTime === undefined ? [] : [[key, serverTime]])),
        ),
      };
    });
  }

  #lines({ ids, value }: BulkRequest): readonly BulkLine[] {
    const after = value.kind === "chosen" ? value.values.map(({ label }) => label).join(", ") : value.text;
    return ids.map((id) => {
      const { title = "", status = "" } = this.rows.find((row) => row.id === id) ?? {};
      return { id, title, kind: "change", before: status, after, text: "" };
    });
  }

  #methods(): TableHostMethods {
    const {
      offers = {},
      seconds = 42,
      bulkFields = usualFields,
      people: found = people.map(({ id, label }) => offer(id, label)),
      bulkOffers = { kind: "list", offers: statusOffers, takesMany: false },
      preview = (request) => this.#lines(request),
    } = this.#options;
    const note = (method: string) => (params: unknown) => this.#note(method, params);
    const heard = (method: string) => (params: unknown) => {
      this.calls.push({ method, params });
    };
    return {
      ready: () => {
        this.calls.push({ method: "ready", params: null });
        void this.#begin();
      },
      refresh: heard("refresh"),
      stopReading: heard("stopReading"),
      readOn: heard("readOn"),
      layout: heard("layout"),
      addFilter: note("addFilter"),
      editFilter: note("editFilter"),
      removeFilter: heard("removeFilter"),
      openOnly: heard("openOnly"),
      saveQuery: note("saveQuery"),
      act: note("act"),
      selection: heard("selection"),
      run: note("run"),
      undo: note("undo"),
      cancelBulk: heard("cancelBulk"),
      exportCsv: async (params) => {
        await this.#note("exportCsv", params);
        return this.#values(params.ids, params.keys);
      },
      values: async (params) => {
        this.asking += 1;
        this.mostAsking = Math.max(this.mostAsking, this.asking);
        try {
          await this.#note("values", params);
        } finally {
          this.asking -= 1;
        }
        return this.#values(params.ids, params.keys);
      },
      estimate: (params) => {
        this.calls.push({ method: "estimate", params });
        return { seconds };
      },
      offers: async (params) => {
        await this.#note("offers", params);
        return offers[params.role] ?? { kind: "list", offers: statusOffers, takesMany: false };
      },
      findPeople: async (params) => {
        await this.#note("findPeople", params);
        return found.filter(({ label }) => label.toLowerCase().includes(params.query.toLowerCase()));
      },
      set: async (params) => {
        this.sets.push(params);
        await this.#note("set", params);
      },
      bulkFields: async (params) => {
        await this.#note("bulkFields", params);
        return bulkFields;
      },
      bulkOffers: async (params) => {
        await this.#note("bulkOffers", params);
        return params.field === commentField
          ? { kind: "write", look: "text", begun: this.comment }
          : bulkOffers;
      },
      keepComment: async (params) => {
        await this.#note("keepComment", params);
        this.comment = params.text;
      },
      preview: async (params) => {
        await this.#note("preview", params);
        const lines = preview(params);
        const count = lines.filter(({ kind }) => kind === "change").length;
        await this.bulk({ kind: "preview", lines, count });
      },
    };
  }
}
