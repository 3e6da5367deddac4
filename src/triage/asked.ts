// A decision that another feature has the person make: the same look, the same care, the same words about what came of it.
import type { Wish } from "../model/triage/wish.ts";
import type { ArtifactTarget } from "../protocol/commands.ts";
import type { Concerns } from "./concern.ts";
import { decided, sayDecided } from "./decided.ts";
import type { TriageDependencies } from "./dependencies.ts";

/** Whether it is so now. A question about it may stay on the screen for long: nobody waits for that. */
export async function decideAsked(
  { commands, boundary }: Pick<TriageDependencies, "commands" | "boundary">,
  concerns: Concerns,
  target: ArtifactTarget,
  wish: Wish,
  done: string | undefined,
): Promise<boolean> {
  const matter = await concerns.matter(target);
  if (matter === undefined) return false;
  const aim = { wish, done };
  const decision = await decided(matter, aim);
  boundary.start("say what was decided", () => sayDecided({ commands, boundary }, matter, aim, decision));
  return decision.kind === "done" || decision.kind === "alreadySo";
}
