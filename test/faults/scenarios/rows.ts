// Edits from lists: delete, bulk edit, link and comment.
import { toInputText } from "../../../src/model/form/input.ts";
import type { FieldEditRequest } from "../../../src/model/triage/fieldEditRequest.ts";
import { previewBulkEdit, runBulkEdit } from "../../../src/store/triage/bulkEdit.ts";
import { quickEdit } from "../../../src/store/triage/quickEdit.ts";
import { deleteOne } from "../../../src/store/triage/deleteArtifacts.ts";
import type { SelectedArtifact } from "../../../src/store/triage/artifactLoader.ts";
import type { Scenario } from "../scenario.ts";
import { assertInvariant } from "../invariant.ts";
import { neverAborted, type ScenarioContext } from "../scenarioContext.ts";

function countRequests(context: ScenarioContext, method: string): number {
  return context.server.requests.filter((request) => request.method === method).length;
}

export const deleteScenario: Scenario = async (context) => {
  const id = context.getArtifactId(0);
  const shown = await context.loadRow(id);
  context.changeConcurrently = () => context.changeAsOther(id, context.createToken("cliff"));
  let isReportedDeleted = false;
  const exists = async (): Promise<boolean> => (await context.fetchText(`artifacts/${id}`)) !== undefined;

  async function remove(selected: SelectedArtifact): Promise<SelectedArtifact | undefined> {
    const outcome = await deleteOne(context.window.artifactLoader, selected, neverAborted);
    if (outcome.kind === "deleted") isReportedDeleted = true;
    return outcome.kind === "changedSince" ? outcome.now : undefined;
  }

  return {
    run: async () => {
      await remove(shown);
      const requests = countRequests(context, "DELETE");
      assertInvariant(requests <= 1, "noDuplicates", `the deletion was sent ${requests} times`);
    },
    check: async () => {
      assertInvariant(
        !isReportedDeleted || !(await exists()),
        "saveStored",
        `${id} is reported as deleted, but still exists`,
      );
    },
    recover: async () => {
      let current: SelectedArtifact | undefined = shown;
      while (current !== undefined && (await exists())) current = await remove(current);
      assertInvariant(!(await exists()), "recovers", `${id} can't be deleted`);
    },
  };
};

/** Number of status changes by the user under test. */
function countStatusWrites(context: ScenarioContext, artifactId: number, before: number): number {
  const field = context.tracker.fieldId("status");
  const writes = context.getOwnChangesets(artifactId, before);
  return writes.filter(({ changes }) => [...changes.keys()].some(({ id }) => id === field)).length;
}

export const bulkEditScenario: Scenario = async (context) => {
  const ids = [0, 1, 2, 3].map((index) => context.getArtifactId(index));
  const selection: SelectedArtifact[] = [];
  for (const id of ids) selection.push(await context.loadRow(id));
  const places = new Map(ids.map((id) => [id, context.createToken("reef")]));
  for (const [id, place] of places) context.changeAsOther(id, place);
  const before = new Map(ids.map((id) => [id, context.countChangesets(id)]));
  const changedId = context.getArtifactId(1);
  context.changeConcurrently = () => {
    places.set(changedId, context.createToken("cliff"));
    context.changeAsOther(changedId, places.get(changedId) ?? "");
  };
  const adrift = { id: context.tracker.choiceId("status", "Adrift"), label: "Adrift" };
  const request: FieldEditRequest = {
    kind: "choices",
    field: { by: "role", role: "status" },
    operation: "set",
    values: [adrift],
  };
  const reportedDone = new Set<number>();

  async function change(): Promise<void> {
    const { artifactLoader } = context.window;
    const items = await previewBulkEdit(artifactLoader, selection, request, neverAborted);
    for (const { kind, selected } of await runBulkEdit(artifactLoader, items, neverAborted)) {
      if (kind === "done") reportedDone.add(selected.row.id);
    }
  }

  return {
    run: change,
    check: async () => {
      for (const id of ids) {
        const writes = countStatusWrites(context, id, before.get(id) ?? 0);
        assertInvariant(writes <= 1, "noDuplicates", `${id} was changed ${writes} times`);
        const place = places.get(id) ?? "";
        assertInvariant(
          await context.serverContains(id, place),
          "noOverwrites",
          `${place} was overwritten in ${id}`,
        );
        assertInvariant(
          !reportedDone.has(id) || writes === 1,
          "saveStored",
          `${id} is reported as changed, but is not`,
        );
      }
    },
    recover: async () => {
      await change();
      const remaining = ids.filter((id) => countStatusWrites(context, id, before.get(id) ?? 0) === 0);
      assertInvariant(remaining.length === 0, "recovers", `${remaining.join()} can't be changed`);
    },
  };
};

const maxAttempts = 4;

export const linkScenario: Scenario = async (context) => {
  const [id, other] = [context.getArtifactId(0), context.getArtifactId(1)];
  let shown = await context.loadRow(id);
  const before = context.countChangesets(id);
  const place = { theirs: "Bay" };
  context.changeConcurrently = () => {
    place.theirs = context.createToken("cliff");
    context.changeAsOther(id, place.theirs);
  };
  const commentText = context.createToken("commit");
  const type = context.dialect === "product" ? "blocks" : "";
  const requests: Readonly<Record<"link" | "comment", FieldEditRequest>> = {
    link: { kind: "link", artifactId: other, type },
    comment: { kind: "comment", source: commentText, format: "text" },
  };
  const reportedDone = new Set<keyof typeof requests>();
  const outcomes = new Map<keyof typeof requests, string>();
  const linksField = context.tracker.fieldId("links");

  function countWrites(name: keyof typeof requests): number {
    return context.getOwnChangesets(id, before).filter(({ changes, comment }) => {
      if (name === "comment") return comment?.body.includes(commentText) ?? false;
      return [...changes.keys()].some((field) => field.id === linksField);
    }).length;
  }

  async function edit(name: keyof typeof requests): Promise<string> {
    const outcome = await quickEdit(context.window.artifactLoader, shown, requests[name], neverAborted);
    if (outcome.kind === "done") {
      reportedDone.add(name);
      assertInvariant(
        name === "comment" || toInputText(outcome.change.after) !== "",
        "saveStored",
        "the link is empty",
      );
    }
    if (outcome.kind === "changedSince") shown = outcome.now;
    outcomes.set(name, outcome.kind);
    return outcome.kind;
  }

  /** The documented dialect has no comments. */
  const names: readonly (keyof typeof requests)[] =
    context.dialect === "product" ? ["link", "comment"] : ["link"];

  async function retryUntilDone(name: keyof typeof requests): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts && !reportedDone.has(name); attempt += 1) {
      // After an unknown outcome the user checks first; after a failure the user tries again.
      if (outcomes.get(name) === "unknown" && countWrites(name) > 0) return;
      if ((await edit(name)) === "unchanged") return;
    }
    assertInvariant(reportedDone.has(name), "recovers", `the ${name} can't be written`);
  }

  return {
    run: async () => {
      // `edit` reloads the row if it was changed.
      for (const name of names) if ((await edit(name)) === "changedSince") await edit(name);
    },
    check: async () => {
      for (const name of names) {
        const writes = countWrites(name);
        assertInvariant(writes <= 1, "noDuplicates", `the ${name} was written ${writes} times`);
        assertInvariant(
          !reportedDone.has(name) || writes === 1,
          "saveStored",
          `the ${name} is reported as written, but is missing`,
        );
      }
      assertInvariant(
        await context.serverContains(id, place.theirs),
        "noOverwrites",
        `${place.theirs} was overwritten`,
      );
    },
    recover: async () => {
      for (const name of names) await retryUntilDone(name);
    },
  };
};
