import assert from "node:assert/strict";
import fc from "fast-check";
import { formatJson } from "../../../src/model/rawResponse.ts";

const mostCharacters = 1_000_000;

function whole(text: string): string | undefined {
  const formatted = formatJson(text, { isCut: false, mostCharacters });
  assert.equal(formatted?.isComplete ?? true, true);
  return formatted?.text;
}

function cut(text: string): string {
  const formatted = formatJson(text, { isCut: true, mostCharacters });
  assert.equal(formatted?.isComplete, false);
  return formatted.text;
}

describe("formatJson", () => {
  it("writes one line per value like JSON.stringify", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        assert.equal(whole(text), JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
    const spaced = ' { "a" : [ 1 , { } , [ ] ] ,\n"b":"\\"},{" } ';
    assert.equal(whole(spaced), JSON.stringify(JSON.parse(spaced), null, 2));
  });

  it("keeps digits, members and their order", () => {
    assert.equal(
      whole('{"b":12345678901234567890,"2":1.10,"1":1E5,"b":null}'),
      '{\n  "b": 12345678901234567890,\n  "2": 1.10,\n  "1": 1E5,\n  "b": null\n}',
    );
  });

  it("unescapes strings except for misleading characters", () => {
    assert.equal(
      whole(String.raw`["projects\/101","\u00e9\ud83c\udf0a","\u202etxt\u2028","a\\/\n"]`),
      `[\n  "projects/101",\n  "é🌊",\n  ${String.raw`"\u202etxt\u2028",`}\n  ${String.raw`"a\\/\n"`}\n]`,
    );
  });

  it("returns valid JSON for truncated text, with all complete values before the cut", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, place) => {
        const at = place % (text.length + 1);
        const shown = cut(text.slice(0, at));
        if (shown === "") return;
        const before = JSON.stringify(JSON.parse(text), null, 2);
        assert.equal(JSON.stringify(JSON.parse(shown), null, 2), shown);
        // Without its end it is a prefix of the complete output.
        const prefix = shown.replace(/[\s}\]]*$/, "");
        assert.ok(before.startsWith(prefix), `${prefix} of ${before}`);
      }),
    );
    assert.equal(cut('{"a":[1,{"b":"c","d'), '{\n  "a": [\n    1,\n    {\n      "b": "c"\n    }\n  ]\n}');
    assert.equal(cut("[12,34"), "[\n  12\n]", "34 may have been the beginning of 345");
    assert.equal(cut('{"a":1,"b" '), '{\n  "a": 1\n}');
  });

  it("rejects deeply nested input", () => {
    assert.equal(cut0("[".repeat(5_000_000)), undefined);
    const wide = `${"[".repeat(150)}${"1,".repeat(200_000)}1${"]".repeat(150)}`;
    const formatted = formatJson(wide, { isCut: false, mostCharacters });
    assert.equal(formatted?.isComplete, false);
    assert.ok(formatted.text.length < 2 * mostCharacters);
    assert.ok(Array.isArray(JSON.parse(formatted.text)));
  });

  it("rejects other text", () => {
    for (const text of ["", "<html>", "{", "{'a':1}", "nonsense", '{"a":1}}']) {
      assert.equal(whole(text), undefined, text);
    }
    for (const text of ["<html> <p> ", "// a → b\n1, ", "[\"a\", 'b', ", '["a\nb", 1, ']) {
      assert.equal(cut0(text), undefined, text);
    }
  });

  function cut0(text: string): string | undefined {
    return formatJson(text, { isCut: true, mostCharacters })?.text;
  }
});
