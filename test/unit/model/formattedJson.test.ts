import assert from "node:assert/strict";
import fc from "fast-check";
import { formattedJson } from "../../../src/model/inspect.ts";

const mostCharacters = 1_000_000;

function whole(text: string): string | undefined {
  const formatted = formattedJson(text, { isCut: false, mostCharacters });
  assert.equal(formatted?.isWhole ?? true, true);
  return formatted?.text;
}

function cut(text: string): string {
  const formatted = formattedJson(text, { isCut: true, mostCharacters });
  assert.equal(formatted?.isWhole, false);
  return formatted.text;
}

describe("JSON as people read it", () => {
  it("has a line per value, as JavaScript would write it", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        assert.equal(whole(text), JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
    const spaced = ' { "a" : [ 1 , { } , [ ] ] ,\n"b":"\\"},{" } ';
    assert.equal(whole(spaced), JSON.stringify(JSON.parse(spaced), null, 2));
  });

  it("keeps digits, members and their order as the server wrote them", () => {
    assert.equal(
      whole('{"b":12345678901234567890,"2":1.10,"1":1E5,"b":null}'),
      '{\n  "b": 12345678901234567890,\n  "2": 1.10,\n  "1": 1E5,\n  "b": null\n}',
    );
  });

  it("has texts as people read them, but for what would mislead them", () => {
    assert.equal(
      whole(String.raw`["projects\/101","\u00e9\ud83c\udf0a","\u202etxt\u2028","a\\/\n"]`),
      `[\n  "projects/101",\n  "é🌊",\n  ${String.raw`"\u202etxt\u2028",`}\n  ${String.raw`"a\\/\n"`}\n]`,
    );
  });

  it("is JSON wherever it was cut, and holds what was whole before the cut", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, place) => {
        const at = place % (text.length + 1);
        const shown = cut(text.slice(0, at));
        if (shown === "") return;
        const before = JSON.stringify(JSON.parse(text), null, 2);
        assert.equal(JSON.stringify(JSON.parse(shown), null, 2), shown);
        // Up to its last value it is the beginning of all of it.
        const kept = shown.replace(/[\s}\]]*$/, "");
        assert.ok(before.startsWith(kept), `${kept} of ${before}`);
      }),
    );
    assert.equal(cut('{"a":[1,{"b":"c","d'), '{\n  "a": [\n    1,\n    {\n      "b": "c"\n    }\n  ]\n}');
    assert.equal(cut("[12,34"), "[\n  12\n]", "34 may have been the beginning of 345");
    assert.equal(cut('{"a":1,"b" '), '{\n  "a": 1\n}');
  });

  it("is nothing that makes gigabytes of a few bytes", () => {
    assert.equal(cut0("[".repeat(5_000_000)), undefined);
    const wide = `${"[".repeat(150)}${"1,".repeat(200_000)}1${"]".repeat(150)}`;
    const formatted = formattedJson(wide, { isCut: false, mostCharacters });
    assert.equal(formatted?.isWhole, false);
    assert.ok(formatted.text.length < 2 * mostCharacters);
    assert.ok(Array.isArray(JSON.parse(formatted.text)));
  });

  it("is no other text", () => {
    for (const text of ["", "<html>", "{", "{'a':1}", "nonsense", '{"a":1}}']) {
      assert.equal(whole(text), undefined, text);
    }
    for (const text of ["<html> <p> ", "// a → b\n1, ", "[\"a\", 'b', ", '["a\nb", 1, ']) {
      assert.equal(cut0(text), undefined, text);
    }
  });

  function cut0(text: string): string | undefined {
    return formattedJson(text, { isCut: true, mostCharacters })?.text;
  }
});
