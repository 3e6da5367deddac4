// Opening, saving and creating artifacts in forms.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FormSubject } from "../../../src/model/form/formSubject.ts";
import type { Scenario } from "../scenario.ts";
import { FormUser } from "../formUser.ts";
import { assertInvariant } from "../invariant.ts";
import type { ScenarioContext } from "../scenarioContext.ts";
import { fetchAttachedFiles, sha256 } from "./files.ts";

function createLineInput(text: string) {
  return () => ({ kind: "line", text }) as const;
}

function createTextInput(source: string) {
  return () => ({ kind: "text", source, format: "text" }) as const;
}

/** Loads an artifact into the offline cache, then changes it as another user. */
async function openBeforeRemoteChange(
  context: ScenarioContext,
  artifactId: number,
): Promise<{ theirs: string }> {
  const { forms, site } = context.window;
  const { session } = forms.open(site, context.createSubject(artifactId), { trackerId: context.tracker.id });
  await session.load(undefined, AbortSignal.timeout(10_000));
  await context.openNextWindow("after closing");
  const place = { theirs: context.createToken("reef") };
  context.changeAsOther(artifactId, place.theirs);
  context.changeConcurrently = () => {
    place.theirs = context.createToken("cliff");
    context.changeAsOther(artifactId, place.theirs);
  };
  return place;
}

/** Types without saving. */
export const openScenario: Scenario = async (context) => {
  const id = context.getArtifactId(0);
  const place = await openBeforeRemoteChange(context, id);
  const token = context.createToken("title");
  const before = context.countChangesets(id);
  const user = new FormUser(context, {
    createSubject: () => context.createSubject(id),
    trackerId: context.tracker.id,
    inputs: [{ field: "title", createInput: createLineInput(token), token }],
    isStored: () => Promise.resolve(false),
  });
  return {
    run: async () => {
      await user.open();
      user.type();
      await user.session?.refresh(AbortSignal.timeout(10_000));
      await user.session?.checkForChanges(AbortSignal.timeout(10_000));
    },
    check: async () => {
      await user.check();
      assertInvariant(
        context.getOwnChangesets(id, before).length === 0,
        "noDuplicates",
        "a change was sent without a save",
      );
      assertInvariant(
        await context.serverContains(id, place.theirs),
        "noOverwrites",
        `${place.theirs} was overwritten`,
      );
    },
    recover: async () => {
      const wasOpen = user.session !== undefined;
      user.closeForm();
      await context.openNextWindow("after closing");
      await user.open();
      assertInvariant(user.session !== undefined, "recovers", "the form can't be opened");
      const isShown = JSON.stringify(user.session.draft).includes(token);
      assertInvariant(isShown || !wasOpen, "inputKept", `${token} is not restored`);
    },
  };
};

export const saveScenario: Scenario = async (context) => {
  const id = context.getArtifactId(0);
  const place = await openBeforeRemoteChange(context, id);
  const [title, comment] = [context.createToken("title"), context.createToken("comment")];
  const before = context.countChangesets(id);
  const isStored = async (token: string): Promise<boolean> => {
    const isInComment = context
      .getOwnChangesets(id, before)
      .some((write) => write.comment?.body.includes(token) ?? false);
    return isInComment || context.serverContains(id, token);
  };
  const user = new FormUser(context, {
    createSubject: () => context.createSubject(id),
    trackerId: context.tracker.id,
    inputs: [
      { field: "title", createInput: createLineInput(title), token: title },
      { field: "comment", createInput: createTextInput(comment), token: comment },
    ],
    isStored,
  });
  return {
    run: async () => {
      await user.open();
      user.type();
      await user.session?.prepareSave(AbortSignal.timeout(10_000));
      await user.save();
    },
    check: async () => {
      await user.check();
      const writes = context.getOwnChangesets(id, before).length;
      assertInvariant(writes <= 1, "noDuplicates", `the artifact was written ${writes} times`);
      assertInvariant(
        await context.serverContains(id, place.theirs),
        "noOverwrites",
        `${place.theirs} was overwritten`,
      );
    },
    recover: async () => {
      user.closeForm();
      await user.saveEventually();
    },
  };
};

/** Number of ids to search for created artifacts; ids are sequential. */
const maxCreated = 4;

export const createScenario: Scenario = async (context) => {
  const last = context.tracker.artifactIds.at(-1) ?? 0;
  const [title, notes] = [context.createToken("title"), context.createToken("notes")];
  const id = context.getArtifactId(0);
  context.changeConcurrently = () => context.changeAsOther(id, context.createToken("cliff"));
  const findCreated = async (token: string): Promise<readonly number[]> => {
    const created: number[] = [];
    for (let next = last + 1; next <= last + maxCreated; next += 1) {
      if (await context.serverContains(next, token)) created.push(next);
    }
    return created;
  };
  const createSubject = (): FormSubject => {
    const { site } = context.window;
    const origin = { siteApi: site.api, accountId: context.accountId, trackerId: context.tracker.id };
    return { kind: "new", ...origin, key: "a" };
  };
  const name = `${context.createToken("chart")}.txt`;
  const path = join(context.workspace, name);
  const bytes = Buffer.from(name);
  await writeFile(path, bytes);
  const file = {
    key: "a",
    name,
    size: bytes.length,
    type: "text/plain",
    description: "",
    path,
    isCopy: false,
  };
  const user = new FormUser(context, {
    createSubject,
    inputs: [
      { field: "title", createInput: createLineInput(title), token: title },
      { field: "notes", createInput: createTextInput(notes), token: notes },
    ],
    files: [{ field: "files", file }],
    isStored: async (token) => (await findCreated(token)).length > 0,
  });
  return {
    run: async () => {
      await user.open();
      user.type();
      await user.save();
    },
    check: async () => {
      await user.check();
      const created = await findCreated(title);
      assertInvariant(
        created.length <= 1,
        "noDuplicates",
        `the artifact was created ${created.length} times`,
      );
      for (const attached of (
        await Promise.all(created.map((id) => fetchAttachedFiles(context, id)))
      ).flat()) {
        assertInvariant(
          context.server.getFileSha256(attached.id) === sha256(bytes),
          "noPartialFiles",
          `${attached.name} is not what was sent`,
        );
      }
    },
    recover: async () => {
      // The form of the created artifact has another subject: a new form would create a second artifact.
      if (user.hasSaved) return;
      user.closeForm();
      await user.saveEventually();
    },
  };
};
