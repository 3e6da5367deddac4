import assert from "node:assert/strict";
import fc from "fast-check";
import { createRpc, type Message } from "../../../src/protocol/rpc.ts";
import { checkMessage } from "../../../src/protocol/schemas.ts";
import { checkTableMessage } from "../../../src/protocol/tableSchemas.ts";
import { inShortOrFull, note, seed } from "../support/plan.ts";

const runs = inShortOrFull(3_000, 30_000);

/** What a page of ours says, to be made wrong. */
const formCalls: readonly (readonly [method: string, params: unknown])[] = [
  ["ready", null],
  ["edit", { number: 1, edit: { target: 1, input: { kind: "line", text: "x" }, step: "begin" } }],
  [
    "edit",
    {
      number: 2,
      edit: { target: "comment", input: { kind: "text", source: "x", format: "html" }, step: "join" },
    },
  ],
  ["choose", { fieldId: 1, choice: "mine" }],
  ["act", { noticeId: "n", actionId: "a" }],
  ["findPeople", { query: "nowak" }],
  ["describeArtifacts", { ids: [1, 2, 3] }],
  ["image", { address: "/x.png" }],
  ["openArtifact", { artifactId: 12 }],
  ["openCommit", { repository: "r", hash: "h" }],
  ["attachment", { fileId: 3, action: "open" }],
  ["attachUris", { fieldId: 4, uris: ["file:///a"] }],
  ["beginFile", { name: "a.png", type: "image/png", size: 3 }],
  ["filePiece", { key: 1, data: "AAAA" }],
  ["attachSent", { fieldId: 4, keys: [1] }],
  ["openAddress", { address: "https://a.example" }],
];

const tableCalls: readonly (readonly [method: string, params: unknown])[] = [
  ["layout", { shown: ["id"], sort: { by: "id", direction: "ascending" }, widths: { id: 5 } }],
  ["values", { ids: [1], keys: ["field:12"] }],
  ["act", { ids: [1], action: "delete", order: [1] }],
  ["set", { id: 1, role: "status", values: [{ id: 3, label: "x" }] }],
  ["preview", { ids: [1], field: "comment", value: { kind: "written", text: "x" } }],
  ["exportCsv", { ids: [1], keys: ["id"] }],
];

/** Everything that can stand where something else is meant. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    -0.5,
    2 ** 53,
    "__proto__",
    "constructor",
    "x".repeat(2_000_001),
    Array.from({ length: 20_001 }, () => 1),
    { toString: () => "1" },
    JSON.parse('{"__proto__":{"polluted":1}}'),
    10n,
    Symbol("x"),
    () => 1,
    new Map([["a", 1]]),
    new Date(Number.NaN),
  ),
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
);

/** All places of a value, the value itself included. */
function places(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => places(inner, [...path, name]))];
}

function replaced(value: unknown, path: readonly string[], by: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((each, at) => (String(at) === name ? replaced(each, rest, by) : each));
  }
  return { ...(value as object), [name]: replaced((value as Record<string, unknown>)[name], rest, by) };
}

/** A call with one thing in it that is something else. */
function spoilt(calls: readonly (readonly [method: string, params: unknown])[]): fc.Arbitrary<unknown> {
  return fc
    .record({ call: fc.constantFrom(...calls), id: fc.nat(), at: fc.nat(), by: wrong })
    .map(({ call: [method, params], id, at, by }) => {
      const message = { kind: "call", id, method, params };
      const all = places(message);
      return replaced(message, all[at % all.length] ?? [], by);
    });
}

describe("a hostile page", function () {
  const options = { numRuns: runs, seed };

  for (const [name, check, calls] of [
    ["form", checkMessage, formCalls],
    ["table", checkTableMessage, tableCalls],
  ] as const) {
    it(`of a ${name} is heard only where what it says has the right form, and breaks nothing`, () => {
      let refused = 0;
      fc.assert(
        fc.property(spoilt(calls), (posted) => {
          const heard = check(posted);
          if (heard === undefined) refused += 1;
          // What gets through is plain data of the size that is allowed.
          else assert.ok(JSON.stringify(structuredClone(heard)).length < 3_000_000);
          assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
        }),
        options,
      );
      note("messages", runs);
      assert.ok(refused > runs / 2, `${refused} of ${runs} were refused`);
    });
  }

  it("gets one answer to each call, whatever comes in whatever order, and none to what is no call", async () => {
    const posted: Message[] = [];
    const ours = {
      echo: (text: string): string => text,
      fail: (): never => {
        throw new Error("a secret detail");
      },
      late: async (text: string): Promise<string> => {
        await Promise.resolve();
        return text;
      },
    };
    const rpc = createRpc<typeof ours, { readonly draw: (params: null) => void }>({
      post: (message) => posted.push(message),
      ours,
      explain: () => "It went wrong.",
    });
    const id = fc.nat({ max: 5 });
    const anyMessage: fc.Arbitrary<Message> = fc.oneof(
      fc.record({
        kind: fc.constant("call" as const),
        id,
        method: fc.constantFrom(
          "echo",
          "fail",
          "late",
          "toString",
          "__proto__",
          "constructor",
          "hasOwnProperty",
          "",
        ),
        params: fc.string(),
      }),
      fc.record({ kind: fc.constant("answer" as const), id, result: fc.anything() }),
      fc.record({ kind: fc.constant("error" as const), id, text: fc.string() }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMessage, { maxLength: 30 }),
        fc.boolean(),
        async (messages, isAbandoned) => {
          posted.length = 0;
          const drawing = rpc.call("draw", null).catch(() => undefined);
          await Promise.all(messages.map((message) => rpc.receive(message)));
          if (isAbandoned) rpc.abandon();
          const calls = messages.filter((message) => message.kind === "call");
          const answers = posted.filter(({ kind }) => kind !== "call");
          assert.equal(answers.length, calls.length);
          for (const call of calls) {
            const isOurs = Object.hasOwn(ours, call.method) && call.method !== "fail";
            assert.ok(
              answers.some((answer) => answer.id === call.id && (answer.kind === "answer") === isOurs),
            );
          }
          assert.ok(!JSON.stringify(posted).includes("secret"));
          rpc.abandon();
          await drawing;
        },
      ),
      { numRuns: runs / 10, seed },
    );
    note("messages", runs / 10);
  });
});
