import assert from "node:assert/strict";
import { createForm } from "../../../src/model/form/createForm.ts";
import type { Form } from "../../../src/model/form/form.ts";
import type { TextFormat } from "../../../src/model/valueTypes.ts";
import type {
  FileReferenceView,
  FormPageCommits,
  FormPageDraft,
} from "../../../src/protocol/formProtocol.ts";
import { createEntry, type FieldParts, createTracker } from "../../support/fixtures/formBuilders.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { sampleConflict, remoteForm } from "../../support/page/form/conflictSample.ts";
import {
  createBugForm,
  sampleHistory,
  createLargeForm,
  linkTargets,
} from "../../support/page/form/samples.ts";
import { createSettingsForm } from "../../support/page/form/svnSample.ts";
import { PayloadSupply } from "../support/payloads.ts";
import { recordFigure, payloadCount, seed } from "../support/runSettings.ts";
import { withHostileStrings } from "../support/hostileStrings.ts";
import { findUnsafeUrls, PageWatcher } from "./pageWatcher.ts";

const formats: readonly TextFormat[] = ["html", "commonmark", "text"];
const batchSize = 40;

/** Creates a form of read-only texts, each of them in every format. */
function createRichTextForm(sources: readonly string[]): Form {
  const texts = sources.flatMap((source) => formats.map((format) => ({ source, format })));
  const fields = texts.map((_, index): FieldParts => ({
    id: index + 1,
    type: "text",
    permissions: new Set(["read"]),
  }));
  return createForm(
    createTracker(fields),
    texts.map((text, index) => createEntry(index + 1, { kind: "text", ...text })),
  );
}

const fileReferences: readonly FileReferenceView[] = [{ file: "f", line: 1, label: "l", text: "t" }];

const commits: FormPageCommits = {
  commits: Array.from({ length: 21 }, () => ({
    repository: "r",
    hash: "h",
    shortHash: "s",
    subject: "t",
    author: "a",
    authorAndTime: "b",
    exactTime: "e",
    location: {
      push: { isPushed: false, text: "p" },
      branches: ["c", "d"],
      moreBranches: "+1",
      branchesText: "f",
    },
    branchGroup: "g",
  })),
  notes: ["n", "m"],
};

const draft: Partial<FormPageDraft> = {
  state: { kind: "failed", text: "x" },
  serverErrors: [
    { fieldId: 11, text: "x" },
    { fieldId: 17, text: "x" },
  ],
  notices: [
    {
      id: "1",
      severity: "error",
      text: "x",
      details: ["x", "y", "z"],
      actions: [{ id: "a", label: "x" }],
    },
  ],
  concurrentEdits: [{ fieldId: 13, text: "x", isConflict: true }],
};

describe("hostile text in the form page", function () {
  this.timeout(20 * 60_000);
  const supply = new PayloadSupply(seed, payloadCount);
  const next = (): string => supply.next();
  let window: FormPageWindow;
  let watcher: PageWatcher;

  afterEach(async () => {
    await window.close();
  });
  after(() => recordFigure("page payloads", supply.totalCount));

  async function open(options: Parameters<typeof openFormPage>[0]): Promise<void> {
    window = await openFormPage({ height: 2400, ...options });
    watcher = await PageWatcher.watch(window);
  }

  async function assertHarmless(description: string): Promise<void> {
    await watcher.waitForFrames();
    await watcher.triggerAllElements();
    assert.deepEqual(await watcher.findViolations(), [], description);
    assert.deepEqual(findUnsafeUrls(window.host.getCalls("openUrl")), [], description);
  }

  for (const contentSecurityPolicy of ["enforced", "ignored"] as const) {
    it(`does nothing in formatted texts, with the content security policy ${contentSecurityPolicy}`, async () => {
      await open({ form: createRichTextForm(["x"]), contentSecurityPolicy });
      const payloads = new PayloadSupply(seed, payloadCount);
      while (!payloads.isExhausted) {
        const sources = Array.from({ length: batchSize }, () => payloads.next());
        await window.host.showForm(createRichTextForm(sources));
        const last = window.page.locator("artifact-rich-text").nth(sources.length * formats.length - 1);
        await last.waitFor({ state: "attached" });
        await assertHarmless(`texts up to ${payloads.totalCount}`);
      }
      const shown = await window.page.locator("artifact-rich-text .plain-text").count();
      assert.equal(shown, batchSize, "plain texts are shown unchanged");
      if (contentSecurityPolicy === "enforced") recordFigure("payloads", payloads.distinctCount);
      recordFigure("page payloads", payloads.totalCount * formats.length);
    });
  }

  it("can't change the base URL or submit a form", async () => {
    await open({ form: createBugForm() });
    const [base, blocked] = await window.page.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
        violations.push(effectiveDirective),
      );
      const element = document.createElement("base");
      element.href = "https://elsewhere.example/";
      document.head.prepend(element);
      const form = document.createElement("form");
      form.action = "https://elsewhere.example/";
      document.body.append(form);
      form.submit();
      while (violations.length < 2) await new Promise((done) => requestAnimationFrame(done));
      return [document.baseURI, violations.toSorted()];
    });
    assert.deepEqual(blocked, ["base-uri", "form-action"]);
    assert.ok(!base.includes("elsewhere"), base);
    assert.deepEqual(
      window.requests.filter((url) => url.includes("elsewhere")),
      [],
    );
  });

  it("does nothing in fields, history, links and notices", async () => {
    await open({ form: createBugForm(), artifacts: linkTargets, contentSecurityPolicy: "ignored" });
    const startCount = supply.totalCount;
    while (supply.totalCount - startCount < payloadCount) {
      const { host } = window;
      host.draftOverrides = withHostileStrings(draft, { next });
      await host.showForm({
        ...withHostileStrings(createBugForm(), { next, keep: ["type"] }),
        takesComment: true,
      });
      await host.callPage("setHistory", withHostileStrings(sampleHistory, { next }));
      await host.callPage("setCommits", withHostileStrings(commits, { next }));
      await host.callPage("setFileReferences", withHostileStrings(fileReferences, { next }));
      await host.callPage("announce", { text: next() });
      await window.page.locator("artifact-field").nth(10).waitFor({ state: "attached" });
      await assertHarmless(`a form after ${supply.totalCount}`);
    }
    await window.screenshot("hostile-form");
  });

  it("does nothing in the heading, in names of linked artifacts and users, and in open lists", async () => {
    for (let times = 0; times < 6; times += 1) {
      const form = withHostileStrings(createBugForm(), { next, keep: ["type"] });
      await open({
        form,
        heading: {
          reference: next(),
          breadcrumbs: [next(), next()],
          title: next(),
          submitted: next(),
          color: next(),
        },
        artifacts: withHostileStrings(linkTargets, { next }),
        users: Array.from({ length: 20 }, (_, id) => ({ id, label: `nowak ${next()}`, detail: next() })),
      });
      for (const combobox of await window.page.getByRole("combobox").all()) {
        await combobox.click({ force: true, timeout: 2_000 }).catch(() => undefined);
        await window.page.keyboard.type("n");
        await window.page.keyboard.press("Escape");
      }
      await assertHarmless("lists");
      if (times < 5) await window.close();
    }
  });

  it("does nothing in the conflict view", async () => {
    await open({
      form: remoteForm,
      artifacts: linkTargets,
      conflict: sampleConflict,
      contentSecurityPolicy: "ignored",
    });
    for (let times = 0; times < 12; times += 1) {
      window.host.conflict = withHostileStrings(sampleConflict, { next, also: ["changedBy"] });
      await window.host.showForm(withHostileStrings(remoteForm, { next, keep: ["type"] }));
      await window.page.getByRole("radiogroup").first().waitFor();
      await assertHarmless("a conflict");
    }
    await window.screenshot("hostile-conflict");
  });

  it("does nothing in Subversion settings", async () => {
    await open({ form: createSettingsForm(), contentSecurityPolicy: "ignored" });
    for (let times = 0; times < 12; times += 1) {
      await window.host.showForm(withHostileStrings(createSettingsForm(), { next, keep: ["type"] }));
      await window.page.locator("artifact-field").nth(2).waitFor({ state: "attached" });
      await assertHarmless("settings");
    }
  });

  it("does nothing in unknown names of types, controls and values", async () => {
    await open({ form: createBugForm() });
    const members = ["type", "name", "format", "binding", "id"];
    for (const also of members) {
      await window.host
        .showForm(withHostileStrings(createLargeForm(12), { next, also: [also] }))
        .catch(() => undefined);
      await watcher.waitForFrames();
      // The page may log what it can't render, but must not run it.
      const violations = await watcher.findViolations();
      assert.deepEqual(
        violations.filter((violation) => !violation.startsWith("browser error: ")),
        [],
        also,
      );
    }
  });
});
