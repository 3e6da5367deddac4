import assert from "node:assert/strict";
import type { FormPanel } from "../../src/features/form/formPanel.ts";
import { ShownHistory } from "../../src/features/form/shownHistory.ts";
import { ServerTrouble } from "../../src/model/failure.ts";
import { Emitter } from "../../src/store/emitter.ts";
import type { Forms } from "../../src/store/forms.ts";
import type { Boundary } from "../../src/vscode/errorHandler.ts";
import { until } from "../support/wait.ts";

describe("the activity of a form", () => {
  it("is read again when the site is back, if it could not be read before", async () => {
    let isDown = true;
    let reads = 0;
    const told: string[] = [];
    const siteBack = new Emitter<void>();
    const history = {
      entries: [],
      hasOlder: false,
      readNewest: () => {
        reads += 1;
        const request = { method: "GET", url: "https://a.example/api/artifacts/1/changesets", status: 502 };
        return isDown ? Promise.reject(new ServerTrouble(request)) : Promise.resolve();
      },
    };
    const panel = {
      editing: {
        changed: new Emitter<void>(),
        base: { changesetsUri: "artifacts/1/changesets", form: { fields: [] } },
      },
      site: { label: "Demo" },
      signal: new AbortController().signal,
      siteBack,
      tell: (method: string, { kind }: { readonly kind: string }) => told.push(`${method} ${kind}`),
    };
    const shown = new ShownHistory(
      panel as unknown as FormPanel,
      { history: () => history } as unknown as Forms,
      { start: (_: string, action: () => unknown) => void action() } as unknown as Boundary,
      () => [],
    );
    await shown.show("newest");
    isDown = false;
    siteBack.announce();
    await until("it is read again", () => told.length === 2);
    assert.deepEqual(told, ["history problem", "history entries"]);
    siteBack.announce();
    assert.equal(reads, 2);
  });
});
