import assert from "node:assert/strict";
import fc from "fast-check";
import { usualRetry } from "../../../src/api/network/retry.ts";
import { Slots } from "../../../src/api/network/slots.ts";
import { sendInPieces, type UploadTarget } from "../../../src/api/sendInPieces.ts";
import type { BegunUpload } from "../../../src/model/attachment.ts";
import { Invalid, ServerTrouble, TimedOut, Unreachable } from "../../../src/model/failure.ts";
import type { Fault, FaultRule } from "../../simulator/faults.ts";
import { contentOf, piece, sha256, sourceOf, UploadStage } from "./uploadStage.ts";

const request = { method: "PATCH", url: "/uploads/1" };

/** What can become of a request: how much of its piece arrives, and what is heard of it. */
const happenings = fc.oneof(
  fc.record({ arrives: fc.nat(100), heard: fc.constantFrom("closed", "timedOut", "trouble") }),
  fc.record({ arrives: fc.constant(0), heard: fc.constantFrom("locked", "conflict", "tooLarge") }),
  fc.record({ arrives: fc.integer({ min: 1, max: 100 }), heard: fc.constant("part") }),
);

function failureOf(heard: string): Error | undefined {
  switch (heard) {
    case "closed":
      return new Unreachable(request, "closed", undefined);
    case "timedOut":
      return new TimedOut(request, undefined);
    case "trouble":
      return new ServerTrouble({ ...request, status: 503 });
    case "locked":
      return new Invalid({ ...request, status: 423 });
    case "conflict":
      return new Invalid({ ...request, status: 409 });
    case "tooLarge":
      return new Invalid({ ...request, status: 413 });
    default:
      return undefined;
  }
}

const usual = { offset: undefined, ours: 0, slots: new Slots(1) };
/** However often it takes: otherwise pauses double until one is too long. */
const quiet = {
  ...usualRetry,
  attempts: 1000,
  longestWaitMs: Number.POSITIVE_INFINITY,
  wait: () => Promise.resolve(),
};

describe("pieces of an upload", () => {
  it("of any size, over any cuts, make the same file", async () => {
    const cases = fc.record({
      content: fc.uint8Array({ minLength: 1, maxLength: 300 }),
      largest: fc.integer({ min: 1, max: 80 }),
      smallest: fc.integer({ min: 1, max: 80 }),
      cuts: fc.array(happenings, { maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ content, largest, smallest, cuts }) => {
        const stored: number[] = [];
        const left = [...cuts];
        const target: UploadTarget = {
          request,
          pieces: { largest, smallest: Math.min(largest, smallest) },
          ask: () => Promise.resolve(stored.length),
          send: (offset, bytes) => {
            assert.equal(offset, stored.length);
            assert.ok(bytes.length <= largest);
            const { arrives, heard } = left.shift() ?? { arrives: bytes.length, heard: "all" };
            stored.push(...bytes.subarray(0, arrives));
            const failure = failureOf(heard);
            return failure === undefined ? Promise.resolve(stored.length) : Promise.reject(failure);
          },
        };
        const progress: number[] = [];
        const sent = await sendInPieces(target, sourceOf(content), {
          ...usual,
          size: content.length,
          policy: quiet,
          onProgress: (bytes) => progress.push(bytes),
        });
        assert.equal(sent, "complete");
        assert.deepEqual(Uint8Array.from(stored), content);
        assert.deepEqual(
          progress,
          [...new Set(progress)].toSorted((a, b) => a - b),
        );
        assert.equal(progress.at(-1), content.length);
      }),
    );
  });

  it("get smaller where they do not get through, down to a size, and stay so", async () => {
    const sizes: number[] = [];
    const outcomes = ["timedOut", "timedOut", "tooLarge", "locked", "conflict", "closed"];
    let stored = 0;
    const target: UploadTarget = {
      request,
      pieces: { largest: 80, smallest: 10 },
      ask: () => Promise.resolve(stored),
      send: (_offset, bytes) => {
        sizes.push(bytes.length);
        const failure = failureOf(outcomes.shift() ?? "");
        if (failure !== undefined) return Promise.reject(failure);
        stored += bytes.length;
        return Promise.resolve(stored);
      },
    };
    await sendInPieces(target, sourceOf(contentOf(25)), { ...usual, size: 25, policy: quiet });
    assert.deepEqual(sizes, [25, 13, 10, 10, 10, 10, 10, 10, 5]);
  });

  it("wait longer each time, and as long as the server says", async () => {
    const pauses: number[] = [];
    const wait = (milliseconds: number): Promise<void> => {
      pauses.push(milliseconds);
      return Promise.resolve();
    };
    const policy = { ...usualRetry, attempts: 6, random: () => 1, wait };
    const busy = new ServerTrouble({ ...request, status: 503, retryAfterMs: 2500 });
    const target: UploadTarget = {
      request,
      pieces: { largest: 80, smallest: 10 },
      ask: () => Promise.resolve(0),
      send: () => Promise.reject(pauses.length === 3 ? busy : new TimedOut(request, undefined)),
    };
    const sent = sendInPieces(target, sourceOf(contentOf(25)), { ...usual, size: 25, policy });
    await assert.rejects(sent, { kind: "timedOut" });
    assert.deepEqual(pauses, [200, 400, 800, 2500, 3200]);
  });

  it("never go on top of what is somebody else's", async () => {
    const cases = fc.record({
      content: fc.uint8Array({ minLength: 2, maxLength: 100 }),
      largest: fc.integer({ min: 1, max: 30 }),
      /** After so many of ours, one of theirs. */
      after: fc.nat(10),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ content, largest, after }) => {
        const stored: (number | "theirs")[] = [];
        let count = 0;
        const target: UploadTarget = {
          request,
          pieces: { largest, smallest: 1 },
          ask: () => Promise.resolve(stored.length),
          send: (offset, bytes) => {
            if (count === after) stored.push("theirs");
            count += 1;
            if (offset !== stored.length) {
              return Promise.reject(new Invalid({ ...request, status: 409 }));
            }
            stored.push(...bytes);
            return Promise.resolve(stored.length);
          },
        };
        const sent = await sendInPieces(target, sourceOf(content), {
          ...usual,
          size: content.length,
          policy: quiet,
        });
        assert.equal(sent, stored.includes("theirs") ? "notOurs" : "complete");
      }),
    );
  });
});

describe("uploads over a bad network", () => {
  let stage: UploadStage;
  beforeEach(async () => {
    stage = await UploadStage.open();
  });
  afterEach(() => stage.close());

  function spoil(fault: Fault, rule: Partial<FaultRule> = {}): void {
    stage.server.faults.add({ method: "PATCH", path: /uploads/, times: 1, ...rule, fault });
  }

  const passing: readonly (readonly [string, Fault, Partial<FaultRule>?])[] = [
    ["is cut before it arrives", { kind: "drop", when: "before" }],
    ["is cut while it is answered", { kind: "drop", when: "during" }],
    ["is cut after it arrived", { kind: "drop", when: "after" }],
    ["arrives in part", { kind: "cutBody", bytes: 12_345 }],
    ["is cut in the middle of the file", { kind: "drop", when: "after" }, { skip: 1 }],
    ["is cut at its end", { kind: "drop", when: "after" }, { skip: 2 }],
    ["is cut five times", { kind: "drop" }, { times: 5 }],
    ["meets a lock", { kind: "status", status: 423, body: "" }],
    ["meets another offset", { kind: "status", status: 409, body: "" }],
    ["is too large for something on the way", { kind: "status", status: 413, body: "<html></html>" }],
    ["meets a busy server", { kind: "status", status: 503 }],
    ["meets a gateway that lost the answer", { kind: "badGateway" }],
    ["meets a gateway when it asks how far it came", { kind: "badGateway" }, { method: "HEAD" }],
    ["is cut when it begins", { kind: "drop", when: "after" }, { method: "POST", path: /tracker_fields/ }],
  ];
  for (const [what, fault, rule] of passing) {
    it(`arrive whole when a request ${what}`, async () => {
      const content = contentOf(2 * piece + 9);
      spoil(fault, rule);
      const { outcome, progress } = await stage.send(content);
      assert.deepEqual(await stage.attached(outcome), [sha256(content)]);
      assert.deepEqual(progress.at(-1), content.length);
      assert.ok(!stage.asked.includes("POST temporary"));
    });
  }

  const lasting: readonly (readonly [string, Fault, object])[] = [
    ["a cut", { kind: "drop" }, { kind: "unreachable", reason: "closed" }],
    ["a busy server", { kind: "status", status: 503 }, { kind: "serverTrouble" }],
    ["a lost gateway", { kind: "badGateway" }, { kind: "serverTrouble" }],
    ["a lock", { kind: "status", status: 423, body: "" }, { kind: "invalid" }],
    ["an offset that never fits", { kind: "status", status: 409, body: "" }, { kind: "invalid" }],
    ["a limit below every piece", { kind: "status", status: 413, body: "" }, { kind: "invalid" }],
  ];
  for (const [what, fault, failure] of lasting) {
    it(`give up ${what} after some tries, and can be gone on with`, async () => {
      const content = contentOf(piece + 9);
      spoil(fault, { times: 6 });
      let kept: BegunUpload | undefined;
      const sent = stage.send(content, {
        onBegun: (upload) => {
          kept = upload;
        },
      });
      await assert.rejects(sent, failure);
      const { outcome } = await stage.send(content, { resume: kept });
      assert.deepEqual(await stage.attached(outcome), [sha256(content)]);
    });
  }

  const wrong: readonly (readonly [string, Fault, object, Partial<FaultRule>?])[] = [
    ["a server error", { kind: "status", status: 500 }, { kind: "serverTrouble" }],
    ["another version", { kind: "status", status: 412 }, { kind: "notUnderstood", reason: "shape" }],
    ["another type", { kind: "status", status: 415 }, { kind: "notUnderstood", reason: "shape" }],
    ["a page in its place", { kind: "html" }, { kind: "notUnderstood", reason: "shape" }],
    ["no offset", { kind: "status", status: 204, body: "" }, { kind: "notUnderstood", reason: "shape" }],
    ["an offset of old", told({ "Upload-Offset": "0" }), { kind: "notUnderstood", reason: "length" }],
    ["an offset beyond", told({ "Upload-Offset": "99999999" }), { kind: "notUnderstood", reason: "length" }],
    ["an offset that is none", told({ "Upload-Offset": "-1" }), { kind: "notUnderstood", reason: "shape" }],
    [
      "another length",
      told({ "Upload-Offset": "0", "Upload-Length": "4" }),
      { kind: "notUnderstood", reason: "length" },
      { method: "HEAD" },
    ],
    [
      "a beginning without an id",
      { kind: "status", status: 200, body: "{}" },
      { kind: "notUnderstood", reason: "shape" },
      { method: "POST", path: /tracker_fields/ },
    ],
    [
      "a beginning without an address",
      { kind: "status", status: 200, body: '{"id":1,"upload_href":null}' },
      { kind: "notUnderstood", reason: "shape" },
      { method: "POST", path: /tracker_fields/ },
    ],
    [
      "a page instead of a beginning",
      { kind: "html" },
      { kind: "wrongServer" },
      { method: "POST", path: /tracker_fields/ },
    ],
  ];
  for (const [what, fault, failure, rule] of wrong) {
    it(`end at once with ${what}`, async () => {
      spoil(fault, rule);
      await assert.rejects(stage.send(contentOf(piece + 9)), failure);
      assert.ok(!stage.asked.includes("POST temporary"));
    });
  }
});

function told(headers: Readonly<Record<string, string>>): Fault {
  return { kind: "status", status: 204, body: "", headers };
}
