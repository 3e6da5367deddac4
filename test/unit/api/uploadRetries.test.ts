import assert from "node:assert/strict";
import fc from "fast-check";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import { RequestQueue } from "../../../src/api/network/requestQueue.ts";
import { uploadInChunks, type UploadTarget } from "../../../src/api/chunkedUpload.ts";
import type { ResumableUpload } from "../../../src/model/attachment.ts";
import { InvalidRequest, ServerError, TimedOut, Unreachable } from "../../../src/model/failure.ts";
import type { Fault, FaultRule } from "../../simulator/faults.ts";
import { createContent, chunkSize, sha256, createSource, UploadFixture } from "./uploadFixture.ts";

const request = { method: "PATCH", url: "/uploads/1" };

/** What can happen to a request: the number of bytes received, and the response. */
const interruptions = fc.oneof(
  fc.record({ receivedBytes: fc.nat(100), response: fc.constantFrom("closed", "timedOut", "trouble") }),
  fc.record({ receivedBytes: fc.constant(0), response: fc.constantFrom("locked", "conflict", "tooLarge") }),
  fc.record({ receivedBytes: fc.integer({ min: 1, max: 100 }), response: fc.constant("part") }),
);

function toFailure(response: string): Error | undefined {
  switch (response) {
    case "closed":
      return new Unreachable(request, "closed", undefined);
    case "timedOut":
      return new TimedOut(request, undefined);
    case "trouble":
      return new ServerError({ ...request, status: 503 });
    case "locked":
      return new InvalidRequest({ ...request, status: 423 });
    case "conflict":
      return new InvalidRequest({ ...request, status: 409 });
    case "tooLarge":
      return new InvalidRequest({ ...request, status: 413 });
    default:
      return undefined;
  }
}

const defaultOptions = { offset: undefined, ownBytes: 0, queue: new RequestQueue(1) };
/** Any number of attempts: delays would double until one is too long. */
const patientPolicy = {
  ...defaultRetryPolicy,
  attempts: 1000,
  maxWaitMs: Number.POSITIVE_INFINITY,
  wait: () => Promise.resolve(),
};

describe("uploadInChunks", () => {
  it("stores the same file for any chunk sizes and interruptions", async () => {
    const cases = fc.record({
      content: fc.uint8Array({ minLength: 1, maxLength: 300 }),
      largest: fc.integer({ min: 1, max: 80 }),
      smallest: fc.integer({ min: 1, max: 80 }),
      interruptionList: fc.array(interruptions, { maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ content, largest, smallest, interruptionList }) => {
        const stored: number[] = [];
        const remaining = [...interruptionList];
        const target: UploadTarget = {
          request,
          chunkSizes: { largest, smallest: Math.min(largest, smallest) },
          getOffset: () => Promise.resolve(stored.length),
          sendChunk: (offset, bytes) => {
            assert.equal(offset, stored.length);
            assert.ok(bytes.length <= largest);
            const { receivedBytes, response } = remaining.shift() ?? {
              receivedBytes: bytes.length,
              response: "all",
            };
            stored.push(...bytes.subarray(0, receivedBytes));
            const failure = toFailure(response);
            return failure === undefined ? Promise.resolve(stored.length) : Promise.reject(failure);
          },
        };
        const progress: number[] = [];
        const result = await uploadInChunks(target, createSource(content), {
          ...defaultOptions,
          size: content.length,
          policy: patientPolicy,
          onProgress: (bytes) => progress.push(bytes),
        });
        assert.equal(result, "complete");
        assert.deepEqual(Uint8Array.from(stored), content);
        assert.deepEqual(
          progress,
          [...new Set(progress)].toSorted((a, b) => a - b),
        );
        assert.equal(progress.at(-1), content.length);
      }),
    );
  });

  it("sends smaller chunks after failures, down to a limit", async () => {
    const sizes: number[] = [];
    const outcomes = ["timedOut", "timedOut", "tooLarge", "locked", "conflict", "closed"];
    let stored = 0;
    const target: UploadTarget = {
      request,
      chunkSizes: { largest: 80, smallest: 10 },
      getOffset: () => Promise.resolve(stored),
      sendChunk: (_offset, bytes) => {
        sizes.push(bytes.length);
        const failure = toFailure(outcomes.shift() ?? "");
        if (failure !== undefined) return Promise.reject(failure);
        stored += bytes.length;
        return Promise.resolve(stored);
      },
    };
    await uploadInChunks(target, createSource(createContent(25)), {
      ...defaultOptions,
      size: 25,
      policy: patientPolicy,
    });
    assert.deepEqual(sizes, [25, 13, 10, 10, 10, 10, 10, 10, 5]);
  });

  it("waits longer each time, and as long as the server requests", async () => {
    const delays: number[] = [];
    const wait = (milliseconds: number): Promise<void> => {
      delays.push(milliseconds);
      return Promise.resolve();
    };
    const policy = { ...defaultRetryPolicy, attempts: 6, random: () => 1, wait };
    const busy = new ServerError({ ...request, status: 503, retryAfterMs: 2500 });
    const target: UploadTarget = {
      request,
      chunkSizes: { largest: 80, smallest: 10 },
      getOffset: () => Promise.resolve(0),
      sendChunk: () => Promise.reject(delays.length === 3 ? busy : new TimedOut(request, undefined)),
    };
    const result = uploadInChunks(target, createSource(createContent(25)), {
      ...defaultOptions,
      size: 25,
      policy,
    });
    await assert.rejects(result, { kind: "timedOut" });
    assert.deepEqual(delays, [200, 400, 800, 2500, 3200]);
  });

  it("never appends to content of another upload", async () => {
    const cases = fc.record({
      content: fc.uint8Array({ minLength: 2, maxLength: 100 }),
      largest: fc.integer({ min: 1, max: 30 }),
      /** The number of chunks after which another upload writes to the slot. */
      foreignAfter: fc.nat(10),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ content, largest, foreignAfter }) => {
        const stored: (number | "foreign")[] = [];
        let count = 0;
        const target: UploadTarget = {
          request,
          chunkSizes: { largest, smallest: 1 },
          getOffset: () => Promise.resolve(stored.length),
          sendChunk: (offset, bytes) => {
            if (count === foreignAfter) stored.push("foreign");
            count += 1;
            if (offset !== stored.length) {
              return Promise.reject(new InvalidRequest({ ...request, status: 409 }));
            }
            stored.push(...bytes);
            return Promise.resolve(stored.length);
          },
        };
        const result = await uploadInChunks(target, createSource(content), {
          ...defaultOptions,
          size: content.length,
          policy: patientPolicy,
        });
        assert.equal(result, stored.includes("foreign") ? "otherContent" : "complete");
      }),
    );
  });
});

describe("uploads over an unreliable network", () => {
  let fixture: UploadFixture;
  beforeEach(async () => {
    fixture = await UploadFixture.open();
  });
  afterEach(() => fixture.close());

  function addFault(fault: Fault, rule: Partial<FaultRule> = {}): void {
    fixture.server.faults.add({ method: "PATCH", path: /uploads/, times: 1, ...rule, fault });
  }

  const temporaryFaults: readonly (readonly [string, Fault, Partial<FaultRule>?])[] = [
    ["is lost before it is received", { kind: "drop", when: "before" }],
    ["is interrupted during the response", { kind: "drop", when: "during" }],
    ["is interrupted after it was received", { kind: "drop", when: "after" }],
    ["is received partly", { kind: "truncatedRequest", bytes: 12_345 }],
    ["is interrupted in the middle of the file", { kind: "drop", when: "after" }, { skip: 1 }],
    ["is interrupted at the end of the file", { kind: "drop", when: "after" }, { skip: 2 }],
    ["is interrupted five times", { kind: "drop" }, { times: 5 }],
    ["finds the upload locked", { kind: "status", status: 423, body: "" }],
    ["has a wrong offset", { kind: "status", status: 409, body: "" }],
    ["is too large for a proxy", { kind: "status", status: 413, body: "<html></html>" }],
    ["reaches a busy server", { kind: "status", status: 503 }],
    ["reaches a gateway that lost the response", { kind: "badGateway" }],
    ["for the offset fails at a gateway", { kind: "badGateway" }, { method: "HEAD" }],
    [
      "for creation is interrupted",
      { kind: "drop", when: "after" },
      { method: "POST", path: /tracker_fields/ },
    ],
  ];
  for (const [what, fault, rule] of temporaryFaults) {
    it(`complete if a request ${what}`, async () => {
      const content = createContent(2 * chunkSize + 9);
      addFault(fault, rule);
      const { outcome, progress } = await fixture.send(content);
      assert.deepEqual(await fixture.attachAndHash(outcome), [sha256(content)]);
      assert.deepEqual(progress.at(-1), content.length);
      assert.ok(!fixture.uploadRequests.includes("POST temporary"));
    });
  }

  const permanentFaults: readonly (readonly [string, Fault, object])[] = [
    ["a lost connection", { kind: "drop" }, { kind: "unreachable", reason: "closed" }],
    ["a busy server", { kind: "status", status: 503 }, { kind: "serverError" }],
    ["a failing gateway", { kind: "badGateway" }, { kind: "serverError" }],
    ["a lock", { kind: "status", status: 423, body: "" }, { kind: "invalidRequest" }],
    ["an offset that is always wrong", { kind: "status", status: 409, body: "" }, { kind: "invalidRequest" }],
    ["a limit below every chunk size", { kind: "status", status: 413, body: "" }, { kind: "invalidRequest" }],
  ];
  for (const [what, fault, failure] of permanentFaults) {
    it(`fail after several attempts with ${what}, and can be resumed`, async () => {
      const content = createContent(chunkSize + 9);
      addFault(fault, { times: 6 });
      let saved: ResumableUpload | undefined;
      const result = fixture.send(content, {
        onCreated: (upload) => {
          saved = upload;
        },
      });
      await assert.rejects(result, failure);
      const { outcome } = await fixture.send(content, { resume: saved });
      assert.deepEqual(await fixture.attachAndHash(outcome), [sha256(content)]);
    });
  }

  const invalidResponses: readonly (readonly [string, Fault, object, Partial<FaultRule>?])[] = [
    ["a server error", { kind: "status", status: 500 }, { kind: "serverError" }],
    [
      "another protocol version",
      { kind: "status", status: 412 },
      { kind: "unexpectedResponse", reason: "shape" },
    ],
    ["another media type", { kind: "status", status: 415 }, { kind: "unexpectedResponse", reason: "shape" }],
    ["an HTML page", { kind: "html" }, { kind: "unexpectedResponse", reason: "shape" }],
    ["no offset", { kind: "status", status: 204, body: "" }, { kind: "unexpectedResponse", reason: "shape" }],
    [
      "an old offset",
      createResponse({ "Upload-Offset": "0" }),
      { kind: "unexpectedResponse", reason: "length" },
    ],
    [
      "an offset beyond the file",
      createResponse({ "Upload-Offset": "99999999" }),
      { kind: "unexpectedResponse", reason: "length" },
    ],
    [
      "an invalid offset",
      createResponse({ "Upload-Offset": "-1" }),
      { kind: "unexpectedResponse", reason: "shape" },
    ],
    [
      "another length",
      createResponse({ "Upload-Offset": "0", "Upload-Length": "4" }),
      { kind: "unexpectedResponse", reason: "length" },
      { method: "HEAD" },
    ],
    [
      "a created upload without an ID",
      { kind: "status", status: 200, body: "{}" },
      { kind: "unexpectedResponse", reason: "shape" },
      { method: "POST", path: /tracker_fields/ },
    ],
    [
      "a created upload without a URL",
      { kind: "status", status: 200, body: '{"id":1,"upload_href":null}' },
      { kind: "unexpectedResponse", reason: "shape" },
      { method: "POST", path: /tracker_fields/ },
    ],
    [
      "an HTML page instead of a created upload",
      { kind: "html" },
      { kind: "wrongServer" },
      { method: "POST", path: /tracker_fields/ },
    ],
  ];
  for (const [what, fault, failure, rule] of invalidResponses) {
    it(`fail without a retry with ${what}`, async () => {
      addFault(fault, rule);
      await assert.rejects(fixture.send(createContent(chunkSize + 9)), failure);
      assert.ok(!fixture.uploadRequests.includes("POST temporary"));
    });
  }
});

function createResponse(headers: Readonly<Record<string, string>>): Fault {
  return { kind: "status", status: 204, body: "", headers };
}
