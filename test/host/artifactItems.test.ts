import assert from "node:assert/strict";
import { ThemeIcon } from "vscode";
import type { ArtifactNode } from "../../src/features/tree/treeNodes.ts";
import {
  assigneeDecorations,
  createArtifactTooltip,
  createLazyItem,
} from "../../src/features/tree/lazyItems.ts";
import type { ArtifactRow } from "../../src/model/artifact.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";

const [site] = createTestStore([{ url: "https://tuleap.example", label: "Demo" }]).sites.list();
assert.ok(site);
const row = { site, siteApi: site.api };

const artifact: ArtifactRow = {
  kind: "artifact",
  id: 12,
  title: "Leak",
  page: undefined,
  status: "On hold",
  isOpen: true,
  assignees: [],
  submittedBy: undefined,
  submittedOn: undefined,
  modifiedOn: undefined,
};

const artifactNode: ArtifactNode = {
  ...row,
  kind: "artifact",
  id: "artifact",
  artifactId: 12,
  artifact,
  tracker: { id: 7, label: "Bugs", color: "fiesta-red" },
  shouldShowTracker: false,
  shouldShowProject: false,
  statusColor: undefined,
  hasDraft: true,
};

describe("the row of an artifact", () => {
  function getIcon(values: Partial<ArtifactRow>, statusColor?: string): string {
    const node = { ...artifactNode, artifact: { ...artifact, ...values }, statusColor };
    const { iconPath } = createLazyItem(node);
    assert.ok(iconPath instanceof ThemeIcon);
    return [iconPath.id, iconPath.color?.id].filter((part) => part !== undefined).join(" ");
  }

  it("shows in its icon whether it is open, with the color of its status", () => {
    assert.equal(getIcon({ isOpen: true }, "lake-placid-blue"), "issues charts.blue");
    assert.equal(getIcon({ isOpen: false }, "army-green"), "pass charts.green");
    // A gray, and a status without a color in a tracker where others have one.
    assert.equal(getIcon({ isOpen: true }, "chrome-silver"), "issues");
    assert.equal(getIcon({ isOpen: false }, ""), "pass");
  });

  it("shows open and closed in different colors if the status has none", () => {
    assert.equal(getIcon({ isOpen: true }), "issues charts.green");
    assert.equal(getIcon({ isOpen: false }), "pass disabledForeground");
    assert.equal(getIcon({ isOpen: true, status: undefined }), "issues");
  });

  it("has a context value that tells whether the artifact is followed", () => {
    assert.equal(createLazyItem(artifactNode).contextValue, "artifact");
    const { contextValue } = createLazyItem(artifactNode, {
      isFollowed: ({ artifactId }) => artifactId === artifactNode.artifactId,
    });
    assert.equal(contextValue, "artifact.followed");
  });

  it("has a neutral icon if it is unknown whether it is open", () => {
    assert.equal(getIcon({ isOpen: undefined }), "circle-outline");
    assert.equal(getIcon({ isOpen: undefined, status: undefined }), "circle-outline");
  });

  it("has the status first in its description, then the tracker and the draft", () => {
    const getDescription = (more: Partial<ArtifactNode>): unknown =>
      createLazyItem({ ...artifactNode, ...more }).description;
    assert.equal(getDescription({ shouldShowTracker: true }), "On hold · Bugs · draft");
    const tracker = { id: 1, label: "Bugs", color: undefined, project: "Open Tides" };
    assert.equal(getDescription({ shouldShowTracker: true, tracker }), "On hold · Bugs · draft");
    assert.equal(
      getDescription({ shouldShowTracker: true, shouldShowProject: true, tracker }),
      "On hold · Bugs · Open Tides · draft",
    );
    assert.equal(getDescription({ hasDraft: false }), "On hold");
    assert.equal(
      getDescription({ shouldShowTracker: true, artifact: { ...artifact, status: undefined } }),
      "Bugs · draft",
    );
  });

  it("has the status in words in its tooltip", () => {
    const getTooltip = (values: Partial<ArtifactRow>): string =>
      createArtifactTooltip({ ...artifactNode, artifact: { ...artifact, ...values } })
        .value.replaceAll("&nbsp;", " ")
        .replaceAll("\\", "");
    assert.match(getTooltip({ status: "Fixed", isOpen: false }), /- Status: Fixed \(closed\)\n/);
    assert.match(getTooltip({ status: "Open", isOpen: true }), /- Status: Open\n/);
    assert.match(getTooltip({ status: undefined, isOpen: true }), /- Status: open\n/);
    assert.doesNotMatch(getTooltip({ status: undefined, isOpen: undefined }), /Status/);
  });

  it("shows the assignee's initials only if it is enabled, and says the name to screen readers", async () => {
    const assignees = [{ id: 1, label: "Asha Raman (araman)" }];
    const node = { ...artifactNode, hasDraft: false, artifact: { ...artifact, assignees } };
    const off = createLazyItem(node);
    assert.equal(off.resourceUri, undefined);
    assert.equal(off.accessibilityInformation?.label, "Bugs, 12, Leak, On hold, open");
    const item = createLazyItem(node, { showsInitials: true });
    assert.equal(
      item.accessibilityInformation?.label,
      "Bugs, 12, Leak, On hold, open, assigned to Asha Raman (araman)",
    );
    assert.ok(item.resourceUri);
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: () => ({ dispose: () => undefined }),
    };
    const decoration = await assigneeDecorations.provideFileDecoration(item.resourceUri, token);
    assert.equal(decoration?.badge, "AR");
    // Other resources of the window have decorations of their own.
    const other = item.resourceUri.with({ scheme: "file" });
    assert.equal(await assigneeDecorations.provideFileDecoration(other, token), undefined);
  });

  it("shows nothing for an artifact without assignee", () => {
    const { resourceUri, accessibilityInformation } = createLazyItem(artifactNode, { showsInitials: true });
    assert.equal(resourceUri, undefined);
    assert.equal(accessibilityInformation?.label, "Bugs, 12, Leak, draft, On hold, open");
  });
});
