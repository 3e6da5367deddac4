import assert from "node:assert/strict";
import fc from "fast-check";
import {
  mayContainReference,
  mayContainTodo,
  truncateAtWhitespace,
} from "../../../../src/features/commits/references/mayContainReference.ts";
import { findTodoComments } from "../../../../src/model/todoComments.ts";

describe("mayContainReference", () => {
  it("is true for references only", () => {
    for (const text of ["see art #12", "art\n#12", "TULEAP-12"]) assert.ok(mayContainReference(text), text);
    for (const text of ["", "# Heading", "color: #fff;", "tuleap", "// TODO: mend"]) {
      assert.ok(!mayContainReference(text), text);
    }
  });
});

describe("mayContainTodo", () => {
  it("is true for the keywords of comments that can become artifacts", () => {
    for (const text of ["// TODO: mend", "# TODO(alice) mend", "a(); /*FIXME*/", "-- @HACK", "x\nTODO\ny"]) {
      assert.ok(mayContainTodo(text), text);
    }
  });

  it("is false for words that contain a keyword, and for other words of the same letters", () => {
    for (const text of [
      "",
      "mastodon",
      "const todos = [];",
      "TODOS",
      "TODO_LIST",
      "// todo: x",
      "Hack",
      "HACKER",
    ]) {
      assert.ok(!mayContainTodo(text), text);
    }
  });

  it("is true for every text with a TODO comment", () => {
    const text = fc
      .array(
        fc.constantFrom(
          "TODO",
          "FIXME",
          "HACK",
          "todo",
          "// ",
          "/* ",
          "@",
          ":",
          "(x)",
          "a",
          "-",
          " ",
          "\n",
          "é",
        ),
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (source) => {
        if (findTodoComments(source, "typescript").length > 0) assert.ok(mayContainTodo(source), source);
      }),
    );
  });
});

describe("truncateAtWhitespace", () => {
  it("cuts between words", () => {
    assert.equal(truncateAtWhitespace("art #12", 7), "art #12");
    assert.equal(truncateAtWhitespace("art #123", 7), "art ");
    assert.equal(truncateAtWhitespace("art #12 x", 7), "art #12 ");
    assert.equal(truncateAtWhitespace("art\n#12", 4), "art\n");
    assert.equal(truncateAtWhitespace("abcdef", 3), "");
  });

  it("is fast on long text without whitespace", () => {
    const text = "x".repeat(400_000);
    const start = performance.now();
    assert.equal(truncateAtWhitespace(`art #12 ${text}`, 200_000), "art #12 ");
    const duration = performance.now() - start;
    assert.ok(duration < 1_000, `${Math.round(duration)} ms`);
  });
});
