import assert from "node:assert/strict";
import fc from "fast-check";
import { toCsv, escapeFormula } from "../../../src/model/table.ts";

/** A CSV parser according to RFC 4180. */
function parseCsv(text: string): readonly (readonly string[])[] {
  assert.ok(text.startsWith("\uFEFF"), "the mark of UTF-8");
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let place = 1; place < text.length; place += 1) {
    const character = text[place] ?? "";
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[place + 1] === '"') {
        cell += '"';
        place += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === "," || text.startsWith("\r\n", place)) {
      row.push(cell);
      cell = "";
      if (character === ",") continue;
      rows.push(row);
      row = [];
      place += 1;
    } else {
      assert.ok(!'"\r\n'.includes(character), `${JSON.stringify(character)} outside of quotes`);
      cell += character;
    }
  }
  assert.deepEqual([row, cell, isQuoted], [[], "", false], "the last line has its end");
  return rows;
}

const hostileText = fc.array(
  fc.constantFrom('"', ",", ";", "\r", "\n", "\t", " ", "=", "+", "-", "@", "1", "a", "ß", "漢", "😀"),
);
const cells = fc.oneof(
  hostileText.map((parts) => parts.join("")),
  fc.string({ unit: "grapheme" }),
);

describe("toCsv", () => {
  it("quotes only if needed, doubles quotes and ends each line", () => {
    assert.equal(
      toCsv([
        ["ID", "Title"],
        ["12", 'Says "no", twice'],
        ["13", "two\nlines"],
        ["14", ""],
      ]),
      '\uFEFFID,Title\r\n12,"Says ""no"", twice"\r\n13,"two\nlines"\r\n14,\r\n',
    );
  });

  it("writes cells that a CSV parser reads back", () => {
    const tables = fc
      .integer({ min: 1, max: 5 })
      .chain((width) => fc.array(fc.array(cells, { minLength: width, maxLength: width }), { maxLength: 6 }));
    fc.assert(
      fc.property(tables, (rows) => {
        assert.deepEqual(
          parseCsv(toCsv(rows)),
          rows.map((row) => row.map(escapeFormula)),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("escapes cells that start like a formula", () => {
    const formulas = [
      "=1+1",
      "=HYPERLINK(…)",
      "+49 123",
      "-1+2",
      "-",
      "@SUM(A1)",
      "\tx",
      "\rx",
      "  =1",
      "\u00A0@x",
      "\u0000=1",
      "＝1",
      "-1,5",
      "- 1",
    ];
    for (const formula of formulas) {
      assert.equal(escapeFormula(formula), `'${formula}`, JSON.stringify(formula));
    }
  });

  it("escapes formulas after other separators than the comma", () => {
    const cells = [
      ["hello;=HYPERLINK(…)", "hello;'=HYPERLINK(…)"],
      ["a, +1", "a,' +1"],
      ["a\t@x", "a\t'@x"],
      ["a\r\n=1", "a\r\n'=1"],
      ["a\n- b\n- c", "a\n'- b\n'- c"],
      ['a;"=1+1"', 'a;\'"=1+1"'],
      ["\t=1", "'\t'=1"],
      ["\n=1", "'\n'=1"],
      ["a;;\u0000＝1", "a;;'\u0000＝1"],
      ["-1;-2", "'-1;'-2"],
    ] as const;
    for (const [cell, text] of cells) assert.equal(escapeFormula(cell), text, JSON.stringify(cell));
  });

  it("leaves numbers and other texts unchanged", () => {
    const plain = [
      "",
      "0",
      "-5",
      "-3.25",
      "1e9",
      "-1.5e-7",
      "a=b",
      "1+1",
      "'=1",
      "2026-11-15",
      "#12",
      " x",
      "a; b, c\nd",
      "a;1=1",
    ];
    for (const text of plain) assert.equal(escapeFormula(text), text, JSON.stringify(text));
  });

  it("never lets a cell start like a formula for any text and separator", () => {
    fc.assert(
      fc.property(cells, (cell) => {
        assert.ok(!/^[\t\r]/.test(escapeFormula(cell)));
        const parts = toCsv([["1", cell]]).split(/[,;\t\r\n]/);
        for (const part of parts.map((each) => each.replace(/^[\s"]+/, ""))) {
          assert.doesNotMatch(part, /^[=+@]/);
          if (part.startsWith("-")) assert.ok(Number.isFinite(Number(cell)));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
