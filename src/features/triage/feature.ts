import type { FormField } from "../../model/form/form.ts";
import type { Wish } from "../../model/triage/wish.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { Matter } from "../../store/triage/states.ts";
import { Comments } from "./comment.ts";
import { Concerns } from "./concern.ts";
import { decided, sayDecided } from "./decided.ts";
import { Decisions } from "./decisions.ts";
import { isFreeInForm } from "./decisionTargets.ts";
import { Deleting } from "./deleting.ts";
import { Links } from "./link.ts";

// A decision that another feature has the person make: the same look, the same care, the same words about what came of it.

/** Whether it is so now. A question about it may stay on the screen for long: nobody waits for that. */
export async function decideAsked(
  services: Services,
  concerns: Concerns,
  target: ArtifactTarget,
  wish: Wish,
  done: string | undefined,
): Promise<boolean> {
  const matter = await concerns.matter(target);
  if (matter === undefined) return false;
  const aim = { wish, done };
  const decision = await decided(matter, aim);
  services.boundary.start("say what was decided", () => sayDecided(services, matter, aim, decision));
  return decision.kind === "done" || decision.kind === "alreadySo";
}

async function saveField(
  services: Services,
  matter: Matter,
  field: FormField,
  wish: Wish,
  afterSave: () => Promise<void>,
): Promise<void> {
  if (!(await isFreeInForm(services, matter, field))) return;
  const decision = await decided(matter, { wish });
  await afterSave();
  services.boundary.start("say what was decided", () => sayDecided(services, matter, { wish }, decision));
}

interface TriageFeature {
  readonly decisions: Decisions;
  readonly comments: Comments;
  readonly links: Links;
  readonly deleting: Deleting;
  saveEdit(target: ArtifactTarget, wish: Wish, done: string | undefined): Promise<boolean>;
  saveField(matter: Matter, field: FormField, wish: Wish, afterSave: () => Promise<void>): Promise<void>;
}

export function createTriage(services: Services): TriageFeature {
  const concerns = new Concerns(services);
  return {
    decisions: new Decisions(services, concerns),
    comments: new Comments(services, concerns),
    links: new Links(services, concerns),
    deleting: new Deleting(services, concerns),
    saveEdit: (target, wish, done) => decideAsked(services, concerns, target, wish, done),
    saveField: (matter, field, wish, afterSave) => saveField(services, matter, field, wish, afterSave),
  };
}
