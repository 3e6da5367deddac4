import assert from "node:assert/strict";
import type { FormActions } from "../../../src/features/form/formActions.ts";
import type { FormPanel } from "../../../src/features/form/formPanel.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import {
  FormFixture,
  createLineInput,
  createChoiceInput,
  saveForm,
  neverAborted,
  editField,
} from "../../support/fixtures/formFixture.ts";
import { withVscodeStub } from "../../support/fixtures/vscodeStub.ts";

const bugs = 11;

/** A form in a tab that records executed commands, reported creations and discards, and whether the tab was closed. */
class FormTab {
  readonly #actions: FormActions;
  readonly session: FormSession;
  readonly #fixture: FormFixture;
  readonly events: unknown[] = [];

  private constructor(actions: typeof FormActions, fixture: FormFixture, session: FormSession) {
    const commands = {
      execute: (id: string, { artifactId }: { readonly artifactId: number }): Promise<void> => {
        this.events.push([id, artifactId]);
        return Promise.resolve();
      },
    };
    const draftFiles = {
      closeEditors: () => Promise.resolve(),
      saveDirtyEditors: () => Promise.resolve(true),
    };
    const forms = fixture.getForms();
    forms.onDidCreateArtifact.event(({ artifactId }) => this.events.push(["created", artifactId]));
    forms.onDidDiscardNewArtifact.event(() => this.events.push("discarded"));
    this.#actions = new actions({ commands } as never, forms, draftFiles as never);
    this.#fixture = fixture;
    this.session = session;
  }

  static async create(fixture: FormFixture, session: FormSession): Promise<FormTab> {
    const { FormActions: actions } = await withVscodeStub(
      () => import("../../../src/features/form/formActions.ts"),
    );
    return new FormTab(actions, fixture, session);
  }

  async open(artifactId: number): Promise<void> {
    const { site } = this.#fixture;
    const panel = {
      session: this.session,
      site,
      signal: neverAborted,
      dispose: () => this.events.push("closed"),
    };
    await this.#actions.runNoticeAction(panel as unknown as FormPanel, "unknown", `open ${artifactId}`);
  }
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`opening a possibly created artifact on the ${dialect} dialect`, () => {
    let fixture: FormFixture;

    beforeEach(async () => {
      fixture = await FormFixture.open(dialect);
    });
    afterEach(() => fixture.close());

    async function createWithoutResponse(): Promise<{
      readonly session: FormSession;
      readonly created: number;
    }> {
      const session = await fixture.open(fixture.createNewSubject(bugs));
      editField(session, "title", createLineInput("Created without a response"));
      if (dialect === "documented") editField(session, "status", createChoiceInput(session, "status", "New"));
      const fault = { kind: "drop", when: "after" } as const;
      fixture.server.faults.add({ method: "POST", path: /artifacts/, times: 1, fault });
      assert.equal((await saveForm(session)).kind, "notSaved");
      const notice = session.notices.find(({ kind }) => kind === "unknown");
      const [row] = notice?.kind === "unknown" ? notice.candidates : [];
      return { session, created: row?.id ?? assert.fail("there is no candidate") };
    }

    it("reports the creation, discards the draft, and closes its tab", async () => {
      const { session, created } = await createWithoutResponse();
      const tab = await FormTab.create(fixture, session);
      await tab.open(created);
      assert.deepEqual(tab.events, [
        ["created", created],
        "discarded",
        ["artifacts.openArtifact", created],
        "closed",
      ]);
      assert.deepEqual([session.formDraft.hasEdits, await fixture.folder.listFileNames()], [false, []]);
    });

    it("keeps draft and tab if it is another artifact, or the draft was edited since", async () => {
      const other = await fixture.getFirstArtifactId(bugs);
      const { session, created } = await createWithoutResponse();
      const tab = await FormTab.create(fixture, session);
      await tab.open(other);
      editField(session, "title", createLineInput("Typed since"));
      await tab.open(created);
      assert.deepEqual(tab.events, [
        ["artifacts.openArtifact", other],
        ["artifacts.openArtifact", created],
      ]);
      assert.deepEqual([session.formDraft.hasEdits, session.notices.length], [true, 1]);
    });
  });
}
