import assert from "node:assert/strict";
import fc from "fast-check";
import type { Edit } from "../../../src/model/form/draft.ts";
import type { HostMethods } from "../../../src/protocol/page.ts";
import { checkMessage } from "../../../src/protocol/schemas.ts";
import { anyInput } from "../../support/fixtures/arbitraryInputs.ts";

type Calls = { readonly [K in keyof HostMethods]: Parameters<HostMethods[K]>[0] };

const edit: Edit = { target: 7, input: { kind: "line", text: "x" }, step: "join" };

/** One call of each method: the compiler asks for every one. */
const calls: Calls = {
  ready: null,
  edit: { number: 3, edit },
  undo: null,
  redo: null,
  save: null,
  discard: null,
  refresh: null,
  openInBrowser: null,
  choose: { fieldId: 1, choice: "both" },
  compare: { fieldId: 1 },
  backToForm: null,
  overwrite: null,
  act: { noticeId: "theirs", actionId: "accept" },
  findPeople: { query: "mar" },
  findArtifacts: { query: "tide" },
  describeArtifacts: { ids: [1, 2] },
  history: { want: "older" },
  image: { address: "/plugins/x.png" },
  openText: { target: "comment" },
  openArtifact: { artifactId: 5 },
  openCommit: { repository: "file:///a", hash: "0123" },
  attachment: { fileId: 3, action: "saveAs" },
  downloadAll: null,
  attach: { fieldId: 4 },
  attachUris: { fieldId: 4, uris: ["file:///a"] },
  beginFile: { name: "a.png", type: "image/png", size: 3 },
  filePiece: { key: 1, data: "AAAA" },
  attachSent: { fieldId: 4, keys: [1] },
  dropSent: { keys: [1] },
  preview: { fileId: 3 },
  openAddress: { address: "https://a.example" },
};

function call(method: string, params: unknown, id: unknown = 1): unknown {
  return { kind: "call", id, method, params };
}

describe("what a page may say", () => {
  for (const [method, params] of Object.entries(calls)) {
    it(`is ${method}, as it is meant and no other way`, () => {
      const message = call(method, params);
      assert.deepEqual(checkMessage(message), message);
      // As VS Code hands it over: what is undefined is not there.
      const handed = JSON.parse(JSON.stringify(message)) as unknown;
      assert.deepEqual(JSON.parse(JSON.stringify(checkMessage(handed))), handed);
      const wrong = [
        call(method, undefined),
        call(method, { ...params, more: 1 }),
        call(method, [params]),
        call(method, "text"),
        call(method, params, -1),
        call(method, params, "1"),
        call(method, params, 1.5),
        { ...(message as object), more: 1 },
        ...Object.keys(params ?? {}).flatMap((key) => [
          call(method, { ...params, [key]: Symbol.iterator.toString }),
          call(method, { ...params, [key]: { toString: "x" } }),
          call(method, { ...params, [key]: Number.NaN }),
        ]),
      ];
      assert.deepEqual(
        wrong.filter((each) => checkMessage(each) !== undefined),
        [],
      );
    });
  }

  it("is an edit with any input that a field can have", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const message = structuredClone(call("edit", { number: 0, edit: { ...edit, input } }));
        assert.deepEqual(checkMessage(message), message);
      }),
    );
  });

  it("is no edit with an input that is none", () => {
    const inputs: readonly unknown[] = [
      { kind: "line" },
      { kind: "line", text: 5 },
      { kind: "line", text: "x", extra: true },
      { kind: "line", text: "x".repeat(2_000_001) },
      { kind: "text", source: "x", format: "rtf" },
      { kind: "choices", chosen: [{ id: {}, label: "x" }] },
      { kind: "choices", chosen: [{ id: 1.5, label: "x" }] },
      { kind: "choices", chosen: [{ id: "x".repeat(1001), label: "x" }] },
      { kind: "choices", chosen: Array.from({ length: 20_001 }, () => ({ id: 1, label: "x" })) },
      { kind: "links", forward: [{ artifactId: -1, type: "" }] },
      { kind: "computed", isAutomatic: "yes", text: "" },
      { kind: "steps", steps: [{ description: "x" }] },
      { kind: "files", ids: [1] },
      JSON.parse('{ "kind": "line", "text": "x", "__proto__": { "polluted": true } }'),
    ];
    const wrong = inputs.filter(
      (input) => checkMessage(call("edit", { number: 0, edit: { ...edit, input } })) !== undefined,
    );
    assert.deepEqual(wrong, []);
    for (const target of [-1, 1.5, "title", "__proto__", null, [1]]) {
      assert.equal(checkMessage(call("edit", { number: 0, edit: { ...edit, target } })), undefined);
    }
  });

  it("is no method that is not there", () => {
    for (const method of ["toString", "constructor", "__proto__", "valueOf", "evaluate", "", 5, null]) {
      assert.equal(checkMessage(call(method as string, null)), undefined);
    }
  });

  it("is no huge text, and no huge list", () => {
    const huge = "x".repeat(10_001);
    const messages = [
      call("findPeople", { query: huge }),
      call("image", { address: huge }),
      call("describeArtifacts", { ids: Array(20_001).fill(1) }),
      call("ready", { unheard: [] }),
      { kind: "error", id: 1, text: "x".repeat(2_000_001) },
    ];
    assert.deepEqual(
      messages.filter((each) => checkMessage(each) !== undefined),
      [],
    );
  });

  it("is a confirmation, of which only that it came is looked at, or an error", () => {
    assert.deepEqual(
      [
        checkMessage({ kind: "answer", id: 4, result: { evil: true } }),
        checkMessage({ kind: "answer", id: 4 }),
        checkMessage({ kind: "error", id: 4, text: "no" }),
        checkMessage({ kind: "error", id: 4, text: 5 }),
        checkMessage({ kind: "answer", id: "4" }),
      ],
      [
        { kind: "answer", id: 4, result: undefined },
        { kind: "answer", id: 4, result: undefined },
        { kind: "error", id: 4, text: "no" },
        undefined,
        undefined,
      ],
    );
  });

  it("is nothing else whatsoever, and nothing makes the check fail", () => {
    const anything = fc.anything({
      withNullPrototype: true,
      withBigInt: true,
      withDate: true,
      withMap: true,
    });
    fc.assert(
      fc.property(anything, (posted) => {
        assert.equal(checkMessage(posted), undefined);
      }),
      { numRuns: 1000 },
    );
    const method = fc.constantFrom(
      ...Object.keys(calls).filter((each) => calls[each as keyof Calls] !== null),
    );
    fc.assert(
      fc.property(method, anything, (name, params) => {
        assert.equal(checkMessage(call(name, params)), undefined);
      }),
      { numRuns: 1000 },
    );
  });
});
