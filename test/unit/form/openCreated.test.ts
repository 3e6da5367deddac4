import assert from "node:assert/strict";
import type { FormActions } from "../../../src/features/form/formActions.ts";
import type { FormPanel } from "../../../src/features/form/formPanel.ts";
import type { Editing } from "../../../src/store/editing.ts";
import type { Dialect } from "../../simulator/simulator.ts";
import { Desk, line, oneOf, save, signal, type } from "../../support/fixtures/formFixture.ts";
import { withPlainWords } from "../../support/fixtures/plainWords.ts";

const bugs = 11;

/** The form in a tab, and what becomes of both. */
class Tab {
  readonly #actions: FormActions;
  readonly editing: Editing;
  readonly #desk: Desk;
  readonly done: unknown[] = [];

  private constructor(actions: typeof FormActions, desk: Desk, editing: Editing) {
    const commands = {
      run: (id: string, { artifactId }: { readonly artifactId: number }): Promise<void> => {
        this.done.push([id, artifactId]);
        return Promise.resolve();
      },
    };
    const draftFiles = { close: () => Promise.resolve(), collect: () => Promise.resolve(true) };
    this.#actions = new actions({ commands } as never, {} as never, draftFiles as never);
    this.#desk = desk;
    this.editing = editing;
  }

  static async of(desk: Desk, editing: Editing): Promise<Tab> {
    const { FormActions: actions } = await withPlainWords(
      () => import("../../../src/features/form/formActions.ts"),
    );
    return new Tab(actions, desk, editing);
  }

  async open(artifactId: number): Promise<void> {
    const { site } = this.#desk;
    const panel = { editing: this.editing, site, signal, dispose: () => this.done.push("closed") };
    await this.#actions.act(panel as unknown as FormPanel, "unknown", `open ${artifactId}`);
  }
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`opening what a creation without an answer may have come to, on the ${dialect} dialect`, () => {
    let desk: Desk;

    beforeEach(async () => {
      desk = await Desk.open(dialect);
    });
    afterEach(() => desk.close());

    async function unanswered(): Promise<{ readonly editing: Editing; readonly created: number }> {
      const editing = await desk.open(desk.fresh(bugs));
      type(editing, "title", line("Made, but nobody said so"));
      if (dialect === "documented") type(editing, "status", oneOf(editing, "status", "New"));
      const fault = { kind: "drop", when: "after" } as const;
      desk.server.faults.add({ method: "POST", path: /artifacts/, times: 1, fault });
      assert.equal((await save(editing)).kind, "notSaved");
      const notice = editing.notices.find(({ kind }) => kind === "unknown");
      const [row] = notice?.kind === "unknown" ? notice.candidates : [];
      return { editing, created: row?.id ?? assert.fail("nothing was found") };
    }

    it("leaves neither the draft nor its tab behind", async () => {
      const { editing, created } = await unanswered();
      const tab = await Tab.of(desk, editing);
      await tab.open(created);
      assert.deepEqual(tab.done, [["artifacts.openArtifact", created], "closed"]);
      assert.deepEqual([editing.working.hasUnsent, await desk.folder.names()], [false, []]);
    });

    it("keeps both where it is another artifact, or something was typed since", async () => {
      const other = await desk.anArtifactOf(bugs);
      const { editing, created } = await unanswered();
      const tab = await Tab.of(desk, editing);
      await tab.open(other);
      type(editing, "title", line("Typed since"));
      await tab.open(created);
      assert.deepEqual(tab.done, [
        ["artifacts.openArtifact", other],
        ["artifacts.openArtifact", created],
      ]);
      assert.deepEqual([editing.working.hasUnsent, editing.notices.length], [true, 1]);
    });
  });
}
