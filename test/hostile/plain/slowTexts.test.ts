import assert from "node:assert/strict";
import { createClient } from "../../../src/api/client.ts";
import { decodeXml } from "../../../src/api/format/xml.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import {
  cleanLine,
  oneLine,
  plainLines,
  shortened,
  withoutIcons,
  withoutInvisible,
  withoutLinks,
} from "../../../src/model/displayText.ts";
import { type Failure, Invalid, Moved, NotUnderstood } from "../../../src/model/failure.ts";
import { fieldText } from "../../../src/model/fields/registry.ts";
import { safeFileName } from "../../../src/model/fileName.ts";
import { formattedJson } from "../../../src/model/inspect.ts";
import { wordsIn } from "../../../src/model/query/titles.ts";
import { markdownText } from "../../../src/model/reference/changeLog.ts";
import { findReferences, usablePatterns } from "../../../src/model/reference/find.ts";
import { slugOf } from "../../../src/model/reference/template.ts";
import { csvText } from "../../../src/model/table.ts";
import { redact } from "../../../src/vscode/redact.ts";
import { startPlainServer } from "../../support/simulator/plainServer.ts";
import { note } from "../support/plan.ts";
import { loadWords, type Words } from "../support/words.ts";

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** What a pattern may begin with, again and again, without ever coming to an end. */
const units = [
  "/",
  "//a:",
  "//a:b@",
  "//@",
  "<",
  "<a ",
  "&",
  "&#x",
  "&amp",
  " ",
  "\n",
  "\t\r",
  "x-auth-token ",
  "authorization:",
  'authorization: basic"',
  '"password" : ',
  "'key':'",
  "tlp-k1-1",
  "/tokens/",
  "1",
  "1.a",
  "a",
  "A-",
  "_",
  "-",
  ".",
  ":",
  "@",
  "#",
  "art #",
  "tuleap-1",
  "\\",
  '"',
  "[",
  "](",
  "$(",
  "{",
  ",=",
  "\u202e",
  "\u2068",
  "\u2069",
  "\u2068a",
  "a\u2069",
  "\u05d0",
  "é",
  "\u{1F600}",
  "\ud800",
] as const;

/** Of time that this process has computed, at best: others on the machine don't count, as far as they can be told apart. */
function millisecondsOf(work: () => void): number {
  const tries = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

function textOf(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length));
}

/** First small, as what takes the square of it would take hours for the large one. */
function assertQuick(name: string, work: (text: string) => void, size: number, most: number): void {
  for (const unit of units) {
    const small = millisecondsOf(() => work(textOf(unit, 32 * kibibyte)));
    assert.ok(small < 250, `${name}: ${small} ms for 32 KiB of ${JSON.stringify(unit)}`);
    const large = millisecondsOf(() => work(textOf(unit, size)));
    assert.ok(large < most, `${name}: ${large} ms for ${size} bytes of ${JSON.stringify(unit)}`);
    note("texts that are meant to be slow", 2);
  }
}

function unlessRefused(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Error);
  }
}

describe("a text that is meant to be slow", function () {
  let words: Words;

  before(async () => {
    words = await loadWords();
  });

  it("is filtered for the log at once, however long", () => {
    assertQuick("redact", redact, 16 * mebibyte, 250);
    assert.ok(redact("a ".repeat(mebibyte)).length <= 2001);
  });

  it("is written to the log and put into words at once, whatever part of a failure it is", () => {
    const failures = (text: string): readonly Failure[] => [
      new Invalid({ method: "GET", url: "https://a.example/", status: 400, said: text }),
      new Moved({ method: "GET", url: "https://a.example/", status: 302 }, text),
      new NotUnderstood({ method: "GET", url: text }, "foreignAddress"),
      new NotUnderstood({ method: "GET", url: "" }, "shape", new Error(text, { cause: text })),
    ];
    const work = (text: string): void => {
      for (const failure of failures(text)) {
        words.logExchange({ request: failure.request, milliseconds: 1, failure });
        words.logError("reading", failure);
        words.failureText(failure, "Demo");
      }
    };
    assertQuick("log", work, mebibyte, 1_000);
    const lengths = words.lines.map(({ length }) => length);
    assert.ok(Math.max(...lengths) < 10_000, `${Math.max(...lengths)} characters in a line of the log`);
  });

  const html = (source: string): string => fieldText({ kind: "text", source, format: "html" });
  const grammar = {
    trackers: ["bug"],
    patterns: usablePatterns(["PROJ-${id}", "${project}/issues/${id}", "#${id}"]),
  };
  const readers: Readonly<Record<string, (text: string) => unknown>> = {
    "as a label": (text) => oneLine(text),
    "as some lines": (text) => plainLines(text),
    "as the beginning of a text": (text) => shortened(text, 2_000),
    "in a message": (text) => withoutLinks(withoutIcons(text)),
    "as HTML without its tags": html,
    "as the name of a file": safeFileName,
    "as a cell of a table": (text) => csvText([[text]]),
    "as JSON in an editor": (text) => formattedJson(text, { isCut: true, mostCharacters: 4 * mebibyte }),
    "as JSON in an editor, in quotes": (text) =>
      formattedJson(`{"a":"${text}`, { isCut: true, mostCharacters: 4 * mebibyte }),
    "as Markdown": markdownText,
    "as text that holds references": (text) => findReferences(text, grammar),
    "as the name of a branch": slugOf,
    "as a title that is searched": wordsIn,
    "as a line without invisible characters": cleanLine,
    "as text without invisible characters": withoutInvisible,
    "as XML": (text) => unlessRefused(() => decodeXml(`<a>${text}</a>`)),
  };
  for (const [name, read] of Object.entries(readers)) {
    it(`is read at once ${name}`, () => assertQuick(name, (text) => void read(text), mebibyte, 2_000));
  }

  it("is kept short and told at once when a server refuses something with it", async () => {
    for (const unit of ["/", "//a:", "tlp-k1-1"]) {
      const message = textOf(unit, 8 * mebibyte);
      const server = await startPlainServer({
        status: 400,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ error: { code: 400, message } }),
      });
      const client = createClient({
        api: `${server.url}/api`,
        credential: undefined,
        caFile: undefined,
        observe: words.logExchange,
        retry: { ...usualRetry, attempts: 1 },
      });
      try {
        const failure = await client.projects(0).then(
          () => assert.fail("no failure"),
          (thrown: Failure) => thrown,
        );
        assert.ok((failure.request.said ?? "").length <= 2_001);
        assert.ok(failure.message.length < 2_200);
        const spent = millisecondsOf(() => words.logError("connecting", failure));
        assert.ok(spent < 250, `${spent} ms`);
      } finally {
        await client.close();
        await server.close();
      }
    }
  });
});
