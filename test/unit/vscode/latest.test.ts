import assert from "node:assert/strict";
import { Latest } from "../../../src/vscode/async.ts";
import { until } from "../../support/wait.ts";

interface Asked {
  readonly text: string;
  readonly signal: AbortSignal;
  answer(): void;
  fail(error: Error): void;
}

describe("the latest of several questions", () => {
  let asked: Asked[];
  let heard: string[];
  let failed: unknown[];
  let latest: Latest;

  beforeEach(() => {
    [asked, heard, failed] = [[], [], []];
    latest = new Latest(1, (error) => failed.push(error));
  });

  function ask(text: string): void {
    const question = (signal: AbortSignal): Promise<string> =>
      new Promise((resolve, reject) => {
        asked.push({ text, signal, answer: () => resolve(text), fail: reject });
      });
    latest.ask(question, (answer) => heard.push(answer));
  }

  async function askedFor(text: string): Promise<Asked> {
    await until(`${text} is asked`, () => asked.some((each) => each.text === text));
    return asked.find((each) => each.text === text) ?? assert.fail();
  }

  it("is the only one that is heard, however late an older answer comes", async () => {
    ask("old");
    const old = await askedFor("old");
    ask("new");
    assert.equal(old.signal.aborted, true);
    (await askedFor("new")).answer();
    await until("the answer is heard", () => heard.length > 0);
    old.answer();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(heard, ["new"]);
  });

  it("is asked after the pause only, so that nobody is asked about half a word", async () => {
    ask("a");
    ask("ab");
    ask("abc");
    (await askedFor("abc")).answer();
    await until("the answer is heard", () => heard.length > 0);
    assert.deepEqual([asked.map(({ text }) => text), heard], [["abc"], ["abc"]]);
  });

  it("tells of its own failure, and of no older one", async () => {
    ask("old");
    const old = await askedFor("old");
    ask("new");
    old.fail(new Error("old"));
    const own = new Error("new");
    (await askedFor("new")).fail(own);
    await until("the failure is told", () => failed.length > 0);
    assert.deepEqual([failed, heard], [[own], []]);
  });

  it("is not heard any more after it was called off", async () => {
    ask("one");
    const one = await askedFor("one");
    latest.cancel();
    assert.equal(one.signal.aborted, true);
    one.answer();
    ask("two");
    latest.cancel();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([asked.length, heard], [1, []]);
  });
});
