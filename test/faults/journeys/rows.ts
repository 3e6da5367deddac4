// Decisions from rows: one deleted, several changed, one linked and talked about.
import { inputText } from "../../../src/model/form/input.ts";
import type { Wish } from "../../../src/model/triage/wish.ts";
import { preview, run } from "../../../src/store/triage/bulk.ts";
import { decide } from "../../../src/store/triage/decide.ts";
import { deleteOne } from "../../../src/store/triage/deleting.ts";
import type { Selected } from "../../../src/store/triage/states.ts";
import type { Journey } from "../journey.ts";
import { ensure } from "../rule.ts";
import { never, type Scene } from "../scene.ts";

function requestsBy(scene: Scene, method: string): number {
  return scene.server.requests.filter((request) => request.method === method).length;
}

export const deleting: Journey = async (scene) => {
  const id = scene.artifact(0);
  const shown = await scene.row(id);
  scene.meanwhile = () => scene.theyMove(id, scene.token("cliff"));
  let isToldGone = false;
  const isThere = async (): Promise<boolean> => (await scene.told(`artifacts/${id}`)) !== undefined;

  async function remove(selected: Selected): Promise<Selected | undefined> {
    const outcome = await deleteOne(scene.window.states, selected, never);
    if (outcome.kind === "deleted") isToldGone = true;
    return outcome.kind === "changedSince" ? outcome.now : undefined;
  }

  return {
    act: async () => {
      await remove(shown);
      const asked = requestsBy(scene, "DELETE");
      ensure(asked <= 1, "twice", `the deletion was sent ${asked} times`);
    },
    look: async () => {
      ensure(!isToldGone || !(await isThere()), "saved", `${id} is told to be deleted, and is there`);
    },
    goOn: async () => {
      let now: Selected | undefined = shown;
      while (now !== undefined && (await isThere())) now = await remove(now);
      ensure(!(await isThere()), "answered", `${id} can't be deleted`);
    },
  };
};

/** What our own writes made of the status. */
function statusWrites(scene: Scene, artifactId: number, before: number): number {
  const field = scene.tracker.fieldId("status");
  const writes = scene.ourWrites(artifactId, before);
  return writes.filter(({ changes }) => [...changes.keys()].some(({ id }) => id === field)).length;
}

export const bulk: Journey = async (scene) => {
  const ids = [0, 1, 2, 3].map((index) => scene.artifact(index));
  const chosen: Selected[] = [];
  for (const id of ids) chosen.push(await scene.row(id));
  const places = new Map(ids.map((id) => [id, scene.token("reef")]));
  for (const [id, place] of places) scene.theyMove(id, place);
  const before = new Map(ids.map((id) => [id, scene.writesTo(id)]));
  const moved = scene.artifact(1);
  scene.meanwhile = () => {
    places.set(moved, scene.token("cliff"));
    scene.theyMove(moved, places.get(moved) ?? "");
  };
  const adrift = { id: scene.tracker.choiceId("status", "Adrift"), label: "Adrift" };
  const wish: Wish = { kind: "choices", field: { by: "role", role: "status" }, how: "set", values: [adrift] };
  const told = new Set<number>();

  async function change(): Promise<void> {
    const { states } = scene.window;
    const items = await preview(states, chosen, wish, never);
    for (const { kind, selected } of await run(states, items, never)) {
      if (kind === "done") told.add(selected.row.id);
    }
  }

  return {
    act: change,
    look: async () => {
      for (const id of ids) {
        const writes = statusWrites(scene, id, before.get(id) ?? 0);
        ensure(writes <= 1, "twice", `${id} was changed ${writes} times`);
        const place = places.get(id) ?? "";
        ensure(await scene.holds(id, place), "others", `${place} is gone from ${id}`);
        ensure(!told.has(id) || writes === 1, "saved", `${id} is told to be changed, and is not`);
      }
    },
    goOn: async () => {
      await change();
      const left = ids.filter((id) => statusWrites(scene, id, before.get(id) ?? 0) === 0);
      ensure(left.length === 0, "answered", `${left.join()} can't be changed`);
    },
  };
};

const mostTries = 4;

export const linking: Journey = async (scene) => {
  const [id, other] = [scene.artifact(0), scene.artifact(1)];
  let shown = await scene.row(id);
  const before = scene.writesTo(id);
  const place = { theirs: "Bay" };
  scene.meanwhile = () => {
    place.theirs = scene.token("cliff");
    scene.theyMove(id, place.theirs);
  };
  const said = scene.token("commit");
  const type = scene.dialect === "product" ? "blocks" : "";
  const wishes: Readonly<Record<"link" | "comment", Wish>> = {
    link: { kind: "link", artifactId: other, type },
    comment: { kind: "comment", source: said, format: "text" },
  };
  const told = new Set<keyof typeof wishes>();
  const outcomes = new Map<keyof typeof wishes, string>();
  const linksField = scene.tracker.fieldId("links");

  function writesOf(what: keyof typeof wishes): number {
    return scene.ourWrites(id, before).filter(({ changes, comment }) => {
      if (what === "comment") return comment?.body.includes(said) ?? false;
      return [...changes.keys()].some((field) => field.id === linksField);
    }).length;
  }

  async function decideOn(what: keyof typeof wishes): Promise<string> {
    const decision = await decide(scene.window.states, shown, wishes[what], never);
    if (decision.kind === "done") {
      told.add(what);
      ensure(what === "comment" || inputText(decision.change.after) !== "", "saved", "a link to nothing");
    }
    if (decision.kind === "changedSince") shown = decision.now;
    outcomes.set(what, decision.kind);
    return decision.kind;
  }

  /** Where a server has no comments there is nothing to say. */
  const wanted: readonly (keyof typeof wishes)[] =
    scene.dialect === "product" ? ["link", "comment"] : ["link"];

  async function untilThere(what: keyof typeof wishes): Promise<void> {
    for (let tries = 0; tries < mostTries && !told.has(what); tries += 1) {
      // Whoever was told that nobody knows looks first; whoever was told that it failed does it again.
      if (outcomes.get(what) === "unknown" && writesOf(what) > 0) return;
      if ((await decideOn(what)) === "alreadySo") return;
    }
    ensure(told.has(what), "answered", `there is no ${what}`);
  }

  return {
    act: async () => {
      // Others see the row anew after it was changed.
      for (const what of wanted) if ((await decideOn(what)) === "changedSince") await decideOn(what);
    },
    look: async () => {
      for (const what of wanted) {
        const writes = writesOf(what);
        ensure(writes <= 1, "twice", `the ${what} was written ${writes} times`);
        ensure(!told.has(what) || writes === 1, "saved", `the ${what} is told to be there, and is not`);
      }
      ensure(await scene.holds(id, place.theirs), "others", `${place.theirs} is gone`);
    },
    goOn: async () => {
      for (const what of wanted) await untilThere(what);
    },
  };
};
