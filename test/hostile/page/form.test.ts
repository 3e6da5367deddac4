import assert from "node:assert/strict";
import { formOf } from "../../../src/model/form/build.ts";
import type { Form } from "../../../src/model/form/form.ts";
import type { TextFormat } from "../../../src/model/value.ts";
import type { PageCommits, PageDraft } from "../../../src/protocol/page.ts";
import { entry, type FieldParts, tracker } from "../../support/fixtures/formParts.ts";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { meeting, theirs } from "../../support/page/form/conflictSample.ts";
import { bugForm, history, largeForm, linked } from "../../support/page/form/samples.ts";
import { settingsForm } from "../../support/page/form/svnSample.ts";
import { Supply } from "../support/payloads.ts";
import { note, payloadCount, seed } from "../support/plan.ts";
import { poisoned } from "../support/poisoned.ts";
import { harmfulAmong, Watched } from "./watched.ts";

const formats: readonly TextFormat[] = ["html", "commonmark", "text"];
const textsAtOnce = 40;

/** Texts that are only read, each of them in every format. */
function richTexts(sources: readonly string[]): Form {
  const texts = sources.flatMap((source) => formats.map((format) => ({ source, format })));
  const fields = texts.map((_, index): FieldParts => ({
    id: index + 1,
    type: "text",
    permissions: new Set(["read"]),
  }));
  return formOf(
    tracker(fields),
    texts.map((text, index) => entry(index + 1, { kind: "text", ...text })),
  );
}

const commits: PageCommits = {
  list: [{ repository: "r", hash: "h", short: "s", subject: "t", by: "b", exactly: "e" }],
  notes: ["n", "m"],
};

const draft: Partial<PageDraft> = {
  state: { kind: "notKept", text: "x" },
  refusals: [
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
  contested: [{ fieldId: 13, text: "x", isCollision: true }],
};

describe("hostile text in the page of a form", function () {
  this.timeout(20 * 60_000);
  const supply = new Supply(seed, payloadCount);
  const next = (): string => supply.next();
  let window: FormPageWindow;
  let watched: Watched;

  afterEach(async () => {
    await window.close();
  });
  after(() => note("page payloads", supply.handedOut));

  async function open(options: Parameters<typeof openFormPage>[0]): Promise<void> {
    window = await openFormPage({ height: 2400, ...options });
    watched = await Watched.watch(window);
  }

  async function assertHarmless(what: string): Promise<void> {
    await watched.settled();
    await watched.touchAll();
    assert.deepEqual(await watched.violations(), [], what);
    assert.deepEqual(harmfulAmong(window.host.asked("openAddress")), [], what);
  }

  for (const policy of ["kept", "ignored"] as const) {
    it(`does nothing in texts with a format, the page's policy being ${policy}`, async () => {
      await open({ form: richTexts(["x"]), policy });
      const all = new Supply(seed, payloadCount);
      while (!all.isUsedUp) {
        const sources = Array.from({ length: textsAtOnce }, () => all.next());
        await window.host.show(richTexts(sources));
        const last = window.page.locator("artifact-rich-text").nth(sources.length * formats.length - 1);
        await last.waitFor({ state: "attached" });
        await assertHarmless(`texts up to ${all.handedOut}`);
      }
      const shown = await window.page.locator("artifact-rich-text .plain").count();
      assert.equal(shown, textsAtOnce, "what is plain is shown as it is");
      if (policy === "kept") note("payloads", all.tried);
      note("page payloads", all.handedOut * formats.length);
    });
  }

  it("lets no element move its base address or submit a form", async () => {
    await open({ form: bugForm() });
    const [base, refused] = await window.page.evaluate(async () => {
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
    assert.deepEqual(refused, ["base-uri", "form-action"]);
    assert.ok(!base.includes("elsewhere"), base);
    assert.deepEqual(
      window.requests.filter((address) => address.includes("elsewhere")),
      [],
    );
  });

  it("does nothing in any other place of a form, its history, its links and its notices", async () => {
    await open({ form: bugForm(), artifacts: linked, policy: "ignored" });
    const begun = supply.handedOut;
    while (supply.handedOut - begun < payloadCount) {
      const { host } = window;
      host.more = poisoned(draft, { next });
      await host.show({ ...poisoned(bugForm(), { next, keep: ["type"] }), takesComment: true });
      await host.tell("history", poisoned(history, { next }));
      await host.tell("commits", poisoned(commits, { next }));
      await host.tell("announce", { text: next() });
      await window.page.locator("artifact-field").nth(10).waitFor({ state: "attached" });
      await assertHarmless(`a form after ${supply.handedOut}`);
    }
    await window.screenshot("hostile-form");
  });

  it("does nothing in the heading, in names of linked artifacts and people, and in lists that are open", async () => {
    for (let times = 0; times < 6; times += 1) {
      const form = poisoned(bugForm(), { next, keep: ["type"] });
      await open({
        form,
        heading: {
          reference: next(),
          origin: [next(), next()],
          title: next(),
          opened: next(),
          color: next(),
        },
        artifacts: poisoned(linked, { next }),
        people: Array.from({ length: 20 }, (_, id) => ({ id, label: `nowak ${next()}`, detail: next() })),
      });
      for (const box of await window.page.getByRole("combobox").all()) {
        await box.click({ force: true, timeout: 2_000 }).catch(() => undefined);
        await window.page.keyboard.type("n");
        await window.page.keyboard.press("Escape");
      }
      await assertHarmless("lists");
      if (times < 5) await window.close();
    }
  });

  it("does nothing where two have changed the same", async () => {
    await open({ form: theirs, artifacts: linked, meeting, policy: "ignored" });
    for (let times = 0; times < 12; times += 1) {
      window.host.meeting = poisoned(meeting, { next, also: ["how"] });
      await window.host.show(poisoned(theirs, { next, keep: ["type"] }));
      await window.page.getByRole("radiogroup").first().waitFor();
      await assertHarmless("a conflict");
    }
    await window.screenshot("hostile-conflict");
  });

  it("does nothing in the settings of a Subversion repository", async () => {
    await open({ form: settingsForm(), policy: "ignored" });
    for (let times = 0; times < 12; times += 1) {
      await window.host.show(poisoned(settingsForm(), { next, keep: ["type"] }));
      await window.page.locator("artifact-field").nth(2).waitFor({ state: "attached" });
      await assertHarmless("settings");
    }
  });

  it("does nothing in names of types, controls and values that nobody knows", async () => {
    await open({ form: bugForm() });
    const anything = ["type", "name", "format", "binding", "id"];
    for (const also of anything) {
      await window.host.show(poisoned(largeForm(12), { next, also: [also] })).catch(() => undefined);
      await watched.settled();
      // What a page can't draw it may say in the console; it is not to act on it.
      const violations = await watched.violations();
      assert.deepEqual(
        violations.filter((each) => !each.startsWith("complains: ")),
        [],
        also,
      );
    }
  });
});
