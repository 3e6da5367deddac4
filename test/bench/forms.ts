import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Site } from "../../src/model/site.ts";
import type { Subject } from "../../src/model/subject.ts";
import { ownTime } from "../../src/store/clock.ts";
import { Drafts, thisProcess } from "../../src/store/drafts.ts";
import { Forms } from "../../src/store/forms.ts";
import { openStore, signIn } from "../support/fixtures/openStore.ts";
import { forgetful } from "../support/fixtures/svnForms.ts";

interface OpenForms {
  readonly forms: Forms;
  readonly site: Site;
  subject(artifactId: number): Subject;
}

/** The forms of one window, signed in to a server, with drafts on disk. */
export async function withForms<Result>(
  url: string,
  person: Parameters<typeof signIn>[2],
  work: (open: OpenForms) => Promise<Result>,
): Promise<Result> {
  const store = openStore([{ url }]);
  const [site] = store.sites.list();
  if (site === undefined) throw new Error("The site is not in the settings.");
  await signIn(store, site.api, person);
  const folder = await mkdtemp(join(tmpdir(), "artifacts-bench-"));
  const drafts = new Drafts({ folder, ...thisProcess });
  const siteAt = (api: string): Site | undefined => store.sites.find(api);
  const forms = new Forms({ ...store, drafts, siteAt, now: Date.now, time: ownTime, svn: forgetful });
  const accountId = String(person.id);
  const subject = (artifactId: number): Subject => ({
    kind: "artifact",
    siteApi: site.api,
    accountId,
    artifactId,
  });
  try {
    return await work({ forms, site, subject });
  } finally {
    await forms.close();
    drafts.dispose();
    await store.connections.close();
    await rm(folder, { recursive: true });
  }
}
