import assert from "node:assert/strict";
import { type BranchOffer, BranchOffers } from "../../../../src/features/commits/branchOffer.ts";
import { type Pattern, usablePatterns } from "../../../../src/model/reference/find.ts";
import type { TemplateArtifact } from "../../../../src/model/reference/template.ts";

const artifact: TemplateArtifact = {
  id: 12,
  title: "Buoys drift at night",
  status: "New",
  tracker: "bug",
  project: undefined,
  fields: new Map([["severity", "Very High"]]),
};

interface Given {
  readonly names?: readonly string[];
  readonly current?: string | undefined;
  readonly patterns?: readonly Pattern[];
}

function offersOf(given: Given = {}): BranchOffers {
  const { names, current, patterns } = { names: ["main"], current: "main", patterns: [], ...given };
  const branches = names.map((name) => {
    const isRemote = name.startsWith("origin/");
    return { name, isRemote, hash: "0".repeat(40) };
  });
  return new BranchOffers(artifact, branches, current, patterns);
}

function typed(text: string, offers: BranchOffers): BranchOffer {
  const offer = offers.typed(text);
  assert.ok("choice" in offer, JSON.stringify(offer));
  return offer;
}

describe("branches for an artifact", () => {
  it("are named as the template says, with each key stroke", () => {
    const name = (text: string): string => typed(text, offersOf()).choice.name;
    assert.equal(name("tuleap-${id}-${slug}"), "tuleap-12-buoys-drift-at-night");
    assert.equal(name("${tracker|upper}/${id}-${severity|slug}"), "BUG/12-very-high");
    assert.equal(name("plain name"), "plain-name");
    assert.equal(name("tuleap-${id}-${slug|max:5}"), "tuleap-12-buoys");
  });

  it("say what is wrong with what was typed", () => {
    assert.deepEqual(offersOf().typed("tuleap-${id"), {
      kind: "templateProblem",
      code: "unclosed",
      template: "tuleap-${id",
      part: undefined,
    });
  });

  it("say which values the artifact lacks, and whether it is found again from the name", () => {
    const offer = typed("fix-${flavour}-${slug}", offersOf());
    assert.deepEqual([offer.missing, offer.isRecognised], [["flavour"], false]);
    assert.equal(typed("tuleap-12", offersOf()).isRecognised, true);
    assert.equal(typed("tuleap-13", offersOf()).isRecognised, false);
    const patterns = usablePatterns(["issue-${id}"]);
    assert.equal(typed("issue-12", offersOf({ patterns })).isRecognised, true);
  });

  it("are checked out where they are there already", () => {
    const names = ["main", "tuleap-12", "origin/tuleap-12-far"];
    assert.deepEqual(typed("tuleap-12", offersOf({ names })).choice, { kind: "checkOut", name: "tuleap-12" });
    assert.deepEqual(typed("main", offersOf({ names })).choice, { kind: "stay", name: "main" });
    const far = { kind: "create", name: "origin/tuleap-12-far", start: undefined };
    assert.deepEqual(typed("origin/tuleap-12-far", offersOf({ names })).choice, far);
  });

  it("are offered where they are about the artifact, those of a server under their own name", () => {
    const names = [
      "main",
      "tuleap-12-old",
      "tuleap-120",
      "tuleap-7",
      "origin/tuleap-12-old",
      "origin/me/TULEAP-12",
    ];
    const choices = offersOf({ names })
      .standing()
      .map(({ choice }) => choice);
    assert.deepEqual(choices, [
      { kind: "checkOut", name: "tuleap-12-old" },
      { kind: "create", name: "me/TULEAP-12", start: "refs/remotes/origin/me/TULEAP-12" },
      { kind: "stay", name: "main" },
    ]);
  });

  it("leave nowhere to stay while no branch is checked out", () => {
    assert.deepEqual(offersOf({ current: undefined }).standing(), []);
  });

  it("say of the branch that one is on whether it tells the artifact", () => {
    const [stay] = offersOf({ names: ["tuleap-12"], current: "tuleap-12" }).standing();
    assert.deepEqual(stay, { choice: { kind: "stay", name: "tuleap-12" }, missing: [], isRecognised: true });
  });
});
