// Artifacts in forms: opened, saved, created.
import type { Subject } from "../../../src/model/subject.ts";
import type { Journey } from "../journey.ts";
import { Person } from "../person.ts";
import { ensure } from "../rule.ts";
import type { Scene } from "../scene.ts";

function line(text: string) {
  return () => ({ kind: "line", text }) as const;
}

function plain(source: string) {
  return () => ({ kind: "text", source, format: "text" }) as const;
}

/** Somebody has seen the artifact before, which is remembered; others have changed it since. */
async function seenBefore(scene: Scene, artifactId: number): Promise<{ theirs: string }> {
  const { forms, site } = scene.window;
  const { editing } = forms.hold(site, scene.subject(artifactId), { trackerId: scene.tracker.id });
  await editing.load(undefined, AbortSignal.timeout(10_000));
  await scene.openAnother("after closing");
  const place = { theirs: scene.token("reef") };
  scene.theyMove(artifactId, place.theirs);
  scene.meanwhile = () => {
    place.theirs = scene.token("cliff");
    scene.theyMove(artifactId, place.theirs);
  };
  return place;
}

/** What is typed and not saved. */
export const open: Journey = async (scene) => {
  const id = scene.artifact(0);
  const place = await seenBefore(scene, id);
  const token = scene.token("title");
  const before = scene.writesTo(id);
  const person = new Person(scene, {
    subject: () => scene.subject(id),
    trackerId: scene.tracker.id,
    typing: [{ into: "title", input: line(token), token }],
    isThere: () => Promise.resolve(false),
  });
  return {
    act: async () => {
      await person.open();
      person.type();
      await person.editing?.refresh(AbortSignal.timeout(10_000));
      await person.editing?.look(AbortSignal.timeout(10_000));
    },
    look: async () => {
      await person.look();
      ensure(scene.ourWrites(id, before).length === 0, "twice", "something was sent that nobody has saved");
      ensure(await scene.holds(id, place.theirs), "others", `${place.theirs} is gone`);
    },
    goOn: async () => {
      const wasTyped = person.editing !== undefined;
      person.leave();
      await scene.openAnother("after closing");
      await person.open();
      ensure(person.editing !== undefined, "answered", "the form does not open");
      const isShown = JSON.stringify(person.editing.draft).includes(token);
      ensure(isShown || !wasTyped, "typed", `${token} does not come back`);
    },
  };
};

export const save: Journey = async (scene) => {
  const id = scene.artifact(0);
  const place = await seenBefore(scene, id);
  const [title, comment] = [scene.token("title"), scene.token("comment")];
  const before = scene.writesTo(id);
  const isThere = async (token: string): Promise<boolean> => {
    const wasSaid = scene.ourWrites(id, before).some((write) => write.comment?.body.includes(token) ?? false);
    return wasSaid || scene.holds(id, token);
  };
  const person = new Person(scene, {
    subject: () => scene.subject(id),
    trackerId: scene.tracker.id,
    typing: [
      { into: "title", input: line(title), token: title },
      { into: "comment", input: plain(comment), token: comment },
    ],
    isThere,
  });
  return {
    act: async () => {
      await person.open();
      person.type();
      await person.save();
    },
    look: async () => {
      await person.look();
      const writes = scene.ourWrites(id, before).length;
      ensure(writes <= 1, "twice", `it was written ${writes} times`);
      ensure(await scene.holds(id, place.theirs), "others", `${place.theirs} is gone`);
    },
    goOn: async () => {
      person.leave();
      await person.comeToAnEnd();
    },
  };
};

/** Numbers are given one after the other. */
const mostCreated = 4;

export const create: Journey = (scene) => {
  const last = scene.tracker.artifactIds.at(-1) ?? 0;
  const [title, notes] = [scene.token("title"), scene.token("notes")];
  const id = scene.artifact(0);
  scene.meanwhile = () => scene.theyMove(id, scene.token("cliff"));
  const madeWith = async (token: string): Promise<readonly number[]> => {
    const made: number[] = [];
    for (let next = last + 1; next <= last + mostCreated; next += 1) {
      if (await scene.holds(next, token)) made.push(next);
    }
    return made;
  };
  const fresh = (): Subject => {
    const { site } = scene.window;
    const about = { siteApi: site.api, accountId: scene.accountId, trackerId: scene.tracker.id };
    return { kind: "new", ...about, key: "a" };
  };
  const person = new Person(scene, {
    subject: fresh,
    typing: [
      { into: "title", input: line(title), token: title },
      { into: "notes", input: plain(notes), token: notes },
    ],
    isThere: async (token) => (await madeWith(token)).length > 0,
  });
  return Promise.resolve({
    act: async () => {
      await person.open();
      person.type();
      await person.save();
    },
    look: async () => {
      await person.look();
      const made = await madeWith(title);
      ensure(made.length <= 1, "twice", `it was made ${made.length} times`);
    },
    goOn: async () => {
      // What was made is somewhere else now: another new one would be another one.
      if (person.hasSaved) return;
      person.leave();
      await person.comeToAnEnd();
    },
  });
};
