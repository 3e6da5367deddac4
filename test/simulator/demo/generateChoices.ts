import type { Field, StaticChoice } from "../state/field.ts";
import type { ArtifactSeed } from "../state/artifactSeed.ts";
import { noneValueId } from "../state/value.ts";
import type { FieldValue } from "../state/value.ts";

/**
 * Picks choices of a list field: one for a single list, up to two for a multiple one, sometimes "None" if the field is
 * optional.
 */
export function generateChoices(artifactSeed: ArtifactSeed, field: Field): FieldValue | undefined {
  if (field.kind !== "list") return undefined;
  const isEmpty = !field.required && artifactSeed.random.chance(`${field.name} none`, 0.15);
  if (isEmpty) return { kind: "choices", ids: [noneValueId] };
  const count =
    (field.type === "msb" || field.type === "cb") && artifactSeed.random.chance(`${field.name} two`, 0.3)
      ? 2
      : 1;
  const { binding } = field;
  switch (binding.kind) {
    case "static":
      return {
        kind: "choices",
        ids: pickDistinct(count, (attempt) =>
          pickWeighted(binding.choices, artifactSeed.random.fraction(`${field.name} ${attempt}`)),
        ),
      };
    case "groups":
      return {
        kind: "groups",
        groups: binding.groups.slice(0, count).map((each) => each.group),
      };
    case "users":
      // A field bound to users needs its own generator.
      return undefined;
  }
}

/** The weights don't depend on the age of an artifact, so status and age are unrelated. */
export function pickWeighted(choices: readonly StaticChoice[], fraction: number): number {
  const total = choices.reduce((sum, choice) => sum + choice.weight, 0);
  let remaining = fraction * total;
  return choices.find((choice) => (remaining -= choice.weight) < 0)?.id ?? noneValueId;
}

function pickDistinct(count: number, pickId: (attempt: number) => number): readonly number[] {
  return [...new Set(Array.from({ length: count }, (_, attempt) => pickId(attempt)))];
}
