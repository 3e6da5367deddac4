// Two people who move the same card at the same time, with faults of the server.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import * as vscode from "vscode";
import { type Client, createClient } from "../../src/api/client.ts";
import { defaultRetryPolicy } from "../../src/api/network/retry.ts";
import { Board } from "../../src/features/table/board.ts";
import { MilestoneBoard } from "../../src/features/table/milestoneBoard.ts";
import { TableSession } from "../../src/features/table/tableSession.ts";
import { createTriageFeature } from "../../src/features/triage/feature.ts";
import { getValueKey } from "../../src/model/board.ts";
import type { Site } from "../../src/model/site.ts";
import type { LabeledId } from "../../src/model/valueTypes.ts";
import type { Services } from "../../src/services.ts";
import { Catalog } from "../../src/store/catalog.ts";
import { ArtifactLoader } from "../../src/store/triage/artifactLoader.ts";
import { listField, stringField } from "../simulator/demo/fieldDefinition.ts";
import type { Fault } from "../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { SimulatedAccount } from "../simulator/state/user.ts";
import type { TrackerHandle } from "../simulator/trackerAdministration.ts";
import { FixedConnections } from "../support/fixtures/concurrentUsers/concurrencySetup.ts";
import { PausableTask } from "../support/fixtures/concurrentUsers/pausableTask.ts";
import { PausableTasks } from "../support/fixtures/concurrentUsers/pausableTasks.ts";
import { createBoard, type OpenBoard } from "../support/fixtures/openBoard.ts";
import { assertEventually } from "../support/wait.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";

const minute = 60_000;
const labels = ["New", "Started", "Tested", "Shipped"];
/** Requests of a move without conflicts: load, write, compare what was stored, reload the card. */
const requestsPerMove = 4;

/** Whose code runs. */
const currentPerson = new AsyncLocalStorage<Person>();

class Person {
  readonly account: SimulatedAccount;
  readonly messages: string[] = [];
  /** Pressed in messages that have it. */
  buttonToPress = "";
  /** The request that fails, by its number in a move. */
  fault: { readonly at: number; readonly fault: Fault } | undefined;
  readonly #server: Simulator;
  readonly #client: Client;
  readonly #openBoard: OpenBoard;
  #requestCount = 0;
  #doneCount = 0;

  constructor(
    server: Simulator,
    account: SimulatedAccount,
    tracker: TrackerHandle,
    { fieldName, kanbanId }: { readonly fieldName: string; readonly kanbanId: number | undefined },
  ) {
    this.#server = server;
    this.account = account;
    const store = createTestStore([{ url: server.url }]);
    const site: Site = store.sites.list()[0] ?? assert.fail("no site");
    this.#client = createClient({
      api: site.api,
      credential: { kind: "accessKey", key: account.accessKey },
      caFile: undefined,
      observe: () => undefined,
      retry: { ...defaultRetryPolicy, wait: () => Promise.resolve() },
    });
    const client = this.#pauseRequests(this.#client);
    const connection = { site, account: { id: String(account.id), name: account.realName }, client };
    const catalog = new Catalog(new FixedConnections(connection));
    const clock = {
      now: () => server.clock.now(),
      pause: (milliseconds: number) => Promise.resolve(server.clock.advance(milliseconds)),
    };
    const loader = new ArtifactLoader({ site, catalog, clock });
    const services = {
      ...store,
      catalog,
      errorHandler: { runInBackground: (_: string, action: () => unknown) => void action() },
      savedChanges: () => Promise.resolve({ loadAll: () => Promise.resolve([]) }),
      commands: { execute: () => Promise.resolve() },
      features: {
        form: {
          getForms: () => Promise.resolve({ getDraft: () => undefined }),
          openWithEdit: () => Promise.resolve(void this.messages.push("The form is opened.")),
        },
      },
    } as unknown as Services;
    const { moveCard } = createTriageFeature(services);
    this.#openBoard = createBoard(
      { Board, MilestoneBoard, TableSession },
      { sites: store.sites, catalog },
      {
        siteUrl: server.url,
        source:
          kanbanId === undefined
            ? tracker.id
            : { kind: "kanban", siteApi: site.api, kanbanId, trackerId: tracker.id },
        layout: { columnFieldId: tracker.fieldId(fieldName) },
        moveCard: (target, field, edit, handlers) =>
          moveCard(target, field, edit, {
            ...handlers,
            onDone: (undo) => {
              this.#doneCount += 1;
              handlers.onDone(undo);
            },
          }),
        context: { loaderFor: () => loader },
      },
    );
  }

  async load(): Promise<void> {
    await this.#openBoard.load();
    await this.#openBoard.whenIdle();
  }

  /** The board shows the current state of the card, as after a refresh. */
  async refresh(id: number): Promise<void> {
    this.messages.length = 0;
    this.buttonToPress = "";
    this.fault = undefined;
    await this.#openBoard.session.refreshRows([id]);
    this.#requestCount = 0;
    this.#doneCount = 0;
  }

  /** Since the last refresh. */
  get requestCount(): number {
    return this.#requestCount;
  }

  /** Moves that were reported as done since the last refresh. */
  get doneCount(): number {
    return this.#doneCount;
  }

  move(id: number, value: LabeledId): Promise<void> {
    return currentPerson.run(this, () => this.#openBoard.board.move([id], value));
  }

  undo(): Promise<void> {
    return currentPerson.run(this, () => this.#openBoard.board.undo());
  }

  async close(): Promise<void> {
    this.#openBoard.session.close();
    await this.#client.close();
  }

  #pauseRequests(client: Client): Client {
    const pause = async <T>(request: () => Promise<T>): Promise<T> => {
      await PausableTask.pause();
      const { fault } = this;
      if (fault?.at === this.#requestCount) {
        this.#server.faults.add({ path: /artifacts/, fault: fault.fault });
      }
      this.#requestCount += 1;
      try {
        return await PausableTask.trackRequest(request);
      } finally {
        this.#server.faults.clear();
      }
    };
    const { artifact, artifactWithStructure, artifactsById, updateArtifact, checkUpdateOutcome, changesets } =
      client;
    return {
      ...client,
      artifact: (...args) => pause(() => artifact(...args)),
      artifactWithStructure: (...args) => pause(() => artifactWithStructure(...args)),
      artifactsById: (...args) => pause(() => artifactsById(...args)),
      changesets: (...args) => pause(() => changesets(...args)),
      updateArtifact: (...args) => pause(() => updateArtifact(...args)),
      checkUpdateOutcome: (...args) => pause(() => checkUpdateOutcome(...args)),
    };
  }
}

/** All orders of the requests of two moves: `true` for one of the first person. */
function listOrders(first: number, second: number): readonly (readonly boolean[])[] {
  if (first === 0 && second === 0) return [[]];
  return [
    ...(first > 0 ? listOrders(first - 1, second).map((order) => [true, ...order]) : []),
    ...(second > 0 ? listOrders(first, second - 1).map((order) => [false, ...order]) : []),
  ];
}

const orders = listOrders(requestsPerMove, requestsPerMove);

const faults: readonly Fault[] = [
  { kind: "drop", when: "before" },
  { kind: "drop", when: "after" },
  { kind: "status", status: 503 },
];

function runTests(
  dialect: Dialect,
  fieldName: "status" | "kind",
  boardKind: "board" | "kanban" = "board",
): void {
  describe(`two people who move a card of a ${boardKind} by its ${fieldName}, on the ${dialect} dialect`, () => {
    let server: Simulator;
    let tracker: TrackerHandle;
    let people: readonly [Person, Person];
    let id: number;
    let restoreMessages: () => void;

    before(async () => {
      server = await startSimulator({ dialect });
      tracker = server.addTracker({
        projectId: 102,
        label: "Lamps",
        fields: [
          stringField("title", "Title", { generateValue: () => ({ kind: "string", text: "Pier lamp" }) }),
          listField(
            "sb",
            "status",
            "Status",
            labels.map((label) => ({ label })),
            { required: true },
          ),
          listField(
            "sb",
            "kind",
            "Kind",
            labels.map((label) => ({ label })),
            { required: true },
          ),
        ],
        semantics: { title: "title", status: { field: "status", open: labels } },
        artifacts: 3,
      });
      id = tracker.artifactIds[1] ?? assert.fail("no artifact");
      server.clock.advance(minute);
      const { admin, member } = server.accounts;
      const kanbanId = boardKind === "kanban" ? server.addKanban(tracker.id, "Lamps") : undefined;
      people = [
        new Person(server, admin, tracker, { fieldName, kanbanId }),
        new Person(server, member, tracker, { fieldName, kanbanId }),
      ];
      for (const person of people) await person.load();
      const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
      const showMessage = (text: string, ...buttons: readonly unknown[]): Promise<unknown> => {
        const person = currentPerson.getStore() ?? assert.fail(text);
        person.messages.push(text);
        return Promise.resolve(buttons.find((button) => button === person.buttonToPress));
      };
      Object.assign(vscode.window, {
        showInformationMessage: showMessage,
        showWarningMessage: showMessage,
        showErrorMessage: showMessage,
      });
      restoreMessages = () =>
        Object.assign(vscode.window, { showInformationMessage, showWarningMessage, showErrorMessage });
    });
    after(async () => {
      restoreMessages();
      for (const person of people) await person.close();
      await server.close();
    });

    function getValue(label: string): LabeledId {
      return { id: tracker.choiceId(fieldName, label), label };
    }

    async function fetchLabel(): Promise<string> {
      const { accessKey } = server.accounts.admin;
      const client = createClient({
        api: `${server.url}/api`,
        credential: { kind: "accessKey", key: accessKey },
        caFile: undefined,
        observe: () => undefined,
      });
      try {
        const key = getValueKey(await client.artifact(id), tracker.fieldId(fieldName));
        return labels.find((label) => String(getValue(label).id) === key) ?? key;
      } finally {
        await client.close();
      }
    }

    function writeLabel(label: string): void {
      const values = [{ field_id: tracker.fieldId(fieldName), bind_value_ids: [Number(getValue(label).id)] }];
      server.updateArtifact(id, { values, by: server.accounts.admin });
    }

    /** At a time that no other change has. */
    function setLabel(label: string): void {
      server.clock.advance(minute);
      writeLabel(label);
      server.clock.advance(minute);
    }

    /** Everyone sees the card in the first column. */
    async function reset(): Promise<void> {
      if ((await fetchLabel()) !== "New") setLabel("New");
      for (const person of people) await person.refresh(id);
    }

    function countWrites({ account }: Person, before: number): number {
      const writes = server.getChangesets(id).slice(before);
      return writes.filter(({ submittedBy }) => submittedBy === account.id).length;
    }

    async function moveInOrder(order: readonly boolean[]): Promise<void> {
      const [first, second] = people;
      const tasks = new PausableTasks();
      const [one, other] = [
        await tasks.start("first", () => first.move(id, getValue("Started"))),
        await tasks.start("second", () => second.move(id, getValue("Tested"))),
      ];
      for (const isFirst of order) await tasks.resume(isFirst ? one : other, 1);
      await tasks.finish();
    }

    /** Both move the card, which both see in the first column. */
    async function check(order: readonly boolean[], fault?: Person["fault"]): Promise<void> {
      const [first, second] = people;
      await reset();
      const before = server.getChangesets(id).length;
      first.fault = fault;
      await moveInOrder(order);
      const writes = people.map((person) => countWrites(person, before));
      const context = JSON.stringify({
        order,
        fault,
        writes,
        done: people.map(({ doneCount }) => doneCount),
        messages: people.map(({ messages }) => messages),
      });
      // Nobody has seen the other one's move, so only one can be saved.
      assert.ok(writes.reduce((sum, count) => sum + count, 0) <= 1, context);
      const saved = ["Started", "Tested"].find((_, index) => writes[index] === 1) ?? "New";
      assert.equal(await fetchLabel(), saved, context);
      for (const [index, person] of people.entries()) {
        // A move that isn't reported as done is reported in a message.
        if (person.doneCount === 0) assert.ok(person.messages.length > 0, context);
        else assert.deepEqual([person.doneCount, writes[index]], [1, 1], context);
      }
      if (fault === undefined) assert.equal(first.doneCount + second.doneCount, 1, context);
    }

    it(`saves one of two moves, and reports the other one, in ${orders.length} orders of their requests`, async function () {
      this.timeout(120_000);
      await reset();
      await people[0].move(id, getValue("Started"));
      assert.equal(people[0].requestCount, requestsPerMove);
      for (const order of orders) await check(order);
    });

    it("neither loses, doubles nor overwrites a move if requests fail", async function () {
      this.timeout(240_000);
      for (let at = 0; at < requestsPerMove; at += 1) {
        for (const [index, fault] of faults.entries()) {
          // Other orders for each fault, so that all are tested with some.
          const sample = orders.filter((_, number) => number % 7 === (at + index) % 7);
          for (const order of sample) await check(order, { at, fault });
        }
      }
    });

    it("doesn't move a card that was moved after the board was loaded, unless the user insists", async () => {
      const [first] = people;
      await reset();
      await first.load();
      setLabel("Shipped");
      await first.move(id, getValue("Started"));
      assert.deepEqual([await fetchLabel(), first.doneCount], ["Shipped", 0]);
      assert.match(first.messages.join(), /was changed by someone else, so it wasn't moved/);
      first.buttonToPress = "Move Anyway";
      setLabel("New");
      await first.load();
      setLabel("Tested");
      await first.move(id, getValue("Started"));
      await assertEventually(async () => assert.equal(await fetchLabel(), "Started"));
      await assertEventually(() => Promise.resolve(assert.equal(first.doneCount, 1)));
    });

    it("doesn't move a card that was moved in the second in which the board was loaded", async () => {
      const [first] = people;
      await reset();
      setLabel("Started");
      writeLabel("New");
      await first.load();
      writeLabel("Shipped");
      await first.move(id, getValue("Tested"));
      assert.deepEqual([await fetchLabel(), first.doneCount], ["Shipped", 0]);
    });

    it("undoes moves in the reverse order, and not over a later change of others", async () => {
      const [first, second] = people;
      await reset();
      await first.move(id, getValue("Started"));
      server.clock.advance(minute);
      await first.move(id, getValue("Tested"));
      server.clock.advance(minute);
      await first.undo();
      assert.equal(await fetchLabel(), "Started");
      server.clock.advance(minute);
      await second.refresh(id);
      await second.move(id, getValue("Shipped"));
      assert.equal(second.doneCount, 1);
      server.clock.advance(minute);
      await first.undo();
      assert.equal(await fetchLabel(), "Shipped");
    });
  });
}

runTests("product", "status");
runTests("product", "status", "kanban");
runTests("product", "kind");
runTests("documented", "status");
runTests("documented", "kind");
