import assert from "node:assert/strict";
import { win32 } from "node:path";
import fc from "fast-check";
import { freeName, safeFileName } from "../../../src/model/fileName.ts";

/** Names of one kind of trouble each, beside any text at all. */
const anyName = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({ unit: fc.constantFrom(".", " ", "/", "\\", "a", "é", "\u202e", "😀", "_", "\ud800") }),
  fc
    .tuple(
      fc.constantFrom("con", "NUL", "Com1", "lpt9", "aux", "COM¹", ".git", ".."),
      fc.constantFrom("", " ", ".", ".txt", ".tar.gz", "  .x", "\\..\\evil"),
    )
    .map((parts) => parts.join("")),
  fc
    .tuple(fc.string({ minLength: 200, maxLength: 300 }), fc.string({ maxLength: 30 }))
    .map(([stem, ending]) => `${stem}.${ending}`),
);

function bytes(text: string): number {
  return Buffer.byteLength(text);
}

describe("the name of a file from a server", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["report.pdf", "report.pdf"],
    ["Grundriß, 2. Stock (neu).PDF", "Grundriß, 2. Stock (neu).PDF"],
    ["_private.py", "_private.py"],
    ["", "file"],
    [".", "file"],
    ["..", "file"],
    ["   ", "file"],
    ["///", "file"],
    ["../../etc/passwd", "__.._etc_passwd"],
    ["..\\..\\evil", "__.._evil"],
    ["C:\\Windows\\x.dll", "C__Windows_x.dll"],
    ["a.txt:stream", "a.txt_stream"],
    [".git", "_git"],
    [" .. .bashrc", "_bashrc"],
    ["CON", "_CON"],
    ["nul.txt", "_nul.txt"],
    ["Com1 .log", "_Com1 .log"],
    ["LPT²", "_LPT²"],
    ["console.log", "console.log"],
    ["name. . .", "name"],
    ["txt\u202efdp.exe", "txt_fdp.exe"],
    ["a\u0000b\nc\u007f", "a_b_c_"],
    ["a\u200b\u2066\u061cb", "a___b"],
    ["half \ud83d of one", "half _ of one"],
    ["e\u0301.txt", "\u00e9.txt"],
    [`${"x".repeat(300)}.docx`, `${"x".repeat(123)}.docx`],
    [`${"ü".repeat(300)}.txt`, `${"ü".repeat(62)}.txt`],
    ["😀".repeat(300), "😀".repeat(32)],
    [`${"y".repeat(100)}${" ".repeat(200)}.c`, `${"y".repeat(100)}.c`],
  ];
  for (const [told, expected] of rows) {
    it(`is ${JSON.stringify(expected.slice(0, 30))} for ${JSON.stringify(told.slice(0, 30))}`, () => {
      assert.equal(safeFileName(told), expected);
    });
  }

  it("is one that every system takes and that stays in its folder, whatever was told", () => {
    fc.assert(
      fc.property(anyName, (told) => {
        const name = safeFileName(told);
        assert.ok(name !== "" && bytes(name) <= 128, "its length");
        assert.doesNotMatch(name, /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
        assert.doesNotMatch(name, /^[\s.]|[\s.]$/u);
        assert.doesNotMatch(name.replace(/\s*(\..*)?$/su, ""), /^(con|prn|aux|nul|(com|lpt)[\d¹²³])$/iu);
        assert.equal(win32.basename(name), name);
        assert.equal(Buffer.from(name).toString(), name);
      }),
      { numRuns: 1000 },
    );
  });

  it("stays as it is once it is safe", () => {
    fc.assert(
      fc.property(anyName, (told) => assert.equal(safeFileName(safeFileName(told)), safeFileName(told))),
      { numRuns: 1000 },
    );
  });

  it("keeps its ending when it is cut", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 130, max: 400 }),
        fc.stringMatching(/^[a-z0-9]{1,20}$/),
        (length, ending) => {
          const name = safeFileName(`${"ä".repeat(length)}.${ending}`);
          assert.ok(name.endsWith(`ä.${ending}`));
        },
      ),
    );
  });

  it("takes no time to speak of, however long", () => {
    const before = process.cpuUsage();
    for (const unit of [" ", ".", ". ", "a ", "\u202e", "a."]) safeFileName(`x${unit.repeat(500_000)}x`);
    assert.ok(process.cpuUsage(before).user < 5_000_000);
  });
});

describe("a free name", () => {
  it("is the name itself, or has the first number that is free, before its ending", () => {
    assert.equal(freeName("a.txt", []), "a.txt");
    assert.equal(freeName("a.txt", ["b.txt", "a.txt"]), "a (2).txt");
    assert.equal(freeName("a.txt", ["a.txt", "a (2).txt", "a (4).txt"]), "a (3).txt");
    assert.equal(freeName("Makefile", ["Makefile"]), "Makefile (2)");
  });

  it("is not that of a file whose name differs in case or in the way of writing accents only", () => {
    assert.equal(freeName("a.TXT", ["A.txt"]), "a (2).TXT");
    assert.equal(freeName("\u00e9", ["E\u0301"]), "\u00e9 (2)");
    assert.equal(freeName("STRASSE", ["straße"]), "STRASSE (2)");
  });

  it("keeps any number of files of any names apart, on a disk that tells no case apart", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyName, fc.constantFrom("a", "A", "a.b", "A.B", "a (2)"))), (told) => {
        const taken: string[] = [];
        for (const each of told) taken.push(freeName(safeFileName(each), taken));
        assert.equal(new Set(taken.map((name) => name.toLowerCase())).size, told.length);
        assert.ok(taken.every((name) => bytes(name) <= 140));
      }),
    );
  });
});
