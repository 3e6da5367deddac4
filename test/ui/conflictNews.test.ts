import assert from "node:assert/strict";
import { Buoys } from "../support/fixtures/conflictFixture.ts";
import { askedAbout, choices, choose, leaveAndReturn, saveMerged } from "../support/window/conflict.ts";
import { formIn, kept, tab } from "../support/window/form.ts";
import { until } from "../support/wait.ts";

describe("a form that someone else changes meanwhile", () => {
  let buoys: Buoys;

  before(async () => {
    buoys = await Buoys.open("product");
  });
  after(() => buoys.close());

  it("goes back to the form, which marks what collides, and puts theirs back", async () => {
    const form = await buoys.open();
    await buoys.typeInto(form, "name", "Green");
    await kept(form);
    buoys.theyWrite("name", "Yellow");
    await buoys.box(form, "name").press("ControlOrMeta+s");
    await choices(form, "Name").waitFor();
    await form.getByRole("button", { name: "Back to Form", exact: true }).click();
    await buoys.shows(form, "name", "Green");
    await form.locator("artifact-field.is-colliding").getByText("changed this to: Yellow").waitFor();
    await form.getByRole("button", { name: "Put Name back" }).click();
    await buoys.shows(form, "name", "Yellow");
    await buoys.savedNow();
  });

  it("says so while someone types, and leaves the cursor where it is", async () => {
    const form = await buoys.open();
    await buoys.typeInto(form, "name", "Green");
    await buoys.box(form, "log").click();
    await buoys.window.page.keyboard.press("ControlOrMeta+Home");
    await buoys.window.page.keyboard.press("ArrowDown");
    await buoys.window.page.keyboard.type("half a wo");
    await kept(form);
    const place = await buoys.box(form, "log").boundingBox();
    buoys.theyWrite("place", "Pier");
    buoys.theyWrite("name", "Yellow");
    await leaveAndReturn(buoys.window);
    await form.getByText(new RegExp(`${buoys.other} changed Name and Place`)).waitFor();
    await buoys.shows(form, "place", "Pier");
    await form.locator("artifact-field.is-colliding").getByText("changed this to: Yellow").waitFor();
    const now = await buoys.box(form, "log").boundingBox();
    assert.ok(Math.abs((now?.y ?? 0) - (place?.y ?? 0)) < 1, `moved from ${place?.y} to ${now?.y}`);
    await buoys.window.page.keyboard.type("rd ");
    await buoys.shows(form, "log", "First line\nhalf a word Second line\nThird line");
    await buoys.window.pictures("conflict-banner");
  });

  it("is noticed when its tab comes to the front, and only then", async () => {
    const form = await buoys.open();
    const first = buoys.artifact;
    await buoys.open();
    const asked = (id: number): number =>
      buoys.server.requests.filter(
        ({ method, path }) => method === "GET" && path.startsWith(`/api/artifacts/${id}`),
      ).length;
    const [hidden, shown] = [asked(first), asked(buoys.artifact)];
    await leaveAndReturn(buoys.window);
    await until("the form that is seen has asked", () => asked(buoys.artifact) > shown);
    assert.equal(asked(first), hidden, "a form that nobody sees asks nothing");
    buoys.artifact = first;
    buoys.theyWrite("owner", "The town");
    await tab(buoys.window, `#${first}`).click();
    await form.getByText(`${buoys.other} changed Owner`).waitFor();
    await buoys.shows(form, "owner", "The town");
  });

  it("keeps what was typed into a field that is gone, and lets it go when told so", async () => {
    const form = await buoys.open();
    await buoys.typeInto(form, "name", "Green");
    await buoys.typeInto(form, "owner", "Nobody knows");
    await kept(form);
    buoys.theyWrite("name", "Yellow");
    buoys.server.removeField(buoys.trackerId, buoys.fieldId("owner"));
    await buoys.box(form, "name").press("ControlOrMeta+s");
    assert.deepEqual(await askedAbout(form), ["Name", "Owner"]);
    await choose(form, "Name", "Yours");
    await form.getByText("yours can't be saved").waitFor();
    await buoys.window.screenshot("conflict-gone-field");
    await choose(form, "Owner", "Theirs");
    await saveMerged(form).click();
    await buoys.savedNow();
    await buoys.shows(form, "name", "Green");
  });

  it("that was deleted says so, and keeps what was typed", async () => {
    const form = await buoys.open();
    await buoys.typeInto(form, "name", "Green");
    await kept(form);
    buoys.meanwhile(() => buoys.server.removeArtifact(buoys.artifact));
    await buoys.box(form, "name").press("ControlOrMeta+s");
    await formIn(buoys.window).getByText("This was deleted on Demo").waitFor();
    await buoys.shows(form, "name", "Green");
    await tab(buoys.window, `● #${buoys.artifact}`).waitFor();
  });
});
