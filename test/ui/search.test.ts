import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { formIn, tab } from "../support/window/form.ts";
import { notification, pressButton } from "../support/window/messages.ts";
import { markItems, prompt, rowSaying } from "../support/window/queryBuilder.ts";
import { answer, pickable, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { pressRowButton, treeRow } from "../support/window/tree.ts";
import { until } from "../support/wait.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const bugsId = 11;

interface Bug {
  readonly id: number;
  readonly title: string;
}

/** Bugs with plain titles, read past the extension. */
async function someBugs({ url, accounts: { admin } }: Simulator): Promise<readonly Bug[]> {
  const headers = { "X-Auth-AccessKey": admin.accessKey };
  const answered = await fetch(`${url}/api/trackers/${bugsId}/artifacts?limit=50`, { headers });
  const rows: unknown = await answered.json();
  assert.ok(Array.isArray(rows));
  return rows
    .map(({ id, title }: Bug) => ({ id, title }))
    .filter(({ title }) => /^[\w ]{20,55}$/.test(title));
}

describe("searching and going to artifacts", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  let bugs: readonly Bug[];

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    bugs = await someBugs(server);
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });
  afterEach(() => server.faults.clear());

  const input = (): Locator => quickInput(window.page).locator("input:visible:not([type=checkbox])").first();
  const row = (text: string | RegExp): Locator => rowSaying(window.page, text);
  const bug = (at: number): Bug => bugs[at] ?? assert.fail("too few bugs");

  /** From a page the palette would give the focus back to it some time later, which would close the box. */
  async function leavePage(): Promise<void> {
    await window.page.keyboard.press("ControlOrMeta+0");
    await window.page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME");
  }

  async function search(): Promise<void> {
    await leavePage();
    await window.runCommand("Artifacts: Search Artifacts…");
    await quickInputSaying(window.page, "Search Artifacts");
  }

  async function turnAway(): Promise<void> {
    await window.page.keyboard.press("Escape");
    await quickInput(window.page).waitFor({ state: "hidden" });
  }

  it("says that there is nothing to search in, and offers to choose", async () => {
    await search();
    await prompt(window.page).getByText("Only numbers are found.").waitFor();
    await window.screenshot("search-nothing");
    await pickItem(window.page, "Choose Trackers to Search…");
    await quickInputSaying(window.page, "In which trackers");
    await input().fill("bugs");
    await markItems(window.page, "Bugs");
    await prompt(window.page).getByText("Searches the titles of 1 tracker").waitFor();
    await turnAway();
  });

  it("finds by title as one types, with tracker and status, and opens what is chosen", async () => {
    const { id, title } = bug(0);
    await search();
    await input().fill(title);
    await pickable(window.page, `#${id}`)
      .filter({ hasText: new RegExp(`${title} · Bugs · \\w`) })
      .waitFor();
    await window.screenshot("search-found");
    await pickItem(window.page, `#${id}`);
    await tab(window, `#${id}`).waitFor();
    await formIn(window).locator("artifact-field").first().waitFor();
    // Forms take the focus, which would close what later tests ask.
    await leavePage();
    await window.runCommand("View: Close All Editors");
  });

  it("shows what was opened not long ago while nothing is typed", async () => {
    const { id, title } = bug(0);
    await search();
    await row("Recently opened").waitFor();
    await pickable(window.page, `#${id}`).filter({ hasText: title }).waitFor();
    await turnAway();
  });

  it("never shows the answer to an older text, however late it comes", async () => {
    const [old, young] = [bug(1), bug(2)];
    const slowly = { kind: "delay", ms: 3000 } as const;
    server.faults.add({ path: new RegExp(`/trackers/${bugsId}/artifacts`), times: 1, fault: slowly });
    await search();
    const before = server.requests.length;
    await input().fill(old.title);
    await until("it is searched", () => server.requests.length > before);
    await input().fill(young.title);
    await pickable(window.page, `#${young.id}`).waitFor();
    // The answer that was called off is on its way until then.
    await until("all is answered", () => server.inFlight === 0);
    assert.equal(await pickable(window.page, `#${old.id}`).count(), 0);
    await turnAway();
  });

  it("finds by number without any tracker, and says what it could not look through", async () => {
    const { id, title } = bug(3);
    await search();
    await input().fill(`bug #${id}`);
    await pickable(window.page, `#${id}`).filter({ hasText: title }).waitFor();
    server.faults.add({
      path: new RegExp(`/trackers/${bugsId}/artifacts`),
      fault: { kind: "status", status: 403 },
    });
    await input().fill("the");
    await row(/Bugs: .*Demo/).waitFor();
    server.faults.clear();
    await input().fill("zzzz no such words");
    await row("No title has these words.").waitFor();
    await input().fill("a");
    await row("Bugs has more").waitFor();
    await turnAway();
  });

  it("searches all trackers of pinned projects unless one chose others", async () => {
    await pressRowButton(treeRow(window.page, "Open Tides"), "Pin");
    await search();
    await quickInput(window.page).getByRole("button", { name: "Choose Trackers to Search…" }).click();
    await quickInputSaying(window.page, "In which trackers");
    await window.screenshot("search-scope");
    await quickInput(window.page)
      .getByRole("button", { name: "Search Open, Expanded and Pinned Trackers" })
      .click();
    await prompt(window.page)
      .getByText(/Searches the titles of \d+ trackers/)
      .waitFor();
    await turnAway();
  });

  it("opens a row in the browser", async () => {
    const { id, title } = bug(0);
    await search();
    await input().fill(title);
    await pickable(window.page, `#${id}`).hover();
    const page = await window.opened(() =>
      pickable(window.page, `#${id}`).getByRole("button", { name: "Open in Browser" }).click(),
    );
    const address = page.url();
    await page.close();
    await turnAway();
    assert.ok(address.endsWith(`/plugins/tracker/?aid=${id}`), address);
  });

  it("goes to an artifact by number, reference and address", async () => {
    const ways: readonly ((id: number) => string)[] = [
      (id) => `${id}`,
      (id) => `art #${id}`,
      (id) => `bug #${id}`,
      (id) => `art #open-tides:${id}`,
      (id) => `${server.url}/plugins/tracker/?aid=${id}`,
      (id) => `${server.url}/goto?key=bug&val=${id}&group_id=101`,
      (id) => `/plugins/tracker/?aid=${id}`,
    ];
    for (const [at, way] of ways.entries()) {
      const { id } = bug(at + 4);
      await leavePage();
      await window.runCommand("Artifacts: Go to Artifact…");
      await quickInputSaying(window.page, "the address of its page");
      await answer(window.page, way(id));
      await tab(window, `#${id}`).waitFor();
      await formIn(window).locator("artifact-field").first().waitFor();
    }
    await window.runCommand("View: Close All Editors");
  });

  it("says that the server knows who one is", async () => {
    await window.runCommand("Artifacts: Say Who You Are…");
    await notification(window.page, `Demo knows you as ${server.accounts.admin.realName}`).waitFor();
  });

  it("offers to sign in to who is not", async () => {
    await window.runCommand("Artifacts: Sign Out");
    await treeRow(window.page, "Demo").getByText("not signed in").waitFor();
    await window.runCommand("Artifacts: Say Who You Are…");
    await pressButton(notification(window.page, "Sign in to Demo first"), "Sign In");
    await quickInputSaying(window.page, "Sign in with an access key");
    await turnAway();
  });
});

describe("searching two sites at once", () => {
  const servers: Simulator[] = [];
  let window: VSCodeWindow;

  before(async () => {
    servers.push(await startSimulator({ dialect: "product" }), await startSimulator({ dialect: "product" }));
    const labels = ["North", "South"];
    window = await openWindow({
      settings: { "artifacts.sites": servers.map(({ url }, at) => ({ url, label: labels[at] })) },
    });
  });
  after(async () => {
    await window.close();
    for (const server of servers) await server.close();
  });

  it("names the site of each row", async () => {
    const [north, south] = servers;
    assert.ok(north !== undefined && south !== undefined);
    const [bug = assert.fail()] = await someBugs(south);
    await window.runCommand("Artifacts: Search Artifacts…");
    await quickInputSaying(window.page, "Search Artifacts");
    await quickInput(window.page).locator("input:visible").first().fill(`#${bug.id}`);
    await rowSaying(window.page, new RegExp(`#${bug.id}.*North`)).waitFor();
    await rowSaying(window.page, new RegExp(`#${bug.id}.*South`)).waitFor();
    await window.pictures("search-two-sites");
  });
});
