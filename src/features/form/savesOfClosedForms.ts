// Checks saves whose form or window was closed before they were checked for changes that others made at the same time.
import * as vscode from "vscode";
import { isFailure } from "../../model/failure.ts";
import { type FormSubject, subjectKey } from "../../model/form/formSubject.ts";
import type { Services } from "../../services.ts";
import type { FormSessions } from "../../store/formSessions.ts";
import type { StoredDraft } from "../../store/storedDraft.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { formatSubjectName } from "./formHeading.ts";
import type { FormOpener } from "./formOpener.ts";
import { formatChangeAuthors } from "./pageConflicts.ts";

export class SavesOfClosedForms {
  readonly #services: Services;
  readonly #forms: FormSessions;
  readonly #opener: FormOpener;
  /** What became of each save, by its subject and time. */
  readonly #states = new Map<string, "checking" | "done" | "failed">();

  constructor(services: Services, forms: FormSessions, opener: FormOpener) {
    this.#services = services;
    this.#forms = forms;
    this.#opener = opener;
  }

  async check(drafts: readonly StoredDraft[]): Promise<void> {
    for (const { subject, uncheckedSave } of drafts) {
      const key = `${subjectKey(subject)} ${uncheckedSave?.since}`;
      if (this.#states.has(key)) continue;
      this.#states.set(key, "checking");
      this.#states.set(key, await this.#checkSave(subject));
    }
  }

  /** Call when a site is available again, or an account has signed in. */
  async retry(): Promise<void> {
    const failed = [...this.#states].filter(([, state]) => state === "failed");
    for (const [key] of failed) this.#states.delete(key);
    if (failed.length > 0) await this.#services.drafts.list();
  }

  async #checkSave(subject: FormSubject): Promise<"done" | "failed"> {
    const site = this.#services.sites.find(subject.siteApi);
    if (site === undefined) return "failed";
    const handle = this.#forms.open(site, subject);
    const { session } = handle;
    try {
      await session.load(undefined, new AbortController().signal);
      const found = session.notices.find((notice) => notice.kind === "concurrentWrites");
      if (found === undefined) return session.formDraft.hasUncheckedSave ? "failed" : "done";
      const authors = found.entries.map(({ changeset: { by } }) => ({ by: by?.label }));
      showNotification(
        this.#services.errorHandler,
        "warning",
        vscode.l10n.t(
          "{0} saved changes to {1} at the same time as you. Check that both changes are correct.",
          formatChangeAuthors(authors),
          formatSubjectName(session),
        ),
        {
          label: vscode.l10n.t("Open"),
          run: () => this.#opener.openDraft({ siteApi: subject.siteApi, subject }),
        },
      );
      return "done";
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return "failed";
    } finally {
      await handle.release();
    }
  }
}
