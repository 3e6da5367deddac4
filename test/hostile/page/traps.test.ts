// A page that let everything in: what is tried elsewhere does act, and is noticed.
import assert from "node:assert/strict";
import { type FormPageWindow, openFormPage } from "../../support/page/formPage.ts";
import { bugForm } from "../../support/page/form/samples.ts";
import { payloads } from "../support/payloads.ts";
import { note, seed } from "../support/plan.ts";
import { alarm } from "../support/script.ts";
import { Watched } from "./watched.ts";

describe("a page without defences", function () {
  let window: FormPageWindow;

  afterEach(() => window.close());

  it("is noticed to run, to load and to hold what it must not", async () => {
    window = await openFormPage({ form: bugForm(), policy: "ignored" });
    const watched = await Watched.watch(window, "unnoted");
    // One that leaves the page would end the test; it is noticed as well, but only once.
    const some = payloads(seed, 400).filter(({ text }) => !/location|refresh|<base/i.test(text));
    await window.page.evaluate(
      (texts) => {
        for (const text of texts) {
          const place = document.createElement("div");
          place.innerHTML = text;
          document.body.append(place);
        }
      },
      some.map(({ text }) => text),
    );
    // Each of them gets its event when it comes to it.
    const known = `${alarm}Of`;
    await window.page.waitForFunction((name) => Reflect.get(globalThis, name).length > 3, known);
    const found = await watched.violations();
    const having = (start: string): number => found.filter((each) => each.startsWith(start)).length;
    assert.ok(having("ran: ") > 3, "scripts ran");
    assert.ok(having("asked for ") > 3, "something was loaded");
    assert.ok(having("<") > 20, "there were elements");
    assert.ok(
      found.some((each) => / on\w+=/i.test(each)),
      "there were handlers",
    );
    note("payloads that act where nothing stops them", having("ran: "));
  });
});
