import assert from "node:assert/strict";
import { svnFields } from "../../../../src/model/svnForm.ts";
import { ownTime } from "../../../../src/store/clock.ts";
import type { Editing } from "../../../../src/store/editing.ts";
import { Forms, type FormsOptions } from "../../../../src/store/forms.ts";
import {
  type Desk,
  fieldNamed,
  line,
  save,
  signal,
  told,
  type,
} from "../../../support/fixtures/formFixture.ts";
import { archive, lighthouse, list, SvnDesk } from "../../../support/fixtures/svnFormFixture.ts";
import { forgetful } from "../../../support/fixtures/svnForms.ts";

const known = { id: archive, name: "charts-archive", svn_url: "https://svn.example/charts" };

/** Settings with some that we don't know. */
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
  describe(`what a server of the ${dialect} dialect leaves unsaid of a repository`, () => {
    let svn: SvnDesk;
    let desk: Desk;

    beforeEach(async () => {
      svn = await SvnDesk.open(dialect);
      ({ desk } = svn);
    });
    afterEach(() => svn.close());

    async function openWith(surroundings: Partial<FormsOptions["svn"]>): Promise<Editing> {
      const { store, folder, site } = desk;
      const { catalog } = store;
      const drafts = folder.window("other");
      const around = { ...forgetful, ...surroundings };
      const forms = new Forms({
        catalog,
        drafts,
        siteAt: () => site,
        now: Date.now,
        time: ownTime,
        svn: around,
      });
      const { editing } = forms.hold(site, svn.subject(archive));
      await editing.load(undefined, signal);
      return editing;
    }

    it("is no reason to make it twice: a success without a number may be one", async () => {
      const editing = await desk.open(svn.fresh());
      type(editing, "name", line("soundings"));
      svn.once("POST", { kind: "status", status: 201, body: "{}", contentType: "application/json" });
      assert.equal((await save(editing)).kind, "notSaved");
      assert.deepEqual([told(editing), desk.asked("POST", /svn/)], [[["unknown", 0]], 1]);
    });

    it("is looked up by its number, where it was told before", async () => {
      const asked: unknown[] = [];
      const editing = await openWith({
        recall: ({ api }, id) => {
          asked.push([api, id]);
          return Promise.resolve({ name: "remembered", address: "https://svn.example/remembered" });
        },
      });
      assert.deepEqual(asked, [[desk.site.api, archive]]);
      assert.equal(editing.base?.title, svn.isReadable ? desk.server.svn(archive).name : "remembered");
      assert.equal(editing.base.svn?.address === "https://svn.example/remembered", !svn.isReadable);
    });

    if (dialect === "documented") {
      it("is not remembered as nothing: a name that nobody knows is none", async () => {
        const remembered: unknown[] = [];
        const editing = await openWith({
          remember: (_site, projectId, repository) => remembered.push([projectId, repository]),
        });
        svn.giveAll(editing);
        svn.once("PUT", { kind: "status", status: 200, body: "{}", contentType: "application/json" });
        assert.equal((await save(editing, "overwrite")).kind, "saved");
        assert.deepEqual(remembered, [[lighthouse, { id: archive, name: undefined, address: undefined }]]);
      });
    }

    if (dialect === "product") {
      it("goes back as it was last read, where settings are not told any more", async () => {
        const answer = (body: object) =>
          desk.server.faults.add({
            method: "GET",
            path: `/svn/${archive}`,
            fault: {
              kind: "status",
              status: 200,
              body: JSON.stringify(body),
              contentType: "application/json",
            },
          });
        answer({ ...known, settings });
        const editing = await desk.open(svn.subject(archive));
        answer({ ...known, settings: {} });
        await editing.refresh(signal);
        // Once is not always: what is read again and again stays known.
        await editing.refresh(signal);
        assert.equal(editing.base?.form.isBlind, true);
        assert.deepEqual(fieldNamed(editing, "something_new").value, {
          kind: "other",
          text: JSON.stringify(settings.something_new),
        });
        type(editing, "paths", list("/tags", "/more"));
        const rows = [{ ...rowIn(editing), path: "/branches" }];
        type(editing, "email_notifications", { kind: "notifications", rows });
        assert.deepEqual([(await save(editing)).kind, told(editing)], ["notSaved", ["noRevision"]]);
        await save(editing, "overwrite");
        const sent = desk.server.requests.find(({ method }) => method === "PUT")?.body ?? "";
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

function rowIn({ base }: Editing) {
  const input = base?.form.fields.find(({ id }) => id === svnFields.notifications)?.base;
  return input?.kind === "notifications" ? (input.rows[0] ?? assert.fail()) : assert.fail();
}
