import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Site } from "../../src/model/site.ts";
import type { FormSubject } from "../../src/model/form/formSubject.ts";
import { monotonicClock } from "../../src/store/monotonicClock.ts";
import { DraftStore, currentProcess } from "../../src/store/draftStore.ts";
import { FormSessions } from "../../src/store/formSessions.ts";
import { createTestStore, signIn } from "../support/fixtures/testStore.ts";
import { noPendingAttachments } from "../support/fixtures/pendingAttachmentsFixture.ts";
import { noSvnStorage } from "../support/fixtures/svnFormTexts.ts";

interface OpenForms {
  readonly forms: FormSessions;
  readonly site: Site;
  createSubject(artifactId: number): FormSubject;
}

/** Runs work with the form sessions of a signed-in window, with drafts on disk. */
export async function withForms<Result>(
  url: string,
  account: Parameters<typeof signIn>[2],
  work: (forms: OpenForms) => Promise<Result>,
): Promise<Result> {
  const store = createTestStore([{ url }]);
  const [site] = store.sites.list();
  if (site === undefined) throw new Error("The site is missing in the settings.");
  await signIn(store, site.api, account);
  const folder = await mkdtemp(join(tmpdir(), "artifacts-bench-"));
  const drafts = new DraftStore({ folder, ...currentProcess });
  const findSite = (api: string): Site | undefined => store.sites.find(api);
  const forms = new FormSessions({
    ...store,
    drafts,
    findSite,
    now: Date.now,
    clock: monotonicClock,
    pendingAttachments: noPendingAttachments,
    svn: noSvnStorage,
  });
  const accountId = String(account.id);
  const createSubject = (artifactId: number): FormSubject => ({
    kind: "artifact",
    siteApi: site.api,
    accountId,
    artifactId,
  });
  try {
    return await work({ forms, site, createSubject });
  } finally {
    await forms.closeAll();
    drafts.dispose();
    await store.connections.close();
    await rm(folder, { recursive: true });
  }
}
