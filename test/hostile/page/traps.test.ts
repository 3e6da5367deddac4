// Checks the checks: in a page without sanitizing, the payloads do run and the watcher reports them.
import assert from "node:assert/strict";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { createBugForm } from "../../support/page/form/samples.ts";
import { generatePayloads } from "../support/payloads.ts";
import { recordFigure, seed } from "../support/runSettings.ts";
import { alarmFunction } from "../support/hostileScripts.ts";
import { PageWatcher } from "./pageWatcher.ts";

describe("a page without sanitizing", function () {
  let window: FormPageWindow;

  afterEach(() => window.close());

  it("is reported to run scripts, to load resources and to have forbidden elements", async () => {
    window = await openFormPage({ form: createBugForm(), contentSecurityPolicy: "ignored" });
    const watcher = await PageWatcher.watch(window, "ignored");
    // Payloads that navigate away would end the test.
    const payloads = generatePayloads(seed, 400).filter(({ text }) => !/location|refresh|<base/i.test(text));
    await window.page.evaluate(
      (texts) => {
        for (const text of texts) {
          const element = document.createElement("div");
          element.innerHTML = text;
          document.body.append(element);
        }
      },
      payloads.map(({ text }) => text),
    );
    // Events of the payloads fire with a delay.
    const callsName = `${alarmFunction}Of`;
    await window.page.waitForFunction((name) => Reflect.get(globalThis, name).length > 3, callsName);
    const violations = await watcher.findViolations();
    const countViolations = (start: string): number =>
      violations.filter((violation) => violation.startsWith(start)).length;
    assert.ok(countViolations("ran: ") > 3, "scripts ran");
    assert.ok(countViolations("requested ") > 3, "resources were requested");
    assert.ok(countViolations("<") > 20, "there were forbidden elements");
    assert.ok(
      violations.some((violation) => / on\w+=/i.test(violation)),
      "there were event handlers",
    );
    recordFigure("payloads that run without sanitizing", countViolations("ran: "));
  });
});
