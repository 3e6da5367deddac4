import assert from "node:assert/strict";
import * as vscode from "vscode";
import { pickProject } from "../../src/features/form/pickTracker.ts";
import type { Project } from "../../src/model/project.ts";
import type { Site } from "../../src/model/site.ts";
import type { Catalog } from "../../src/store/catalog.ts";

const otherProjects = "Show Other Projects…";

describe("pickProject", () => {
  const original = Object.getOwnPropertyDescriptor(vscode.window, "showQuickPick") ?? {};
  afterEach(() => Object.defineProperty(vscode.window, "showQuickPick", original));

  /** Returns the labels of each quick pick; in each, the row with the given label is picked. */
  function answerPrompts(...labels: readonly string[]): readonly (readonly string[])[] {
    const lists: string[][] = [];
    Object.defineProperty(vscode.window, "showQuickPick", {
      configurable: true,
      value: async (rows: Promise<readonly vscode.QuickPickItem[]>) => {
        const items = (await rows).filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
        lists.push(items.map(({ label }) => label));
        return items.find(({ label }) => label === labels[lists.length - 1]);
      },
    });
    return lists;
  }

  function createProject(id: number, label: string): Project {
    return { kind: "project", id, label, shortName: label.toLowerCase() } as unknown as Project;
  }

  /** The catalog of a site with these projects, some of which the user is a member of. */
  function createCatalog(all: readonly Project[], memberProjects: readonly Project[]): Catalog {
    const createList = (items: readonly Project[]): object => ({
      items,
      loadUntil: () => Promise.resolve(),
    });
    return {
      getSite: () => ({ memberProjects: createList(memberProjects), allProjects: createList(all) }),
    } as unknown as Catalog;
  }

  const [tides, console, office] = [
    createProject(1, "Tides"),
    createProject(2, "Console"),
    createProject(3, "Office"),
  ];
  const all = [tides, console, office];
  const pick = (catalog: Catalog, isMatch?: (project: Project) => boolean): Promise<Project | undefined> =>
    pickProject(catalog, {} as Site, "New Artifact", isMatch);

  it("lists the user's projects first, and others in a second step", async () => {
    const catalog = createCatalog(all, [tides]);
    const lists = answerPrompts(otherProjects, "Office");
    assert.equal(await pick(catalog), office);
    assert.deepEqual(lists, [
      ["Tides", otherProjects],
      ["Console", "Office"],
    ]);
    answerPrompts("Tides");
    assert.equal(await pick(catalog), tides);
    answerPrompts(otherProjects);
    assert.equal(await pick(catalog), undefined);
  });

  it("filters the other projects too", async () => {
    const lists = answerPrompts(otherProjects, "Office");
    assert.equal(await pick(createCatalog(all, [tides]), ({ id }) => id !== 2), office);
    assert.deepEqual(lists, [["Tides", otherProjects], ["Office"]]);
  });

  it("lists all projects if the user's projects are unknown", async () => {
    const lists = answerPrompts("Console");
    assert.equal(await pick(createCatalog(all, [])), console);
    assert.deepEqual(lists, [["Tides", "Console", "Office"]]);
  });

  it("shows that there are no other projects", async () => {
    const noOtherProjects = "No other projects";
    const lists = answerPrompts(otherProjects, noOtherProjects);
    assert.equal(await pick(createCatalog(all, all)), undefined);
    assert.deepEqual(lists[1], [noOtherProjects]);
  });
});
