import assert from "node:assert/strict";
import { createClient, type Client } from "../../src/api/client.ts";
import { fieldText } from "../../src/model/fieldText.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { askedAbout, choose, saveMerged } from "../support/window/conflict.ts";
import { everyField, gauge, gauges } from "../support/fixtures/everyField.ts";
import { box, kept, openArtifact, tab } from "../support/window/form.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { artifactRows, expandRow, treeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("each type of field, changed by two people", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  let someoneElse: Client;
  let administrator: Client;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    const { admin, member } = server.accounts;
    [someoneElse, administrator] = [member, admin].map(({ accessKey: key }) =>
      createClient({
        api: `${server.url}/api`,
        credential: { kind: "accessKey", key },
        caFile: undefined,
        observe: () => undefined,
      }),
    ) as [Client, Client];
    await signInWithKey(window, admin.accessKey, admin.realName);
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Equipment"));
    await artifactRows(window.page).first().waitFor();
  });
  after(async () => {
    await someoneElse.close();
    await administrator.close();
    await window.close();
    await server.close();
  });

  it("is put together or asked about, and becomes what was chosen", async () => {
    const fields = everyField("product");
    const tracker = await someoneElse.tracker(gauges);
    const known = new Map(tracker.fields.map((field) => [field.name, field]));
    const labelOf = (name: string): string => known.get(name)?.label ?? assert.fail(name);
    const form = await openArtifact(window, gauge);
    for (const { edit } of fields) await edit(form, window);
    await kept(form);

    server.clock.advance(60_000);
    const { revision } = await someoneElse.artifact(gauge);
    const changes = fields.map(({ name, theirs }) => ({
      fieldId: known.get(name)?.id ?? assert.fail(name),
      edit: theirs,
    }));
    await someoneElse.update(gauge, { changes, comment: undefined }, revision ?? assert.fail("no revision"));
    server.clock.advance(60_000);

    await box(form, 1303).press("ControlOrMeta+s");
    const asked = await askedAbout(form);
    const collisions = fields.filter(({ merged }) => merged === undefined).map(({ name }) => labelOf(name));
    assert.deepEqual([...asked].sort(), [...collisions].sort());
    await window.screenshot("conflict-fields");
    for (const label of asked) await choose(form, label, "Yours");
    await saveMerged(form).click();
    await tab(window, `● #${gauge}`).waitFor({ state: "detached" });

    // Who may see it is one of the fields.
    const { values } = await administrator.artifact(gauge);
    const held = new Map(
      values.flatMap((entry) =>
        entry.kind === "entry" ? [[entry.fieldId, fieldText(entry.value)] as const] : [],
      ),
    );
    const wrong = fields.flatMap(({ name, holds, merged = holds }) => {
      const now = held.get(known.get(name)?.id ?? 0) ?? "";
      return merged.test(now) ? [] : [[name, now]];
    });
    assert.deepEqual(wrong, []);
  });
});
