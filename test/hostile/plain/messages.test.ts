import assert from "node:assert/strict";
import fc from "fast-check";
import { createRpc, type RpcMessage } from "../../../src/protocol/rpc.ts";
import { parseFormMessage } from "../../../src/protocol/formSchemas.ts";
import { parseTableMessage } from "../../../src/protocol/tableSchemas.ts";
import { pickByLength, recordFigure, seed } from "../support/runSettings.ts";

const runs = pickByLength(3_000, 30_000);

/** Valid calls, to be corrupted. */
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
  ["resolveConflict", { fieldId: 1, choice: "mine" }],
  ["runNoticeAction", { noticeId: "n", actionId: "a" }],
  ["findPeople", { query: "nowak" }],
  ["describeArtifacts", { ids: [1, 2, 3] }],
  ["loadImage", { address: "/x.png" }],
  ["openArtifact", { artifactId: 12 }],
  ["openCommit", { repository: "r", hash: "h" }],
  ["runAttachmentAction", { fileId: 3, action: "open" }],
  ["attachUris", { fieldId: 4, uris: ["file:///a"] }],
  ["beginFile", { name: "a.png", type: "image/png", size: 3 }],
  ["sendFileChunk", { key: 1, data: "AAAA" }],
  ["attachSentFiles", { fieldId: 4, keys: [1] }],
  ["openUrl", { address: "https://a.example" }],
];

const tableCalls: readonly (readonly [method: string, params: unknown])[] = [
  ["saveLayout", { shown: ["id"], sort: { by: "id", direction: "ascending" }, widths: { id: 5 } }],
  ["loadValues", { ids: [1], keys: ["field:12"] }],
  ["runRowAction", { ids: [1], action: "delete", order: [1] }],
  ["setCellValue", { id: 1, role: "status", values: [{ id: 3, label: "x" }] }],
  ["previewBulkEdit", { ids: [1], field: "comment", value: { kind: "written", text: "x" } }],
  ["exportCsv", { ids: [1], keys: ["id"] }],
];

/** Any value of a wrong type or size. */
const wrongValue = fc.oneof(
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

/** Paths of all members of a value, the value itself included. */
function listPaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => listPaths(inner, [...path, name]))];
}

function replaceAt(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === name ? replaceAt(item, rest, replacement) : item));
  }
  return {
    ...(value as object),
    [name]: replaceAt((value as Record<string, unknown>)[name], rest, replacement),
  };
}

/** A call with one wrong value. */
function corruptCalls(calls: readonly (readonly [method: string, params: unknown])[]): fc.Arbitrary<unknown> {
  return fc
    .record({ call: fc.constantFrom(...calls), id: fc.nat(), position: fc.nat(), replacement: wrongValue })
    .map(({ call: [method, params], id, position, replacement }) => {
      const message = { kind: "call", id, method, params };
      const paths = listPaths(message);
      return replaceAt(message, paths[position % paths.length] ?? [], replacement);
    });
}

describe("messages of a hostile page", function () {
  const options = { numRuns: runs, seed };

  for (const [name, parse, calls] of [
    ["form", parseFormMessage, formCalls],
    ["table", parseTableMessage, tableCalls],
  ] as const) {
    it(`of a ${name} are accepted only with valid parameters`, () => {
      let rejected = 0;
      fc.assert(
        fc.property(corruptCalls(calls), (posted) => {
          const message = parse(posted);
          if (message === undefined) rejected += 1;
          // Accepted messages are plain data of limited size.
          else assert.ok(JSON.stringify(structuredClone(message)).length < 3_000_000);
          assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
        }),
        options,
      );
      recordFigure("messages", runs);
      assert.ok(rejected > runs / 2, `${rejected} of ${runs} were rejected`);
    });
  }

  it("get one answer per call, in any order, and none for other messages", async () => {
    const posted: RpcMessage[] = [];
    const methods = {
      echo: (text: string): string => text,
      fail: (): never => {
        throw new Error("a secret detail");
      },
      late: async (text: string): Promise<string> => {
        await Promise.resolve();
        return text;
      },
    };
    const rpc = createRpc<typeof methods, { readonly draw: (params: null) => void }>({
      post: (message) => posted.push(message),
      methods,
      formatError: () => "It went wrong.",
    });
    const id = fc.nat({ max: 5 });
    const anyMessage: fc.Arbitrary<RpcMessage> = fc.oneof(
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
        async (messages, isCanceled) => {
          posted.length = 0;
          const pendingCall = rpc.call("draw", null).catch(() => undefined);
          await Promise.all(messages.map((message) => rpc.receive(message)));
          if (isCanceled) rpc.cancelPendingCalls();
          const calls = messages.filter((message) => message.kind === "call");
          const answers = posted.filter(({ kind }) => kind !== "call");
          assert.equal(answers.length, calls.length);
          for (const call of calls) {
            const isSuccess = Object.hasOwn(methods, call.method) && call.method !== "fail";
            assert.ok(
              answers.some((answer) => answer.id === call.id && (answer.kind === "answer") === isSuccess),
            );
          }
          assert.ok(!JSON.stringify(posted).includes("secret"));
          rpc.cancelPendingCalls();
          await pendingCall;
        },
      ),
      { numRuns: runs / 10, seed },
    );
    recordFigure("messages", runs / 10);
  });
});
