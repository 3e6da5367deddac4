import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { settingKeys } from "../../../src/protocol/contributions.ts";
import { repositoryRoot } from "../../support/repositoryRoot.ts";

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

type Decider = "user" | "trusted workspace" | "any workspace";

/** Who may change each setting, and why. */
const deciders: Readonly<Record<string, readonly [decider: Decider, reason: string]>> = {
  [settingKeys.sites]: ["user", "controls where keys are sent"],
  [settingKeys.refreshMinutes]: ["user", "depends on the user's network"],
  [settingKeys.inboxRefreshInterval]: ["user", "depends on the user's network"],
  [settingKeys.inboxBadge]: ["user", "is the same in all workspaces"],
  [settingKeys.inboxNotifications]: ["user", "is the same in all workspaces"],
  [settingKeys.branchPatterns]: ["user", "is a pattern that runs on every branch name"],
  [settingKeys.referencePatterns]: ["user", "is a pattern that runs on every text"],
  [settingKeys.chatTools]: ["user", "lets other extensions read and write as the user"],
  [settingKeys.attachmentsFolder]: ["trusted workspace", "controls where files are written"],
  [settingKeys.queries]: ["trusted workspace", "controls what is requested from the user's sites"],
  [settingKeys.folderSite]: ["trusted workspace", "controls which of the user's sites is used"],
  [settingKeys.branchTemplate]: ["trusted workspace", "controls what is written as the user"],
  [settingKeys.commitReference]: ["trusted workspace", "controls what is written as the user"],
  [settingKeys.commitTemplate]: ["trusted workspace", "controls what is written as the user"],
  [settingKeys.commitOfferToLink]: [
    "trusted workspace",
    "applies to commits, which are only made in trusted workspaces",
  ],
  [settingKeys.formTextMode]: ["any workspace", "only controls what is shown"],
  [settingKeys.assigneeInitials]: ["any workspace", "only controls what is shown"],
  [settingKeys.referenceLinks]: ["any workspace", "only controls what is shown"],
  [settingKeys.referenceHovers]: ["any workspace", "only controls what is shown"],
  [settingKeys.lineHovers]: ["any workspace", "only controls what is shown"],
  [settingKeys.currentLine]: ["any workspace", "only controls what is shown"],
  [settingKeys.referenceTerminal]: ["any workspace", "only controls what is shown"],
  [settingKeys.referenceCompletion]: ["any workspace", "only controls what is shown"],
  [settingKeys.referenceDiagnostics]: ["any workspace", "only controls what is shown"],
  [settingKeys.closedInComments]: ["any workspace", "only controls what is shown"],
};

describe("settings", () => {
  let manifest: Manifest;
  let properties: Readonly<Record<string, Setting>>;

  before(async () => {
    manifest = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8")) as Manifest;
    ({ properties } = manifest.contributes.configuration);
  });

  it("are those of protocol/contributions.ts, each with a description, scope and default", () => {
    assert.deepEqual(Object.keys(properties).toSorted(), Object.values<string>(settingKeys).toSorted());
    for (const [name, { type, scope, markdownDescription, default: defaultValue }] of Object.entries(
      properties,
    )) {
      assert.match(markdownDescription, /^%setting\.\w+%$/, name);
      assert.match(scope, /^(?:application|window|resource)$/, name);
      const hasDefaultType = type === "array" ? Array.isArray(defaultValue) : typeof defaultValue === type;
      assert.ok(hasDefaultType, `${name}: ${type}, ${JSON.stringify(defaultValue)}`);
    }
  });

  it("can't be changed by a workspace where only the user or a trusted workspace may", () => {
    const { supported, restrictedConfigurations: restricted } = manifest.capabilities.untrustedWorkspaces;
    const getDecider = (name: string): Decider => {
      if (properties[name]?.scope === "application") return "user";
      return restricted.includes(name) ? "trusted workspace" : "any workspace";
    };
    const names = Object.keys(properties);
    assert.deepEqual(
      Object.fromEntries(names.map((name) => [name, getDecider(name)])),
      Object.fromEntries(Object.entries(deciders).map(([name, [decider]]) => [name, decider])),
    );
    assert.deepEqual(
      restricted.filter((name) => !names.includes(name)),
      [],
    );
    // VS Code only uses the list with this value.
    assert.equal(supported, "limited");
  });
});
