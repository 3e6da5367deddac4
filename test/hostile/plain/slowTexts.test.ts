import assert from "node:assert/strict";
import { createClient } from "../../../src/api/client.ts";
import { decodeXml } from "../../../src/api/format/xml.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import {
  normalizeLine,
  toDisplayLine,
  toMultilineDisplayText,
  truncateAtWord,
  escapeIcons,
  removeInvisibleCharacters,
  escapeLinks,
} from "../../../src/model/displayText.ts";
import { createCommentRemoval, findCodeComments } from "../../../src/model/codeComments.ts";
import { type Failure, InvalidRequest, Moved, UnexpectedResponse } from "../../../src/model/failure.ts";
import { toFieldText } from "../../../src/model/fields/registry.ts";
import { toSafeFileName } from "../../../src/model/fileName.ts";
import { formatJson } from "../../../src/model/rawResponse.ts";
import { splitSearchWords } from "../../../src/model/query/artifactMatching.ts";
import { escapeMarkdownMinimally } from "../../../src/model/reference/changeLog.ts";
import { findReferences, parseValidPatterns } from "../../../src/model/reference/findReferences.ts";
import { toSlug } from "../../../src/model/reference/template.ts";
import { toCsv } from "../../../src/model/table.ts";
import { findTodoComments } from "../../../src/model/todoComments.ts";
import { redactSecrets } from "../../../src/vscode/redactSecrets.ts";
import { startStaticServer } from "../../support/simulator/staticServer.ts";
import { recordFigure } from "../support/runSettings.ts";
import { loadExtensionTexts, type ExtensionTexts } from "../support/extensionTexts.ts";

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Units that, repeated, may make a regular expression backtrack. */
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
  "/*",
  "// TODO: a\n",
  "=/[",
  '"\\',
  "`\\",
] as const;

/** Minimum CPU time of three runs, so that other load on the machine does not count. */
function measureMilliseconds(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

function repeatToSize(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length));
}

/** Tries a small text first, because quadratic code would take hours for the large one. */
function assertFast(name: string, work: (text: string) => void, size: number, maxMs: number): void {
  for (const unit of units) {
    const small = measureMilliseconds(() => work(repeatToSize(unit, 32 * kibibyte)));
    assert.ok(small < 250, `${name}: ${small} ms for 32 KiB of ${JSON.stringify(unit)}`);
    const large = measureMilliseconds(() => work(repeatToSize(unit, size)));
    assert.ok(large < maxMs, `${name}: ${large} ms for ${size} bytes of ${JSON.stringify(unit)}`);
    recordFigure("texts against slow patterns", 2);
  }
}

function ignoreError(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Error);
  }
}

describe("a long repetitive text", function () {
  let extensionTexts: ExtensionTexts;

  before(async () => {
    extensionTexts = await loadExtensionTexts();
  });

  it("is redacted for the log fast", () => {
    assertFast("redact", redactSecrets, 16 * mebibyte, 250);
    assert.ok(redactSecrets("a ".repeat(mebibyte)).length <= 2001);
  });

  it("is logged and formatted fast in every part of a failure", () => {
    const failures = (text: string): readonly Failure[] => [
      new InvalidRequest({ method: "GET", url: "https://a.example/", status: 400, serverMessage: text }),
      new Moved({ method: "GET", url: "https://a.example/", status: 302 }, text),
      new UnexpectedResponse({ method: "GET", url: text }, "foreignUrl"),
      new UnexpectedResponse({ method: "GET", url: "" }, "shape", new Error(text, { cause: text })),
    ];
    const work = (text: string): void => {
      for (const failure of failures(text)) {
        extensionTexts.logExchange({ request: failure.request, milliseconds: 1, failure });
        extensionTexts.logError("reading", failure);
        extensionTexts.failureText(failure, "Demo");
      }
    };
    assertFast("log", work, mebibyte, 1_000);
    const lengths = extensionTexts.lines.map(({ length }) => length);
    assert.ok(Math.max(...lengths) < 10_000, `${Math.max(...lengths)} characters in a line of the log`);
  });

  const html = (source: string): string => toFieldText({ kind: "text", source, format: "html" });
  const grammar = {
    trackerNames: ["bug"],
    patterns: parseValidPatterns(["PROJ-${id}", "${project}/issues/${id}", "#${id}"]),
  };
  const processors: Readonly<Record<string, (text: string) => unknown>> = {
    "as a label": (text) => toDisplayLine(text),
    "as several lines": (text) => toMultilineDisplayText(text),
    "as a truncated text": (text) => truncateAtWord(text, 2_000),
    "in a message": (text) => escapeLinks(escapeIcons(text)),
    "as HTML without its tags": html,
    "as a file name": toSafeFileName,
    "as a cell of a table": (text) => toCsv([[text]]),
    "as JSON in an editor": (text) => formatJson(text, { isCut: true, mostCharacters: 4 * mebibyte }),
    "as JSON in an editor, in quotes": (text) =>
      formatJson(`{"a":"${text}`, { isCut: true, mostCharacters: 4 * mebibyte }),
    "as Markdown": escapeMarkdownMinimally,
    "as text with references": (text) => findReferences(text, grammar),
    "as a branch name": toSlug,
    "as a title to search": splitSearchWords,
    "as a line without invisible characters": normalizeLine,
    "as text without invisible characters": removeInvisibleCharacters,
    "as source code": (text) => {
      for (const languageId of ["typescript", "rust", "python", "html", "unknown"]) {
        const [comment] = findCodeComments(text, languageId);
        if (comment !== undefined) createCommentRemoval(text, comment, comment.content.start);
        findTodoComments(text, languageId);
      }
    },
    "as XML": (text) => ignoreError(() => decodeXml(`<a>${text}</a>`)),
  };
  for (const [name, processText] of Object.entries(processors)) {
    it(`is processed fast ${name}`, () =>
      assertFast(name, (text) => void processText(text), mebibyte, 2_000));
  }

  it("is truncated and logged fast as an error message of a server", async () => {
    for (const unit of ["/", "//a:", "tlp-k1-1"]) {
      const message = repeatToSize(unit, 8 * mebibyte);
      const server = await startStaticServer({
        status: 400,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ error: { code: 400, message } }),
      });
      const client = createClient({
        api: `${server.url}/api`,
        credential: undefined,
        caFile: undefined,
        observe: extensionTexts.logExchange,
        retry: { ...defaultRetryPolicy, attempts: 1 },
      });
      try {
        const failure = await client.projects(0).then(
          () => assert.fail("the request succeeded"),
          (thrown: Failure) => thrown,
        );
        assert.ok((failure.request.serverMessage ?? "").length <= 2_001);
        assert.ok(failure.message.length < 2_200);
        const milliseconds = measureMilliseconds(() => extensionTexts.logError("connecting", failure));
        assert.ok(milliseconds < 250, `${milliseconds} ms`);
      } finally {
        await client.close();
        await server.close();
      }
    }
  });
});
