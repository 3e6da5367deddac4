import assert from "node:assert/strict";
import { win32 } from "node:path";
import fc from "fast-check";
import { toUniqueFileName, toSafeFileName } from "../../../src/model/fileName.ts";

/** Problematic names of each kind, and any text. */
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
    .map(([stem, extension]) => `${stem}.${extension}`),
);

function bytes(text: string): number {
  return Buffer.byteLength(text);
}

describe("toSafeFileName", () => {
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
  for (const [original, expected] of rows) {
    it(`returns ${JSON.stringify(expected.slice(0, 30))} for ${JSON.stringify(original.slice(0, 30))}`, () => {
      assert.equal(toSafeFileName(original), expected);
    });
  }

  it("returns a name that is valid on every platform and stays in its folder", () => {
    fc.assert(
      fc.property(anyName, (original) => {
        const name = toSafeFileName(original);
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

  it("doesn't change a safe name", () => {
    fc.assert(
      fc.property(anyName, (original) =>
        assert.equal(toSafeFileName(toSafeFileName(original)), toSafeFileName(original)),
      ),
      { numRuns: 1000 },
    );
  });

  it("keeps the extension of a truncated name", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 130, max: 400 }),
        fc.stringMatching(/^[a-z0-9]{1,20}$/),
        (length, extension) => {
          const name = toSafeFileName(`${"ä".repeat(length)}.${extension}`);
          assert.ok(name.endsWith(`ä.${extension}`));
        },
      ),
    );
  });

  it("is fast for long names", () => {
    const before = process.cpuUsage();
    for (const unit of [" ", ".", ". ", "a ", "\u202e", "a."]) toSafeFileName(`x${unit.repeat(500_000)}x`);
    assert.ok(process.cpuUsage(before).user < 5_000_000);
  });
});

describe("toUniqueFileName", () => {
  it("returns the name, or appends the first free number before the extension", () => {
    assert.equal(toUniqueFileName("a.txt", []), "a.txt");
    assert.equal(toUniqueFileName("a.txt", ["b.txt", "a.txt"]), "a (2).txt");
    assert.equal(toUniqueFileName("a.txt", ["a.txt", "a (2).txt", "a (4).txt"]), "a (3).txt");
    assert.equal(toUniqueFileName("Makefile", ["Makefile"]), "Makefile (2)");
  });

  it("treats names that differ only in case or accent encoding as equal", () => {
    assert.equal(toUniqueFileName("a.TXT", ["A.txt"]), "a (2).TXT");
    assert.equal(toUniqueFileName("\u00e9", ["E\u0301"]), "\u00e9 (2)");
    assert.equal(toUniqueFileName("STRASSE", ["straße"]), "STRASSE (2)");
  });

  it("keeps any files apart on a case-insensitive file system", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyName, fc.constantFrom("a", "A", "a.b", "A.B", "a (2)"))),
        (original) => {
          const existing: string[] = [];
          for (const each of original) existing.push(toUniqueFileName(toSafeFileName(each), existing));
          assert.equal(new Set(existing.map((name) => name.toLowerCase())).size, original.length);
          assert.ok(existing.every((name) => bytes(name) <= 140));
        },
      ),
    );
  });
});
