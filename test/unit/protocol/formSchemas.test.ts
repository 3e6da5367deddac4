import assert from "node:assert/strict";
import fc from "fast-check";
import type { DraftEdit } from "../../../src/model/form/draft.ts";
import type { FormHostMethods } from "../../../src/protocol/formProtocol.ts";
import { parseFormMessage } from "../../../src/protocol/formSchemas.ts";
import { arbitraryInput } from "../../support/fixtures/arbitraryInputs.ts";

type Calls = { readonly [K in keyof FormHostMethods]: Parameters<FormHostMethods[K]>[0] };

const edit: DraftEdit = { target: 7, input: { kind: "line", text: "x" }, step: "join" };

/** One call of each method, as required by the type. */
const calls: Calls = {
  ready: null,
  edit: { number: 3, edit },
  undo: null,
  redo: null,
  save: null,
  sendComment: null,
  openHistoryEntry: { changesetId: 7 },
  discard: null,
  refresh: null,
  openInBrowser: null,
  resolveConflict: { fieldId: 1, choice: "both" },
  openDiff: { fieldId: 1 },
  backToForm: null,
  overwrite: null,
  runNoticeAction: { noticeId: "theirs", actionId: "accept" },
  findPeople: { query: "mar" },
  findArtifacts: { query: "tide" },
  describeArtifacts: { ids: [1, 2] },
  loadHistory: { entries: "older" },
  loadImage: { address: "/plugins/x.png" },
  openTextInEditor: { target: "comment" },
  openArtifact: { artifactId: 5 },
  openFileReference: { file: "file:///a/b.ts", line: 0 },
  openCommit: { repository: "file:///a", hash: "0123" },
  runAttachmentAction: { fileId: 3, action: "saveAs" },
  downloadAll: null,
  pickFilesToAttach: { fieldId: 4 },
  attachUris: { fieldId: 4, uris: ["file:///a"] },
  beginFile: { name: "a.png", type: "image/png", size: 3 },
  sendFileChunk: { key: 1, data: "AAAA" },
  attachSentFiles: { fieldId: 4, keys: [1] },
  discardSentFiles: { keys: [1] },
  removeNewFile: { fieldId: 4, key: "a" },
  loadPreview: { fileId: 3 },
  openUrl: { address: "https://a.example" },
};

function call(method: string, params: unknown, id: unknown = 1): unknown {
  return { kind: "call", id, method, params };
}

describe("parseFormMessage", () => {
  for (const [method, params] of Object.entries(calls)) {
    it(`accepts ${method} with valid parameters only`, () => {
      const message = call(method, params);
      assert.deepEqual(parseFormMessage(message), message);
      // VS Code drops undefined members from messages.
      const received = JSON.parse(JSON.stringify(message)) as unknown;
      assert.deepEqual(JSON.parse(JSON.stringify(parseFormMessage(received))), received);
      const invalid = [
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
        invalid.filter((each) => parseFormMessage(each) !== undefined),
        [],
      );
    });
  }

  it("accepts an edit with any input but files, because a page could name any file", () => {
    fc.assert(
      fc.property(arbitraryInput, (input) => {
        const message = structuredClone(call("edit", { number: 0, edit: { ...edit, input } }));
        assert.deepEqual(parseFormMessage(message), input.kind === "newFiles" ? undefined : message);
      }),
    );
  });

  it("rejects an edit with an invalid input", () => {
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
    const invalid = inputs.filter(
      (input) => parseFormMessage(call("edit", { number: 0, edit: { ...edit, input } })) !== undefined,
    );
    assert.deepEqual(invalid, []);
    for (const target of [-1, 1.5, "title", "__proto__", null, [1]]) {
      assert.equal(parseFormMessage(call("edit", { number: 0, edit: { ...edit, target } })), undefined);
    }
  });

  it("rejects unknown methods", () => {
    for (const method of ["toString", "constructor", "__proto__", "valueOf", "evaluate", "", 5, null]) {
      assert.equal(parseFormMessage(call(method as string, null)), undefined);
    }
  });

  it("rejects huge texts and lists", () => {
    const huge = "x".repeat(10_001);
    const messages = [
      call("findPeople", { query: huge }),
      call("loadImage", { address: huge }),
      call("describeArtifacts", { ids: Array(20_001).fill(1) }),
      call("ready", { pendingEdits: [] }),
      { kind: "error", id: 1, text: "x".repeat(2_000_001) },
    ];
    assert.deepEqual(
      messages.filter((each) => parseFormMessage(each) !== undefined),
      [],
    );
  });

  it("accepts an answer, whose result is ignored, or an error", () => {
    assert.deepEqual(
      [
        parseFormMessage({ kind: "answer", id: 4, result: { evil: true } }),
        parseFormMessage({ kind: "answer", id: 4 }),
        parseFormMessage({ kind: "error", id: 4, text: "no" }),
        parseFormMessage({ kind: "error", id: 4, text: 5 }),
        parseFormMessage({ kind: "answer", id: "4" }),
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

  it("rejects anything else and never throws", () => {
    const anything = fc.anything({
      withNullPrototype: true,
      withBigInt: true,
      withDate: true,
      withMap: true,
    });
    fc.assert(
      fc.property(anything, (posted) => {
        assert.equal(parseFormMessage(posted), undefined);
      }),
      { numRuns: 1000 },
    );
    const method = fc.constantFrom(
      ...Object.keys(calls).filter((each) => calls[each as keyof Calls] !== null),
    );
    fc.assert(
      fc.property(method, anything, (name, params) => {
        assert.equal(parseFormMessage(call(name, params)), undefined);
      }),
      { numRuns: 1000 },
    );
  });
});
