import assert from "node:assert/strict";
import { createClient, type Client } from "../../src/api/client.ts";
import { fieldText } from "../../src/model/fieldText.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { everyField, gauge, gauges } from "../support/fixtures/everyField.ts";
import { box, openArtifact, tab } from "../support/window/form.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("each type of field, edited in the window and read back", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  let client: Client;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    const { admin } = server.accounts;
    client = createClient({
      api: `${server.url}/api`,
      credential: { kind: "accessKey", key: admin.accessKey },
      caFile: undefined,
      observe: () => undefined,
    });
    await signInWithKey(window, admin.accessKey, admin.realName);
  });
  after(async () => {
    await client.close();
    await window.close();
    await server.close();
  });

  async function held(): Promise<ReadonlyMap<string, string>> {
    const tracker = await client.tracker(gauges);
    const names = new Map(tracker.fields.map(({ id, name }) => [id, name]));
    const { values } = await client.artifact(gauge);
    return new Map(
      values.flatMap((entry) =>
        entry.kind === "entry" ? [[names.get(entry.fieldId) ?? "", fieldText(entry.value)] as const] : [],
      ),
    );
  }

  it("opens, where the server does not say to which tracker it belongs too", async () => {
    const form = await openArtifact(window, gauge);
    assert.match(await box(form, 1303).inputValue(), /^Pressure gauge/);
    await window.screenshot("form-fields");
  });

  it("saves all of them at once, and each has arrived", async () => {
    const edited = everyField("product");
    const form = await openArtifact(window, gauge);
    for (const [index, { name, edit }] of edited.entries()) {
      await edit(form, window);
      const count = index === 0 ? "Save 1 change" : `Save ${index + 1} changes`;
      await form
        .getByText(count)
        .waitFor()
        .catch(() => assert.fail(`${name} did not change`));
    }
    await box(form, 1303).press("ControlOrMeta+s");
    await tab(window, `● #${gauge}`).waitFor({ state: "detached" });
    const values = await held();
    assert.deepEqual(
      edited
        .filter(({ name, holds }) => !holds.test(values.get(name) ?? ""))
        .map(({ name }) => [name, values.get(name)]),
      [],
    );
    const [put, ...more] = server.requests.filter(({ method }) => method === "PUT");
    assert.equal(more.length, 0);
    assert.equal((JSON.parse(put?.body ?? "{}") as { values: unknown[] }).values.length, edited.length);
  });
});
