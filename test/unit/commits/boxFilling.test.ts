import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Filling,
  nextStep,
  type OwnText,
  ownTextOf,
} from "../../../src/features/commits/scmInput/prefillRules.ts";

const twelve: Filling = { about: "here 12", text: "\n\nart #12" };
const thirteen: Filling = { about: "here 13", text: "\n\nart #13" };

/** A box, what is remembered of it, and what can happen to it. */
class Box {
  value = "";
  own: OwnText | undefined;
  wanted: Filling | undefined;
  how: "fill" | "keep" = "fill";

  look(): string {
    const { own, write } = nextStep(this.value, this.own, this.wanted, this.how);
    this.own = own;
    this.value = write ?? this.value;
    return this.value;
  }

  type(text: string): string {
    this.value = text;
    return this.look();
  }

  workOn(wanted: Filling | undefined): string {
    this.wanted = wanted;
    return this.look();
  }

  commit(): string {
    this.value = "";
    this.own = undefined;
    return this.look();
  }
}

describe("the reference in the commit box", () => {
  let box: Box;

  beforeEach(() => {
    box = new Box();
  });

  it("is put into an empty box, once, and goes with the artifact", () => {
    assert.equal(box.look(), "");
    assert.equal(box.workOn(twelve), twelve.text);
    assert.equal(box.look(), twelve.text);
    assert.equal(box.workOn(thirteen), thirteen.text);
    assert.equal(box.workOn(undefined), "");
    assert.equal(box.workOn(twelve), twelve.text);
  });

  it("leaves alone what was typed", () => {
    box.value = "Half a mess";
    assert.equal(box.workOn(twelve), "Half a mess");
    assert.equal(box.type(" "), " ");
    assert.equal(box.type(""), twelve.text);
    assert.equal(box.type("Mend\n\nart #12"), "Mend\n\nart #12");
    assert.equal(box.workOn(thirteen), "Mend\n\nart #12");
    assert.equal(box.workOn(undefined), "Mend\n\nart #12");
  });

  for (const [what, left] of [
    ["everything", ""],
    ["the words", "\n\n"],
  ] as const) {
    it(`stays out once ${what} were deleted, until the next commit`, () => {
      box.workOn(twelve);
      assert.equal(box.type(left), left);
      assert.equal(box.type("Mend"), "Mend");
      assert.equal(box.type(""), "");
      assert.equal(box.look(), "");
      assert.equal(box.commit(), twelve.text);
    });
  }

  it("is wanted again for another artifact, and for the same one after that", () => {
    box.workOn(twelve);
    box.type("");
    assert.equal(box.workOn(thirteen), thirteen.text);
    box.type("");
    box.workOn(undefined);
    assert.equal(box.workOn(thirteen), thirteen.text);
  });

  it("is our own again where the deletion was undone", () => {
    box.workOn(twelve);
    box.type("");
    box.type(twelve.text);
    assert.equal(box.workOn(thirteen), thirteen.text);
  });

  it("follows the template, and does not mind the system's line breaks", () => {
    box.workOn(twelve);
    box.value = twelve.text.replaceAll("\n", "\r\n");
    assert.equal(box.look(), "\r\n\r\nart #12");
    assert.equal(box.workOn({ ...twelve, text: "\n\nRefs: art #12" }), "\n\nRefs: art #12");
  });

  it("is only kept up to date where boxes are not to be filled", () => {
    box.how = "keep";
    assert.equal(box.workOn(twelve), "");
    [box.own, box.value] = [{ ...twelve, state: "in" }, twelve.text];
    assert.equal(box.workOn(thirteen), thirteen.text);
    assert.equal(box.commit(), "");
  });

  it("never takes the place of what somebody typed, whatever happens", () => {
    const typed = fc.constantFrom("", " ", "\n", "M", "Mend\n\nart #12", "art #13", twelve.text);
    const artifact = fc.constantFrom(undefined, twelve, thirteen);
    const event = fc.oneof(
      typed.map((text) => (each: Box) => [text, each.type(text)] as const),
      artifact.map((wanted) => (each: Box) => [each.value, each.workOn(wanted)] as const),
      fc.constant((each: Box) => ["", each.commit()] as const),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const one = new Box();
        const ours = new Set(["", twelve.text, thirteen.text]);
        for (const happen of events) {
          const [before, after] = happen(one);
          if (!ours.has(before)) assert.equal(after, before);
          assert.ok(ours.has(after) || after === before);
        }
      }),
    );
  });

  it("is remembered, and nothing else is taken for it", () => {
    const own: OwnText = { ...twelve, state: "out" };
    assert.deepEqual(ownTextOf(JSON.parse(JSON.stringify(own))), own);
    for (const other of [undefined, null, "art #12", {}, { ...own, state: "away" }, { ...own, text: 12 }]) {
      assert.equal(ownTextOf(other), undefined);
    }
  });
});
