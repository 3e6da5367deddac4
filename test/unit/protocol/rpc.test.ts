import assert from "node:assert/strict";
import { CallFailed, createRpc, type Message, type Rpc } from "../../../src/protocol/rpc.ts";

interface Here {
  add: (params: { readonly a: number; readonly b: number }) => number;
  later: (params: string) => Promise<string>;
  fail: (params: null) => never;
}

interface There {
  greet: (params: string) => string;
}

/** Two ends that hear each other, and everything that was said. */
function ends(): { here: Rpc<There>; there: Rpc<Here>; said: Message[] } {
  const said: Message[] = [];
  const explain = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : "?");
  const here: Rpc<There> = createRpc<Here, There>({
    post: (message) => {
      said.push(message);
      void there.receive(structuredClone(message));
    },
    ours: {
      add: ({ a, b }) => a + b,
      later: (text) => Promise.resolve(`${text}!`),
      fail: () => {
        throw new Error("in words");
      },
    },
    explain,
  });
  const there: Rpc<Here> = createRpc<There, Here>({
    post: (message) => {
      said.push(message);
      void here.receive(structuredClone(message));
    },
    ours: { greet: (name) => `Hello ${name}` },
    explain,
  });
  return { here, there, said };
}

describe("calls between two ends", () => {
  it("are answered, in both directions, however many there are at once", async () => {
    const { here, there } = ends();
    const answers = await Promise.all([
      there.call("later", "one"),
      there.call("add", { a: 1, b: 2 }),
      here.call("greet", "you"),
      there.call("later", "two"),
    ]);
    assert.deepEqual(answers, ["one!", 3, "Hello you", "two!"]);
  });

  it("that fail are told in the words of the other end", async () => {
    const { there } = ends();
    await assert.rejects(there.call("fail", null), (error) => {
      assert.ok(error instanceof CallFailed);
      assert.deepEqual([error.kind, error.message], ["callFailed", "in words"]);
      return true;
    });
  });

  it("reach only what is offered, whatever objects have besides", async () => {
    const { there } = ends();
    const call = there.call as (method: string, params: unknown) => Promise<unknown>;
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

  it("are answered with an error where the answer can't be posted", async () => {
    const posted: Message[] = [];
    const rpc = createRpc<{ odd: (params: null) => unknown }, There>({
      post: (message) => {
        structuredClone(message);
        posted.push(message);
      },
      ours: { odd: () => () => "a function" },
      explain: () => "odd",
    });
    await rpc.receive({ kind: "call", id: 1, method: "odd", params: null });
    assert.deepEqual(posted, [{ kind: "error", id: 1, text: "odd" }]);
  });

  it("are not disturbed by answers that nobody waits for", async () => {
    const { here, there } = ends();
    const calling = there.call("later", "one");
    await here.receive({ kind: "answer", id: 99, result: 1 });
    await there.receive({ kind: "error", id: 99, text: "no" });
    assert.equal(await calling, "one!");
    await there.receive({ kind: "answer", id: 1, result: "again" });
  });

  it("take no late answer to an end that was there before for their own", async () => {
    const posted: Message[] = [];
    const open = (): Rpc<There> =>
      createRpc<object, There>({ post: (message) => posted.push(message), ours: {}, explain: String });
    const before = open();
    const calledBefore = before.call("greet", "one");
    const after = open();
    const calledAfter = after.call("greet", "two");
    const [first, second] = posted;
    assert.ok(first !== undefined && second !== undefined);
    await after.receive({ kind: "answer", id: first.id, result: "Hello one" });
    await after.receive({ kind: "answer", id: second.id, result: "Hello two" });
    assert.equal(await calledAfter, "Hello two");
    before.abandon();
    await calledBefore;
  });

  it("end without an answer when the other end is gone", async () => {
    const rpc = createRpc<object, There>({ post: () => undefined, ours: {}, explain: String });
    const calling = rpc.call("greet", "one");
    rpc.abandon();
    assert.equal(await calling, undefined);
  });
});
