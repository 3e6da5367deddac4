import assert from "node:assert/strict";
import { RpcError, createRpc, type RpcMessage, type Rpc } from "../../../src/protocol/rpc.ts";

interface LocalMethods {
  add: (params: { readonly a: number; readonly b: number }) => number;
  later: (params: string) => Promise<string>;
  fail: (params: null) => never;
}

interface RemoteMethods {
  greet: (params: string) => string;
}

/** Two connected sides and all messages between them. */
function connect(): { local: Rpc<RemoteMethods>; remote: Rpc<LocalMethods>; messages: RpcMessage[] } {
  const messages: RpcMessage[] = [];
  const formatError = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : "?");
  const local: Rpc<RemoteMethods> = createRpc<LocalMethods, RemoteMethods>({
    post: (message) => {
      messages.push(message);
      void remote.receive(structuredClone(message));
    },
    methods: {
      add: ({ a, b }) => a + b,
      later: (text) => Promise.resolve(`${text}!`),
      fail: () => {
        throw new Error("in words");
      },
    },
    formatError,
  });
  const remote: Rpc<LocalMethods> = createRpc<RemoteMethods, LocalMethods>({
    post: (message) => {
      messages.push(message);
      void local.receive(structuredClone(message));
    },
    methods: { greet: (name) => `Hello ${name}` },
    formatError,
  });
  return { local, remote, messages };
}

describe("remote procedure calls", () => {
  it("are answered in both directions, however many there are at once", async () => {
    const { local, remote } = connect();
    const answers = await Promise.all([
      remote.call("later", "one"),
      remote.call("add", { a: 1, b: 2 }),
      local.call("greet", "you"),
      remote.call("later", "two"),
    ]);
    assert.deepEqual(answers, ["one!", 3, "Hello you", "two!"]);
  });

  it("that fail are rejected with the message of the other side", async () => {
    const { remote } = connect();
    await assert.rejects(remote.call("fail", null), (error) => {
      assert.ok(error instanceof RpcError);
      assert.deepEqual([error.kind, error.message], ["callFailed", "in words"]);
      return true;
    });
  });

  it("reach only own methods, not inherited ones", async () => {
    const { remote } = connect();
    const call = remote.call as (method: string, params: unknown) => Promise<unknown>;
    for (const method of [
      "nothing",
      "toString",
      "constructor",
      "__proto__",
      "hasOwnProperty",
      "valueOf",
      "",
    ]) {
      await assert.rejects(call(method, null), { message: `Unknown: ${method}` });
    }
  });

  it("are answered with an error if the answer can't be posted", async () => {
    const posted: RpcMessage[] = [];
    const rpc = createRpc<{ odd: (params: null) => unknown }, RemoteMethods>({
      post: (message) => {
        structuredClone(message);
        posted.push(message);
      },
      methods: { odd: () => () => "a function" },
      formatError: () => "odd",
    });
    await rpc.receive({ kind: "call", id: 1, method: "odd", params: null });
    assert.deepEqual(posted, [{ kind: "error", id: 1, text: "odd" }]);
  });

  it("ignore unexpected answers", async () => {
    const { local, remote } = connect();
    const calling = remote.call("later", "one");
    await local.receive({ kind: "answer", id: 99, result: 1 });
    await remote.receive({ kind: "error", id: 99, text: "no" });
    assert.equal(await calling, "one!");
    await remote.receive({ kind: "answer", id: 1, result: "again" });
  });

  it("ignore late answers to a previous page", async () => {
    const posted: RpcMessage[] = [];
    const open = (): Rpc<RemoteMethods> =>
      createRpc<object, RemoteMethods>({
        post: (message) => posted.push(message),
        methods: {},
        formatError: String,
      });
    const before = open();
    const calledBefore = before.call("greet", "one");
    const after = open();
    const calledAfter = after.call("greet", "two");
    const [first, second] = posted;
    assert.ok(first !== undefined && second !== undefined);
    await after.receive({ kind: "answer", id: first.id, result: "Hello one" });
    await after.receive({ kind: "answer", id: second.id, result: "Hello two" });
    assert.equal(await calledAfter, "Hello two");
    before.cancelPendingCalls();
    await calledBefore;
  });

  it("resolve without a result when the other side is gone", async () => {
    const rpc = createRpc<object, RemoteMethods>({ post: () => undefined, methods: {}, formatError: String });
    const calling = rpc.call("greet", "one");
    rpc.cancelPendingCalls();
    assert.equal(await calling, undefined);
  });
});
