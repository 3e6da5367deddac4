import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { settings } from "../../../src/protocol/contributions.ts";
import { repository } from "../../support/repository.ts";

interface Setting {
  readonly type: string;
  readonly scope: string;
  readonly default?: unknown;
  readonly markdownDescription: string;
}

interface Manifest {
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: string;
      readonly restrictedConfigurations: readonly string[];
    };
  };
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
}

type Decider = "person" | "trusted workspace" | "any workspace";

/** Who decides on each setting, and why not somebody else. */
const deciders: Readonly<Record<string, readonly [who: Decider, why: string]>> = {
  [settings.sites]: ["person", "says where keys are sent"],
  [settings.refreshMinutes]: ["person", "is about one's own network"],
  [settings.branchPatterns]: ["person", "is run over every name of a branch"],
  [settings.referencePatterns]: ["person", "is run over every text"],
  [settings.assistants]: ["person", "lets others read and write in one's name"],
  [settings.attachmentsFolder]: ["trusted workspace", "says where files are written"],
  [settings.queries]: ["trusted workspace", "says what one's sites are asked"],
  [settings.folderSite]: ["trusted workspace", "says which of one's sites is asked"],
  [settings.branchTemplate]: ["trusted workspace", "says what is written in one's name"],
  [settings.commitReference]: ["trusted workspace", "says what is written in one's name"],
  [settings.commitTemplate]: ["trusted workspace", "says what is written in one's name"],
  [settings.commitOffer]: ["trusted workspace", "is about commits, which are made in trusted ones only"],
  [settings.referenceLinks]: ["any workspace", "shows less or more, and does nothing"],
  [settings.referenceHovers]: ["any workspace", "shows less or more, and does nothing"],
  [settings.referenceTerminal]: ["any workspace", "shows less or more, and does nothing"],
  [settings.referenceCompletion]: ["any workspace", "shows less or more, and does nothing"],
  [settings.referenceDiagnostics]: ["any workspace", "shows less or more, and does nothing"],
};

describe("the settings", () => {
  let manifest: Manifest;
  let properties: Readonly<Record<string, Setting>>;

  before(async () => {
    manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as Manifest;
    ({ properties } = manifest.contributes.configuration);
  });

  it("are those of protocol/settings.ts, each with all that people need to know of it", () => {
    assert.deepEqual(Object.keys(properties).toSorted(), Object.values<string>(settings).toSorted());
    for (const [name, { type, scope, markdownDescription, default: usual }] of Object.entries(properties)) {
      assert.match(markdownDescription, /^%setting\.\w+%$/, name);
      assert.match(scope, /^(?:application|window|resource)$/, name);
      const fits = type === "array" ? Array.isArray(usual) : typeof usual === type;
      assert.ok(fits, `${name}: ${type}, ${JSON.stringify(usual)}`);
    }
  });

  it("let a workspace decide on nothing that is for the person to decide, or to trust somebody with", () => {
    const { supported, restrictedConfigurations: restricted } = manifest.capabilities.untrustedWorkspaces;
    const deciderOf = (name: string): Decider => {
      if (properties[name]?.scope === "application") return "person";
      return restricted.includes(name) ? "trusted workspace" : "any workspace";
    };
    const names = Object.keys(properties);
    assert.deepEqual(
      Object.fromEntries(names.map((name) => [name, deciderOf(name)])),
      Object.fromEntries(Object.entries(deciders).map(([name, [who]]) => [name, who])),
    );
    assert.deepEqual(
      restricted.filter((name) => !names.includes(name)),
      [],
    );
    // VS Code heeds the list in this case only.
    assert.equal(supported, "limited");
  });
});
