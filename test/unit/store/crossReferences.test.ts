import assert from "node:assert/strict";
import { keywordsIn } from "../../../src/model/reference/referenceText.ts";
import { artifactIn, pageAddress } from "../../../src/store/sites.ts";
import { Desk } from "../../support/fixtures/formFixture.ts";

const equipment = 13;

describe("the cross references of an artifact", () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open("product");
  });
  afterEach(() => desk.close());

  it("lead to artifacts of the site that was asked, whichever host the server says", async () => {
    const artifactId = await desk.anArtifactOf(equipment);
    const { api } = desk.site;
    const { base } = await desk.held(artifactId, equipment);
    const form = base?.form ?? assert.fail("nothing was read");
    const links = form.fields.find(({ value }) => value?.kind === "links")?.value;
    const linked = links?.kind === "links" ? [...links.forward, ...links.reverse] : [];
    assert.ok(linked.length > 0, "the artifact has links, which are cross references, too");
    const value = form.fields.find(({ name }) => name === "references")?.value;
    const references = value?.kind === "references" ? value.references : assert.fail("no references");
    assert.deepEqual(
      new Set(references.map(({ path = "" }) => artifactIn(api, path))),
      new Set(linked.map((link) => link.artifactId)),
    );
    for (const { text, path = "" } of references) {
      assert.match(text, /^\w+ #\d+$/);
      assert.equal(new URL(pageAddress(api, path)).origin, new URL(api).origin);
    }
    assert.deepEqual(new Set(keywordsIn(form)), new Set(references.map(({ text }) => text.split(" ")[0])));
  });
});
