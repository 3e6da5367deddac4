import assert from "node:assert/strict";
import { DebouncedRequest } from "../../../src/vscode/async.ts";
import { waitUntil } from "../../support/wait.ts";

interface SentRequest {
  readonly text: string;
  readonly signal: AbortSignal;
  respond(): void;
  fail(error: Error): void;
}

describe("DebouncedRequest", () => {
  let requests: SentRequest[];
  let responses: string[];
  let errors: unknown[];
  let request: DebouncedRequest;

  beforeEach(() => {
    [requests, responses, errors] = [[], [], []];
    request = new DebouncedRequest(1, (error) => errors.push(error));
  });

  function send(text: string): void {
    const createResponse = (signal: AbortSignal): Promise<string> =>
      new Promise((resolve, reject) => {
        requests.push({ text, signal, respond: () => resolve(text), fail: reject });
      });
    request.run(createResponse, (respond) => responses.push(respond));
  }

  async function waitForRequest(text: string): Promise<SentRequest> {
    await waitUntil(`${text} is requested`, () => requests.some((each) => each.text === text));
    return requests.find((each) => each.text === text) ?? assert.fail();
  }

  it("returns only the response of the newest request", async () => {
    send("old");
    const older = await waitForRequest("old");
    send("new");
    assert.equal(older.signal.aborted, true);
    (await waitForRequest("new")).respond();
    await waitUntil("the response is received", () => responses.length > 0);
    older.respond();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(responses, ["new"]);
  });

  it("sends a request only after the delay", async () => {
    send("a");
    send("ab");
    send("abc");
    (await waitForRequest("abc")).respond();
    await waitUntil("the response is received", () => responses.length > 0);
    assert.deepEqual([requests.map(({ text }) => text), responses], [["abc"], ["abc"]]);
  });

  it("reports only errors of the newest request", async () => {
    send("old");
    const older = await waitForRequest("old");
    send("new");
    older.fail(new Error("old"));
    const error = new Error("new");
    (await waitForRequest("new")).fail(error);
    await waitUntil("the error is reported", () => errors.length > 0);
    assert.deepEqual([errors, responses], [[error], []]);
  });

  it("ignores the response after it was canceled", async () => {
    send("one");
    const first = await waitForRequest("one");
    request.cancel();
    assert.equal(first.signal.aborted, true);
    first.respond();
    send("two");
    request.cancel();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([requests.length, responses], [1, []]);
  });
});
