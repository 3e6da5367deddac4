import assert from "node:assert/strict";
import type { FormPanel } from "../../src/features/form/formPanel.ts";
import { FormHistory } from "../../src/features/form/formHistory.ts";
import { ServerError } from "../../src/model/failure.ts";
import { Emitter } from "../../src/store/emitter.ts";
import type { FormSessions } from "../../src/store/formSessions.ts";
import type { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { waitUntil } from "../support/wait.ts";

describe("FormHistory", () => {
  it("is loaded again when the site is online, if it failed before", async () => {
    let isOffline = true;
    let loadCount = 0;
    const notifications: string[] = [];
    const onDidReconnect = new Emitter<void>();
    const history = {
      entries: [],
      hasOlder: false,
      loadNewest: () => {
        loadCount += 1;
        const request = { method: "GET", url: "https://a.example/api/artifacts/1/changesets", status: 502 };
        return isOffline ? Promise.reject(new ServerError(request)) : Promise.resolve();
      },
    };
    const panel = {
      session: {
        onDidChange: new Emitter<void>(),
        base: { changesetsUri: "artifacts/1/changesets", form: { fields: [] } },
      },
      site: { label: "Demo" },
      signal: new AbortController().signal,
      onDidReconnect,
      notifyPage: (method: string, { kind }: { readonly kind: string }) =>
        notifications.push(`${method} ${kind}`),
    };
    const formHistory = new FormHistory(
      panel as unknown as FormPanel,
      { createHistory: () => history } as unknown as FormSessions,
      { runInBackground: (_: string, action: () => unknown) => void action() } as unknown as ErrorHandler,
    );
    await formHistory.show("newest");
    isOffline = false;
    onDidReconnect.fire();
    await waitUntil("the history is loaded again", () => notifications.length === 2);
    assert.deepEqual(notifications, ["setHistory problem", "setHistory entries"]);
    onDidReconnect.fire();
    assert.equal(loadCount, 2);
  });
});
