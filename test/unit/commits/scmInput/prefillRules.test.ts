import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type NewPrefill,
  planPrefill,
  type StoredPrefill,
  parseStoredPrefill,
} from "../../../../src/features/commits/scmInput/prefillRules.ts";

const twelve: NewPrefill = { about: "here 12", text: "\n\nart #12" };
const thirteen: NewPrefill = { about: "here 13", text: "\n\nart #13" };

/** An SCM input with its stored state. */
class ScmInput {
  value = "";
  prefilled: StoredPrefill | undefined;
  prefill: NewPrefill | undefined;
  mode: "fill" | "keep" = "fill";

  update(): string {
    const { prefilled, newText } = planPrefill(this.value, this.prefilled, this.prefill, this.mode);
    this.prefilled = prefilled;
    this.value = newText ?? this.value;
    return this.value;
  }

  type(text: string): string {
    this.value = text;
    return this.update();
  }

  setActive(prefill: NewPrefill | undefined): string {
    this.prefill = prefill;
    return this.update();
  }

  commit(): string {
    this.value = "";
    this.prefilled = undefined;
    return this.update();
  }
}

describe("the prefilled reference", () => {
  let input: ScmInput;

  beforeEach(() => {
    input = new ScmInput();
  });

  it("is put into an empty input, and follows the active artifact", () => {
    assert.equal(input.update(), "");
    assert.equal(input.setActive(twelve), twelve.text);
    assert.equal(input.update(), twelve.text);
    assert.equal(input.setActive(thirteen), thirteen.text);
    assert.equal(input.setActive(undefined), "");
    assert.equal(input.setActive(twelve), twelve.text);
  });

  it("never changes typed text", () => {
    input.value = "Half a mess";
    assert.equal(input.setActive(twelve), "Half a mess");
    assert.equal(input.type(" "), " ");
    assert.equal(input.type(""), twelve.text);
    assert.equal(input.type("Mend\n\nart #12"), "Mend\n\nart #12");
    assert.equal(input.setActive(thirteen), "Mend\n\nart #12");
    assert.equal(input.setActive(undefined), "Mend\n\nart #12");
  });

  for (const [what, remaining] of [
    ["everything", ""],
    ["the reference", "\n\n"],
  ] as const) {
    it(`isn't inserted again after ${what} was deleted, until the next commit`, () => {
      input.setActive(twelve);
      assert.equal(input.type(remaining), remaining);
      assert.equal(input.type("Mend"), "Mend");
      assert.equal(input.type(""), "");
      assert.equal(input.update(), "");
      assert.equal(input.commit(), twelve.text);
    });
  }

  it("is inserted again for another artifact, and for the same one after that", () => {
    input.setActive(twelve);
    input.type("");
    assert.equal(input.setActive(thirteen), thirteen.text);
    input.type("");
    input.setActive(undefined);
    assert.equal(input.setActive(thirteen), thirteen.text);
  });

  it("counts as prefilled again after the deletion is undone", () => {
    input.setActive(twelve);
    input.type("");
    input.type(twelve.text);
    assert.equal(input.setActive(thirteen), thirteen.text);
  });

  it("follows the template, with any line breaks", () => {
    input.setActive(twelve);
    input.value = twelve.text.replaceAll("\n", "\r\n");
    assert.equal(input.update(), "\r\n\r\nart #12");
    assert.equal(input.setActive({ ...twelve, text: "\n\nRefs: art #12" }), "\n\nRefs: art #12");
  });

  it("is only updated if inputs aren't filled automatically", () => {
    input.mode = "keep";
    assert.equal(input.setActive(twelve), "");
    [input.prefilled, input.value] = [{ ...twelve, state: "in" }, twelve.text];
    assert.equal(input.setActive(thirteen), thirteen.text);
    assert.equal(input.commit(), "");
  });

  it("never replaces typed text in any sequence of events", () => {
    const typed = fc.constantFrom("", " ", "\n", "M", "Mend\n\nart #12", "art #13", twelve.text);
    const artifact = fc.constantFrom(undefined, twelve, thirteen);
    const event = fc.oneof(
      typed.map((text) => (each: ScmInput) => [text, each.type(text)] as const),
      artifact.map((prefill) => (each: ScmInput) => [each.value, each.setActive(prefill)] as const),
      fc.constant((each: ScmInput) => ["", each.commit()] as const),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const scmInput = new ScmInput();
        const prefilledTexts = new Set(["", twelve.text, thirteen.text]);
        for (const run of events) {
          const [before, after] = run(scmInput);
          if (!prefilledTexts.has(before)) assert.equal(after, before);
          assert.ok(prefilledTexts.has(after) || after === before);
        }
      }),
    );
  });

  it("is stored, and invalid stored values are ignored", () => {
    const stored: StoredPrefill = { ...twelve, state: "out" };
    assert.deepEqual(parseStoredPrefill(JSON.parse(JSON.stringify(stored))), stored);
    for (const other of [
      undefined,
      null,
      "art #12",
      {},
      { ...stored, state: "away" },
      { ...stored, text: 12 },
    ]) {
      assert.equal(parseStoredPrefill(other), undefined);
    }
  });
});
