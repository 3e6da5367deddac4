import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createCommentRemoval,
  findCodeComments,
  isSafeInComment,
  listCommentLines,
} from "../../../src/model/codeComments.ts";
import { applyTextEdit } from "../../../src/model/reference/commitMessage.ts";

function getComments(text: string, languageId: string): readonly string[] {
  return findCodeComments(text, languageId).map(({ start, end }) => text.slice(start, end));
}

describe("findCodeComments", () => {
  for (const [languageId, text, expected] of [
    ["typescript", "a(); // one\n/* two\n three */ b();", ["// one", "/* two\n three */"]],
    ["typescript", "const url = 'http://x'; // real", ["// real"]],
    ["typescript", 'const a = "/* no */"; const b = `// no ${c}\n// no`;', []],
    ["typescript", 'const a = "escaped \\" // no"; // yes', ["// yes"]],
    ["typescript", "const a = /[/*]/; // yes\nconst b = c / d; // also", ["// yes", "// also"]],
    ["typescriptreact", "<br /> // one\nreturn <p>a</p>; // two", ["// one", "// two"]],
    ["javascript", "// it's\nb('x'); // end", ["// it's", "// end"]],
    ["c", "char c = '\"'; // one\nint n = 1'000'000; /* two */", ["// one", "/* two */"]],
    ["rust", 'fn f<\'a>(x: &\'a str) {} // life\nlet s = r#"// no " // no"#;', ["// life"]],
    ["go", "s := `// no\n// no` // yes", ["// yes"]],
    ["csharp", 'var p = @"C:\\"; // yes', ["// yes"]],
    ["python", "x = '#no' # yes\n'''\n# no\n'''\n# more", ["# yes", "# more"]],
    ["ruby", 'puts "#{a} # no" # yes', ["# yes"]],
    ["shellscript", "echo $# ${#a} x#y # yes", ["# yes"]],
    ["yaml", "a: b#c # yes\nd: don't # more", ["# yes", "# more"]],
    ["dockerfile", "# yes\nRUN a # no", ["# yes"]],
    ["sql", "select '--no' -- yes\n/* more */", ["-- yes", "/* more */"]],
    ["lua", "--[[ one\n two ]] x = [[ -- no ]] -- three", ["--[[ one\n two ]]", "-- three"]],
    ["haskell", "f x --> y\n-- yes\n{- more -}", ["-- yes", "{- more -}"]],
    ["html", "<!-- one --><a href='http://x'>b</a>\n<script>// two</script>", ["<!-- one -->"]],
    ["html", '<input accept="image/*">\n<p>art #1</p>\n<style>a{}/* yes */</style>', ["/* yes */"]],
    ["vue", "<p>a /* b</p>\n// yes\n/*", ["// yes"]],
    ["markdown", "# Heading art #1\n<!-- yes -->\n// no", ["<!-- yes -->"]],
    ["php", "#[Attribute]\n# one\n// two\n$a = '#no';", ["# one", "// two"]],
    ["scss", "a { b: url(http://x); } // yes", ["// yes"]],
    ["css", "a { color: #fff; /* yes */ }", ["/* yes */"]],
    ["latex", "50\\% no % yes", ["% yes"]],
    ["bat", "REM one\necho rem no\n:: two", ["REM one", ":: two"]],
    ["vb", "x = \"it's\" ' yes", ["' yes"]],
    ["powershell", "<# one\n two #> $a # three", ["<# one\n two #>", "# three"]],
    ["clojure", '(str ";no") ; yes', ["; yes"]],
    ["nothing-known", "  # one\na # no\n// two\n/* three */", ["# one", "// two", "/* three */"]],
    ["nothing-known", "include conf.d/*.conf;\n# yes\nglob '**/*.js' */", ["# yes"]],
    ["plaintext", "// no\n# no", []],
    ["git-commit", "# no", []],
    ["java", "/* not closed", ["/* not closed"]],
  ] as const) {
    it(`finds ${expected.length} in ${languageId}: ${JSON.stringify(text)}`, () =>
      assert.deepEqual(getComments(text, languageId), expected));
  }

  it("finds the same comments with both line endings", () => {
    const text = "a // one\n/* two\n * three */\n# four\n";
    const windows = text.replaceAll("\n", "\r\n");
    assert.deepEqual(
      getComments(windows, "typescript").map((comment) => comment.replaceAll("\r", "")),
      getComments(text, "typescript"),
    );
    assert.deepEqual(getComments(windows, "python"), ["# four"]);
  });

  it("finds separate comments in order, each with its content between its marks", () => {
    const parts = fc.constantFrom(
      "//",
      "/*",
      "*/",
      "#",
      "--",
      '"',
      "'",
      "`",
      "\\",
      "/",
      "[",
      "\n",
      "\r\n",
      " ",
      "a",
    );
    const language = fc.constantFrom(
      "typescript",
      "python",
      "sql",
      "lua",
      "yaml",
      "html",
      "pascal",
      "unknown",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), language, (pieces, languageId) => {
        const text = pieces.join("");
        let previousEnd = 0;
        for (const { kind, start, end, content } of findCodeComments(text, languageId)) {
          assert.ok(previousEnd <= start && start < content.start && content.start <= content.end);
          assert.ok(content.end <= end && end <= text.length);
          if (kind === "line") assert.ok(!text.slice(start, end).includes("\n"));
          previousEnd = end;
        }
      }),
    );
  });
});

describe("listCommentLines", () => {
  function getLines(text: string, languageId: string): readonly string[] {
    return findCodeComments(text, languageId).flatMap((comment) =>
      listCommentLines(text, comment).map((line) => {
        assert.equal(text.slice(line.start, line.end), line.text);
        return line.text;
      }),
    );
  }

  it("returns words without marks and decoration", () => {
    assert.deepEqual(getLines("/// one \n//! two\n//three", "rust"), ["one", "two", "three"]);
    assert.deepEqual(getLines("/**\n * one\n * - two\n *\n **/", "java"), ["", "one", "- two", "", ""]);
    assert.deepEqual(getLines("/* one\r\n   two */", "c"), ["one", "two"]);
    assert.deepEqual(getLines("## one", "python"), ["one"]);
    assert.deepEqual(getLines("<!-- one\ntwo -->", "html"), ["one", "two"]);
  });
});

describe("createCommentRemoval", () => {
  function remove(text: string, languageId: string, word = "art #1"): readonly [string, string] {
    const at = text.indexOf(word);
    const comment =
      findCodeComments(text, languageId).find(({ start, end }) => start <= at && at < end) ??
      assert.fail("no comment");
    const { scope, edit } = createCommentRemoval(text, comment, at);
    return [scope, applyTextEdit(text, edit)];
  }

  for (const [title, text, scope, expected] of [
    ["a line", "a\n  // art #1\nb\n", "comment", "a\nb\n"],
    ["a line with CRLF", "a\r\n  // art #1\r\nb\r\n", "comment", "a\r\nb\r\n"],
    ["the last line", "a\n// art #1", "comment", "a"],
    ["the last line with CRLF", "a\r\n// art #1", "comment", "a"],
    ["the only line", "// art #1", "comment", ""],
    ["the end of a line", "a();  // art #1\nb\n", "comment", "a();\nb\n"],
    ["one of several lines", "// one\n// art #1\n// two\n", "comment", "// one\n// two\n"],
    ["a block", "a\n/* art #1 */\nb", "comment", "a\nb"],
    ["a block with empty lines", "a\n/**\n * art #1\n */\nb", "comment", "a\nb"],
    ["a block in code", "f(/* art #1 */ x)", "comment", "f( x)"],
    ["a block between blanks", "f(a, /* art #1 */ x)", "comment", "f(a, x)"],
    ["a block between words", "return/* art #1 */x", "comment", "return x"],
    ["a block before code", "  /* art #1 */ x", "comment", "  x"],
    ["a line of a block", "/**\n * One.\n * art #1\n * Two.\n */\n", "line", "/**\n * One.\n * Two.\n */\n"],
    ["the first line of a block", "/** art #1\n * Two.\n */", "line", "/**\n * Two.\n */"],
    ["the last line of a block", "/* One.\n   art #1 */\nb", "line", "/* One.\n   */\nb"],
  ] as const) {
    it(`removes ${title}`, () => assert.deepEqual(remove(text, "typescript"), [scope, expected]));
  }

  it("keeps all other comments and all code", () => {
    const line = fc.constantFrom(
      "a();",
      "// other",
      "b(); // art #1",
      "  // art #1",
      "/* art #1 */ c();",
      "/* d */",
    );
    const lineBreak = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        lineBreak,
        fc.nat(),
        (lines, separator, seed) => {
          const text = lines.join(separator);
          const stale = findCodeComments(text, "typescript").filter(({ start, end }) =>
            text.slice(start, end).includes("art #1"),
          );
          const comment = stale[seed % stale.length];
          if (comment === undefined) return;
          const after = applyTextEdit(
            text,
            createCommentRemoval(text, comment, comment.content.start + 1).edit,
          );
          const getCode = (source: string): string =>
            findCodeComments(source, "typescript")
              .toReversed()
              .reduce((code, { start, end }) => code.slice(0, start) + code.slice(end), source)
              .replaceAll(/\s/g, "");
          assert.equal(getCode(after), getCode(text));
          assert.equal(getComments(after, "typescript").length, getComments(text, "typescript").length - 1);
        },
      ),
    );
  });
});

describe("isSafeInComment", () => {
  it("rejects texts that end a comment, or start another one", () => {
    assert.ok(isSafeInComment("art #12"));
    assert.ok(isSafeInComment("art #12 (Pumpe läuft heiß)"));
    for (const text of [
      "a */ b",
      "a -->",
      "/* a",
      "-}",
      "}",
      "#>",
      "a ?> b",
      "a\\",
      "a\nb",
      "(* a",
      "]]",
      "--!>",
      "</script>",
      "%>",
      "*@",
      "=#",
    ]) {
      assert.ok(!isSafeInComment(text), text);
    }
  });
});
