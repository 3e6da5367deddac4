// The name of a new branch for an artifact, by a template. Cheap enough to be asked for with each key stroke.
import { artifactOfBranch } from "./branch.ts";
import type { Pattern } from "./pattern.ts";
import { branchNameNear, fits, namePart } from "./refName.ts";
import { type Filled, fillTemplate, type Template, type TemplateArtifact } from "./template.ts";

/** The platform's own form. */
export const defaultBranchTemplate = "tuleap-${id}-${slug}";

export interface BranchName {
  /** Always one that git takes. */
  readonly name: string;
  /** Names in the template that the artifact has no value for. */
  readonly missing: readonly string[];
  /** Whether the artifact is found again from the name. */
  readonly isRecognised: boolean;
}

/** Long values give way before the name is cut at its end, where the id may be. */
const lengths: readonly number[] = [100, 60, 40, 25, 15, 8, 4, 1];

function filledWith(template: Template, artifact: TemplateArtifact, longest: number): Filled {
  return fillTemplate(template, artifact, (value) => {
    const part = namePart(value);
    return namePart(Array.from(part).slice(0, longest).join(""));
  });
}

export function branchName(
  template: Template,
  artifact: TemplateArtifact,
  patterns: readonly Pattern[],
): BranchName {
  let filled = filledWith(template, artifact, Infinity);
  for (const longest of lengths) {
    if (fits(filled.text)) break;
    filled = filledWith(template, artifact, longest);
  }
  const { text, missing } = filled;
  const name = branchNameNear(text) ?? `tuleap-${artifact.id}`;
  return { name, missing, isRecognised: artifactOfBranch(name, patterns) === artifact.id };
}
