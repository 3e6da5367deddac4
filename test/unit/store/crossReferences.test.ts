import assert from "node:assert/strict";
import { collectReferenceKeywords } from "../../../src/model/reference/formatReference.ts";
import { parseArtifactIdFromUrl, toPageUrl } from "../../../src/store/sites.ts";
import { FormFixture } from "../../support/fixtures/formFixture.ts";

const trackerId = 13;

describe("cross references of an artifact", () => {
  let fixture: FormFixture;

  beforeEach(async () => {
    fixture = await FormFixture.open("product");
  });
  afterEach(() => fixture.close());

  it("link to artifacts of the same site, whatever host the server reports", async () => {
    const artifactId = await fixture.getFirstArtifactId(trackerId);
    const { api } = fixture.site;
    const { base } = await fixture.openAsReader(artifactId, trackerId);
    const form = base?.form ?? assert.fail("nothing was read");
    const links = form.fields.find(({ value }) => value?.kind === "links")?.value;
    const linked = links?.kind === "links" ? [...links.forward, ...links.reverse] : [];
    assert.ok(linked.length > 0, "the artifact has links, which are cross references, too");
    const value = form.fields.find(({ name }) => name === "references")?.value;
    const references = value?.kind === "references" ? value.references : assert.fail("no references");
    assert.deepEqual(
      new Set(references.map(({ path = "" }) => parseArtifactIdFromUrl(api, path))),
      new Set(linked.map((link) => link.artifactId)),
    );
    for (const { text, path = "" } of references) {
      assert.match(text, /^\w+ #\d+$/);
      assert.equal(new URL(toPageUrl(api, path)).origin, new URL(api).origin);
    }
    assert.deepEqual(
      new Set(collectReferenceKeywords(form)),
      new Set(references.map(({ text }) => text.split(" ")[0])),
    );
  });
});
