// A form backend whose responses are controlled by the test.
import assert from "node:assert/strict";
import { toFormAfterSave } from "../../../src/model/form/fieldChanges.ts";
import type { Draft } from "../../../src/model/form/draft.ts";
import type { HistoryEntry } from "../../../src/model/history.ts";
import type { FormBackend } from "../../../src/store/formBackend.ts";
import type { DraftBase } from "../../../src/store/storedDraft.ts";
import type { SaveOutcome, SaveRequest, OutcomeCheckResult } from "../../../src/store/formBackend.ts";
import { type DraftFolder, twoLineBase } from "../../support/fixtures/draftFolder.ts";

export const revision = { kind: "tag", tag: "1" } as const;
export const anas: readonly HistoryEntry[] = [
  {
    changeset: {
      kind: "changeset",
      id: 2,
      by: { id: 103, label: "Ana" },
      on: undefined,
      comment: undefined,
      values: [],
    },
    isCreation: false,
    changes: [{ fieldId: 1, label: "", before: undefined, after: undefined }],
  },
];
export const known: DraftBase = { ...twoLineBase, revision };

export class ControlledServer {
  readonly sent: SaveRequest[] = [];
  readonly judged: SaveRequest[] = [];
  base = known;
  verdict: OutcomeCheckResult = { kind: "unknown", candidates: [] };
  #answer: (outcome: SaveOutcome) => void = () => undefined;

  host(folder: DraftFolder, window: string): FormBackend {
    return {
      drafts: folder.openWindow(window),
      now: Date.now,
      loadBase: () => Promise.resolve(this.base),
      save: (sending) => {
        this.sent.push(sending);
        return new Promise((resolve) => {
          this.#answer = resolve;
        });
      },
      checkOutcome: (sending) => {
        this.judged.push(sending);
        return Promise.resolve(this.verdict);
      },
      loadEntriesSince: () => Promise.resolve(anas),
      loadHistoryLength: () => Promise.resolve(undefined),
      loadConcurrentEntries: () => Promise.resolve([]),
    };
  }

  answer(outcome: SaveOutcome): void {
    if (outcome.kind === "saved") this.store();
    this.resolve(outcome);
  }

  resolve(outcome: SaveOutcome): void {
    this.#answer(outcome);
  }

  /** Stores what was sent last, or another text in the first line. */
  store(first?: string): void {
    const { draft } = this.sent.at(-1) ?? assert.fail("nothing was sent");
    const other: Draft = { ...draft, inputs: [{ target: 1, input: { kind: "line", text: first ?? "" } }] };
    this.base = { ...this.base, form: toFormAfterSave(this.base.form, first === undefined ? draft : other) };
  }

  /** Waits until a save request is in flight. */
  async waitForRequest(): Promise<void> {
    while (this.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}
