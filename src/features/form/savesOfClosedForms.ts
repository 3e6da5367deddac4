// Checks saves whose form or window was closed before they were checked for changes that others made at the same time.
import * as vscode from "vscode";
import { isFailure } from "../../model/failure.ts";
import { type FormSubject, subjectKey } from "../../model/form/formSubject.ts";
import type { Services } from "../../services.ts";
import type { FormSessions } from "../../store/formSessions.ts";
import { showNotification } from "../../vscode/notifications.ts";
import { formatSubjectName } from "./formHeading.ts";
import type { FormOpener } from "./formOpener.ts";
import { formatChangeAuthors } from "./pageConflicts.ts";

export class SavesOfClosedForms {
  readonly #services: Services;
  readonly #forms: FormSessions;
  readonly #opener: FormOpener;
  /** Being checked, reported to the user, or not available for now. */
  readonly #handled = new Set<string>();

  constructor(services: Services, forms: FormSessions, opener: FormOpener) {
    this.#services = services;
    this.#forms = forms;
    this.#opener = opener;
  }

  async check(subjects: readonly FormSubject[]): Promise<void> {
    for (const subject of subjects) {
      const key = subjectKey(subject);
      if (this.#handled.has(key)) continue;
      this.#handled.add(key);
      if ((await this.#checkSave(subject)) === "nothingFound") this.#handled.delete(key);
    }
  }

  /** Call when a site is available again, or an account has signed in. */
  retry(): void {
    this.#handled.clear();
  }

  async #checkSave(subject: FormSubject): Promise<"nothingFound" | "reported" | "failed"> {
    const site = this.#services.sites.find(subject.siteApi);
    if (site === undefined) return "failed";
    const handle = this.#forms.open(site, subject);
    const { session } = handle;
    try {
      await session.load(undefined, new AbortController().signal);
      const found = session.notices.find((notice) => notice.kind === "concurrentWrites");
      if (found === undefined) return session.formDraft.hasUncheckedSave ? "failed" : "nothingFound";
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
          run: async () => {
            this.#handled.delete(subjectKey(subject));
            await this.#opener.openDraft({ siteApi: subject.siteApi, subject });
          },
        },
      );
      return "reported";
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      return "failed";
    } finally {
      await handle.release();
    }
  }
}
