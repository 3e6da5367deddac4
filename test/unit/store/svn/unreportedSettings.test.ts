import assert from "node:assert/strict";
import { svnFieldIds } from "../../../../src/model/svnForm.ts";
import { monotonicClock } from "../../../../src/store/monotonicClock.ts";
import type { FormSession } from "../../../../src/store/formSession.ts";
import { FormSessions, type FormSessionsDependencies } from "../../../../src/store/formSessions.ts";
import {
  type FormFixture,
  getField,
  createLineInput,
  saveForm,
  neverAborted,
  summarizeNotices,
  editField,
} from "../../../support/fixtures/formFixture.ts";
import {
  archiveRepositoryId,
  lighthouseProjectId,
  createOpenListInput,
  SvnFormFixture,
} from "../../../support/fixtures/svnFormFixture.ts";
import { noPendingAttachments } from "../../../support/fixtures/pendingAttachmentsFixture.ts";
import { noSvnStorage } from "../../../support/fixtures/svnFormTexts.ts";

const known = { id: archiveRepositoryId, name: "charts-archive", svn_url: "https://svn.example/charts" };

/** Settings with unknown ones. */
const settings = {
  commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false, is_signed: true },
  immutable_tags: { paths: ["/tags"], whitelist: [] },
  access_file: "[/]\n",
  email_notifications: [
    { path: "/trunk", emails: ["a@b.example"], users: [], user_groups: [], is_digest: true },
  ],
  has_default_permissions: false,
  something_new: { of: ["a", "later", "version"] },
};

for (const dialect of ["product", "documented"] as const) {
  describe(`repository data that the ${dialect} dialect doesn't report`, () => {
    let svn: SvnFormFixture;
    let formFixture: FormFixture;

    beforeEach(async () => {
      svn = await SvnFormFixture.open(dialect);
      ({ formFixture } = svn);
    });
    afterEach(() => svn.close());

    async function openWith(overrides: Partial<FormSessionsDependencies["svn"]>): Promise<FormSession> {
      const { store, folder, site } = formFixture;
      const { catalog } = store;
      const drafts = folder.openWindow("other");
      const around = { ...noSvnStorage, ...overrides };
      const forms = new FormSessions({
        catalog,
        drafts,
        findSite: () => site,
        now: Date.now,
        clock: monotonicClock,
        pendingAttachments: noPendingAttachments,
        svn: around,
      });
      const { session } = forms.open(site, svn.createSubject(archiveRepositoryId));
      await session.load(undefined, neverAborted);
      return session;
    }

    it("doesn't cause a second creation if the response has no ID", async () => {
      const session = await formFixture.open(svn.createNewSubject());
      editField(session, "name", createLineInput("soundings"));
      svn.failNextRequest("POST", {
        kind: "status",
        status: 201,
        body: "{}",
        contentType: "application/json",
      });
      assert.equal((await saveForm(session)).kind, "notSaved");
      assert.deepEqual(
        [summarizeNotices(session), formFixture.countRequests("POST", /svn/)],
        [[["unknown", 0]], 1],
      );
    });

    it("is looked up by ID if it was reported before", async () => {
      const requestCount: unknown[] = [];
      const session = await openWith({
        recall: ({ api }, id) => {
          requestCount.push([api, id]);
          return Promise.resolve({ name: "remembered", address: "https://svn.example/remembered" });
        },
      });
      assert.deepEqual(requestCount, [[formFixture.site.api, archiveRepositoryId]]);
      assert.equal(
        session.base?.title,
        svn.canReadSettings ? formFixture.server.getSvnRepository(archiveRepositoryId).name : "remembered",
      );
      assert.equal(session.base.svn?.address === "https://svn.example/remembered", !svn.canReadSettings);
    });

    if (dialect === "documented") {
      it("isn't stored as an empty name", async () => {
        const remembered: unknown[] = [];
        const session = await openWith({
          remember: (_site, projectId, repository) => remembered.push([projectId, repository]),
        });
        svn.fillAllFields(session);
        svn.failNextRequest("PUT", {
          kind: "status",
          status: 200,
          body: "{}",
          contentType: "application/json",
        });
        assert.equal((await saveForm(session, "overwrite")).kind, "saved");
        assert.deepEqual(remembered, [
          [lighthouseProjectId, { id: archiveRepositoryId, name: undefined, address: undefined }],
        ]);
      });
    }

    if (dialect === "product") {
      it("is sent as it was last loaded, if settings are no longer reported", async () => {
        const createResponse = (body: object) =>
          formFixture.server.faults.add({
            method: "GET",
            path: `/svn/${archiveRepositoryId}`,
            fault: {
              kind: "status",
              status: 200,
              body: JSON.stringify(body),
              contentType: "application/json",
            },
          });
        createResponse({ ...known, settings });
        const session = await formFixture.open(svn.createSubject(archiveRepositoryId));
        createResponse({ ...known, settings: {} });
        await session.refresh(neverAborted);
        // Settings stay known after repeated loads.
        await session.refresh(neverAborted);
        assert.equal(session.base?.form.isBlind, true);
        assert.deepEqual(getField(session, "something_new").value, {
          kind: "other",
          text: JSON.stringify(settings.something_new),
        });
        editField(session, "paths", createOpenListInput("/tags", "/more"));
        const rows = [{ ...rowIn(session), path: "/branches" }];
        editField(session, "email_notifications", { kind: "notifications", rows });
        assert.deepEqual(
          [(await saveForm(session)).kind, summarizeNotices(session)],
          ["notSaved", ["noVersion"]],
        );
        await saveForm(session, "overwrite");
        const sent = formFixture.server.requests.find(({ method }) => method === "PUT")?.body ?? "";
        const [notification] = settings.email_notifications;
        assert.deepEqual(JSON.parse(sent), {
          settings: {
            ...settings,
            immutable_tags: { paths: ["/tags", "/more"], whitelist: [] },
            email_notifications: [{ ...notification, path: "/branches" }],
          },
        });
      });
    }
  });
}

function rowIn({ base }: FormSession) {
  const input = base?.form.fields.find(({ id }) => id === svnFieldIds.notifications)?.base;
  return input?.kind === "notifications" ? (input.rows[0] ?? assert.fail()) : assert.fail();
}
