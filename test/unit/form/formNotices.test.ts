import assert from "node:assert/strict";
import type { Notice } from "../../../src/protocol/formProtocol.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import { FormFixture, createLineInput, saveForm, editField } from "../../support/fixtures/formFixture.ts";
import { withVscodeStub } from "../../support/fixtures/vscodeStub.ts";

const bugs = 11;
const { signal } = new AbortController();

describe("toPageNotices", () => {
  let fixture: FormFixture;
  let artifactId: number;
  let session: FormSession;
  let toPageNotices: (session: FormSession, site: string, isOffline: boolean) => readonly Notice[];

  before(async () => {
    ({ toPageNotices } = await withVscodeStub(() => import("../../../src/features/form/pageNotices.ts")));
  });
  beforeEach(async () => {
    fixture = await FormFixture.open("product");
    artifactId = await fixture.getFirstArtifactId(bugs);
    session = await fixture.open(fixture.createSubject(artifactId), bugs);
    editField(session, "title", createLineInput("Mine"));
  });
  afterEach(() => fixture.close());

  it("reports a deleted artifact, and that the draft is kept", async () => {
    fixture.server.deleteArtifact(artifactId);
    await saveForm(session);
    const [{ severity, text } = assert.fail("there is no notice")] = toPageNotices(session, "Demo", false);
    assert.match(
      text,
      /^This artifact was deleted on Demo, .* Your changes are still in your local draft\.$/,
    );
    assert.notEqual(severity, "info");
  });

  it("reports the version of the last edit while the server is offline, until a refresh succeeds", async () => {
    await fixture.getForms().closeAll();
    const removeFault = fixture.server.faults.add({ path: /artifacts/, fault: { kind: "drop" } });
    const reopened = await fixture.open(fixture.createSubject(artifactId), bugs, "later");
    const findStaleNotices = (): readonly Notice[] =>
      toPageNotices(reopened, "Demo", false).filter(({ details }) =>
        details.includes("Showing the version from your last edit."),
      );
    const [{ actions } = assert.fail("there is no notice")] = findStaleNotices();
    assert.deepEqual(actions, [{ id: "refresh", label: "Retry" }]);
    removeFault();
    await reopened.refresh(signal);
    assert.deepEqual(findStaleNotices(), []);
  });
});
