import assert from "node:assert/strict";
import fc from "fast-check";
import { findCodeComments, listCommentLines } from "../../../src/model/codeComments.ts";
import { applyTextEdit } from "../../../src/model/reference/commitMessage.ts";
import {
  type CommentAnchor,
  createCommentAnchor,
  createTodoReferenceEdit,
  findAnchoredLine,
  findTodoComments,
  moveCommentAnchor,
  removeMarkerAndReference,
} from "../../../src/model/todoComments.ts";

function getTodos(text: string, languageId = "typescript"): readonly (readonly [string, string])[] {
  return findTodoComments(text, languageId).map(({ title, description }) => [title, description]);
}

describe("findTodoComments", () => {
  for (const [title, text, expected] of [
    ["a line", "a(); // TODO: mend the pump\n", [["mend the pump", ""]]],
    [
      "every marker",
      "// TODO a\n\n// FIXME: b\n\n// HACK - c",
      [
        ["a", ""],
        ["b", ""],
        ["c", ""],
      ],
    ],
    ["a user", "// TODO(alice): mend", [["mend", ""]]],
    ["further lines", "// TODO: one\n// two\n//\n// three\nb();", [["one", "two\n\nthree"]]],
    ["CRLF", "// TODO: one\r\n// two\r\n", [["one", "two"]]],
    ["text in the next line", "// TODO\n// one", [["one", ""]]],
    [
      "two in one block",
      "// TODO: one\n// more\n// FIXME: two",
      [
        ["one", "more"],
        ["two", ""],
      ],
    ],
    ["a block comment", "/*\n * Pump.\n * TODO: one\n * two\n */", [["one", "two"]]],
    ["tags", "/**\n * TODO: one\n * @param x two\n */", [["one", ""]]],
    ["a colon in the line", "// Slow, TODO: cache", [["cache", ""]]],
    ["code between", "// TODO: one\na();\n// two", [["one", ""]]],
    ["the end of a line", "a(); // TODO: one\n// two", [["one", ""]]],
    ["another indentation", "// TODO: one\n  // two", [["one", ""]]],
    ["words that contain a marker", "// TODOS and HACKERS\n// mastODON TODO-list\n// todo: x", []],
    ["a marker in a sentence", "// Lists every TODO in the file", []],
    ["strings", 'const a = "// TODO: no";', []],
    ["no text", "// TODO\na();", []],
  ] as const) {
    it(`handles ${title}`, () => assert.deepEqual(getTodos(text), expected));
  }

  it("handles other languages", () => {
    assert.deepEqual(getTodos("# TODO: one\n# two", "python"), [["one", "two"]]);
    assert.deepEqual(getTodos("<!-- TODO: one\n two -->", "html"), [["one", "two"]]);
    assert.deepEqual(getTodos("-- FIXME one", "sql"), [["one", ""]]);
    assert.deepEqual(getTodos("TODO: one", "plaintext"), []);
  });

  it("returns the range from the marker to the last word", () => {
    const text = "a(); /* Slow. TODO: one\n  two */";
    const [todo] = findTodoComments(text, "c");
    assert.equal(todo && text.slice(todo.start, todo.end), "TODO: one\n  two");
  });
});

describe("createTodoReferenceEdit", () => {
  for (const [line, expected] of [
    ["TODO: text", "TODO art #1: text"],
    ["TODO text", "TODO art #1: text"],
    ["TODO", "TODO art #1"],
    ["TODO - text", "TODO art #1 - text"],
    ["TODO(alice): text", "TODO(alice) art #1: text"],
    ["TODO(alice) text", "TODO(alice) art #1: text"],
    ["@FIXME text", "@FIXME art #1: text"],
    ["Slow, HACK: text", "Slow, HACK art #1: text"],
  ] as const) {
    it(`writes ${expected}`, () =>
      assert.equal(applyTextEdit(line, createTodoReferenceEdit(line, "art #1")), expected));
  }
});

describe("removeMarkerAndReference", () => {
  for (const [line, expected] of [
    ["TODO art #1: text", "text"],
    ["TODO: text (art #1)", "text ()"],
    ["see art #1", "see"],
    ["art #1", ""],
    ["art #1, remove it", "remove it"],
  ] as const) {
    it(`leaves “${expected}” of “${line}”`, () => {
      const start = line.indexOf("art #1");
      assert.equal(removeMarkerAndReference(line, { start, end: start + 6 }), expected);
    });
  }
});

describe("comment anchors", () => {
  const languageId = "typescript";
  const todo = "TODO: mend";

  function createAnchor(text: string, index = 0): CommentAnchor {
    const found = findTodoComments(text, languageId)[index] ?? assert.fail("no TODO");
    return createCommentAnchor(text, languageId, found.line);
  }

  it("are found again where lines have moved, if the text is unique", () => {
    const anchor = createAnchor(`a();\n// ${todo}\n`);
    const text = `b();\nc();\na(); // ${todo}\n`;
    assert.equal(findAnchoredLine(text, languageId, anchor)?.start, text.indexOf(todo));
  });

  it("aren't found if the text has changed, was removed, or isn't in a comment", () => {
    const anchor = createAnchor(`a();\n// ${todo}\n`);
    for (const text of [
      `a();\n// ${todo} now\n`,
      "a();\n",
      `a();\nb("${todo}");\n`,
      `// ${todo}\n// ${todo}\n`,
    ]) {
      assert.equal(findAnchoredLine(text, languageId, anchor), undefined, text);
    }
  });

  it("are found among equal lines only where they were", () => {
    const text = `// ${todo}\na();\n// ${todo}\n`;
    const anchor = createAnchor(text, 1);
    assert.equal(findAnchoredLine(text, languageId, anchor)?.start, text.lastIndexOf(todo));
    // The other one must not get its reference.
    assert.equal(findAnchoredLine(`// ${todo}\na();\n`, languageId, anchor), undefined);
  });

  it("follow edits before, after, and not over their start", () => {
    const anchor = { text: todo, start: 10, isUnique: false };
    const move = (rangeOffset: number, rangeLength: number, text: string): number | undefined =>
      moveCommentAnchor(anchor, [{ rangeOffset, rangeLength, text }]).start;
    assert.equal(move(0, 0, "abc"), 13);
    assert.equal(move(2, 4, ""), 6);
    assert.equal(move(10, 0, "x"), 11);
    assert.equal(move(12, 1, "xyz"), 10);
    assert.equal(move(8, 4, "x"), undefined);
  });

  it("point to the same line after any edits of other lines", () => {
    const line = fc.constantFrom("a();", "// note", `// ${todo}`, "/* x */", "");
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 6 }),
        fc.array(line, { maxLength: 6 }),
        fc.array(line, { maxLength: 6 }),
        fc.array(line, { maxLength: 6 }),
        (before, after, newBefore, newAfter) => {
          const toText = (above: readonly string[], below: readonly string[]): string =>
            [...above, `  // ${todo}`, ...below].join("\n");
          const [oldText, newText] = [toText(before, after), toText(newBefore, newAfter)];
          const getLength = (lines: readonly string[]): number =>
            lines.join("\n").length + Math.min(1, lines.length);
          const start = getLength(before) + "  // ".length;
          const anchor = createCommentAnchor(oldText, languageId, { start, text: todo });
          const moved = moveCommentAnchor(anchor, [
            // VS Code reports the last change first.
            {
              rangeOffset: start + todo.length,
              rangeLength: oldText.length - start - todo.length,
              text: newText.slice(getLength(newBefore) + "  // ".length + todo.length),
            },
            { rangeOffset: 0, rangeLength: getLength(before), text: newText.slice(0, getLength(newBefore)) },
          ]);
          const found = findAnchoredLine(newText, languageId, moved);
          assert.equal(found?.start, getLength(newBefore) + "  // ".length);
        },
      ),
    );
  });

  it("are never found at a line with another text", () => {
    const line = fc.constantFrom(
      "a();",
      `// ${todo}`,
      "// TODO: other",
      `b(); // ${todo}`,
      `c("// ${todo}");`,
    );
    const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(
        text,
        fc.boolean(),
        fc.option(fc.nat(80), { nil: undefined }),
        (source, isUnique, start) => {
          const found = findAnchoredLine(source, languageId, { text: todo, start, isUnique });
          if (found === undefined) return;
          assert.equal(source.slice(found.start, found.end), todo);
          const equal = findCodeComments(source, languageId)
            .flatMap((comment) => listCommentLines(source, comment))
            .filter((each) => each.text === todo);
          assert.ok(found.start === start || (isUnique && equal.length === 1));
        },
      ),
    );
  });
});
