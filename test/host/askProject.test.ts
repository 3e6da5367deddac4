import assert from "node:assert/strict";
import * as vscode from "vscode";
import { askProject } from "../../src/features/form/askTracker.ts";
import type { Project } from "../../src/model/project.ts";
import type { Site } from "../../src/model/site.ts";
import type { Catalog } from "../../src/store/catalog.ts";

const wayOn = "Other Projects…";

describe("the question in which project something is made", () => {
  const original = Object.getOwnPropertyDescriptor(vscode.window, "showQuickPick") ?? {};
  afterEach(() => Object.defineProperty(vscode.window, "showQuickPick", original));

  /** What was offered, list by list; of each the row with the given label is taken. */
  function answering(...labels: readonly string[]): readonly (readonly string[])[] {
    const lists: string[][] = [];
    Object.defineProperty(vscode.window, "showQuickPick", {
      configurable: true,
      value: async (rows: Promise<readonly vscode.QuickPickItem[]>) => {
        const shown = (await rows).filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
        lists.push(shown.map(({ label }) => label));
        return shown.find(({ label }) => label === labels[lists.length - 1]);
      },
    });
    return lists;
  }

  function project(id: number, label: string): Project {
    return { kind: "project", id, label, shortName: label.toLowerCase() } as unknown as Project;
  }

  /** Of a site that has these projects, of which some are those of its member. */
  function catalogOf(all: readonly Project[], mine: readonly Project[]): Catalog {
    const listing = (items: readonly Project[]): object => ({
      items,
      loadUntil: () => Promise.resolve(),
    });
    return {
      of: () => ({ memberProjects: listing(mine), allProjects: listing(all) }),
    } as unknown as Catalog;
  }

  const [tides, console, office] = [project(1, "Tides"), project(2, "Console"), project(3, "Office")];
  const all = [tides, console, office];
  const ask = (catalog: Catalog, isFit?: (project: Project) => boolean): Promise<Project | undefined> =>
    askProject(catalog, {} as Site, "New Artifact", isFit);

  it("offers the projects of a member first, and the others on the next step", async () => {
    const catalog = catalogOf(all, [tides]);
    const lists = answering(wayOn, "Office");
    assert.equal(await ask(catalog), office);
    assert.deepEqual(lists, [
      ["Tides", wayOn],
      ["Console", "Office"],
    ]);
    answering("Tides");
    assert.equal(await ask(catalog), tides);
    answering(wayOn);
    assert.equal(await ask(catalog), undefined);
  });

  it("offers of the others those that fit, too", async () => {
    const lists = answering(wayOn, "Office");
    assert.equal(await ask(catalogOf(all, [tides]), ({ id }) => id !== 2), office);
    assert.deepEqual(lists, [["Tides", wayOn], ["Office"]]);
  });

  it("offers all projects at once where nobody knows whose they are", async () => {
    const lists = answering("Console");
    assert.equal(await ask(catalogOf(all, [])), console);
    assert.deepEqual(lists, [["Tides", "Console", "Office"]]);
  });

  it("says that there are no others", async () => {
    const none = "There are no other projects that you have access to.";
    const lists = answering(wayOn, none);
    assert.equal(await ask(catalogOf(all, all)), undefined);
    assert.deepEqual(lists[1], [none]);
  });
});
