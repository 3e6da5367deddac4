// Which branch the work goes on. What is typed is a template, and each key stroke shows the name that it would give.
import * as vscode from "vscode";
import { artifactLabel, oneLine, withoutIcons } from "../../model/displayText.ts";
import { defaultBranchTemplate } from "../../model/reference/branchName.ts";
import { parseTemplate } from "../../model/reference/template.ts";
import { pickTyped, type StepRow } from "../../platform/askStep.ts";
import { settings } from "../../protocol/settings.ts";
import { type BranchOffer, type Surroundings, standingOffers, typedOffer } from "./branchOffer.ts";
import { templateProblemText } from "../templateText.ts";

type Row = StepRow<BranchOffer>;

/** Where it begins, what the template asked for in vain, and what it takes to be found again. */
function remark({ choice, missing, isRecognised }: BranchOffer, current: string | undefined): string {
  const { t } = vscode.l10n;
  const start =
    choice.kind === "create" ? (choice.start?.replace(/^refs\/remotes\//, "") ?? current) : undefined;
  const words = [
    ...(start === undefined ? [] : [t("from {0}", oneLine(start, 100))]),
    ...(missing.length === 0
      ? []
      : [t("No value for: {0}", missing.map((name) => oneLine(name)).join(", "))]),
    ...(isRecognised ? [] : [t("The name does not tell the artifact: VS Code remembers it for this folder")]),
  ];
  return withoutIcons(words.join(" · "));
}

function rowOf(offer: BranchOffer, current: string | undefined): Row {
  const { t } = vscode.l10n;
  const name = withoutIcons(oneLine(offer.choice.name, 200));
  const detail = remark(offer, current);
  switch (offer.choice.kind) {
    case "stay":
      return { label: `$(git-branch) ${t("Stay on {0}", name)}`, detail, value: offer };
    case "checkOut":
      return { label: `$(git-branch) ${t("Check out {0}", name)}`, detail, value: offer };
    case "create":
      return { label: `$(git-branch-create) ${t("Create branch {0}", name)}`, detail, value: offer };
  }
}

function rowsFor(typed: string, around: Surroundings): readonly Row[] {
  const standing = standingOffers(around);
  const offered = typed === "" ? undefined : typedOffer(typed, around);
  if (offered === undefined) return standing.map((offer) => rowOf(offer, around.current));
  if ("code" in offered) {
    const problem: Row = { label: `$(error) ${templateProblemText(offered)}` };
    return [problem, ...standing.map((offer) => rowOf(offer, around.current))];
  }
  const others = standing.filter(({ choice }) => choice.name !== offered.choice.name);
  return [offered, ...others].map((offer) => rowOf(offer, around.current));
}

interface Proposal {
  readonly text: string;
  /** Why the setting's template was not taken. */
  readonly prompt: string | undefined;
}

function proposal(root: vscode.Uri, around: Surroundings): Proposal {
  const set: unknown = vscode.workspace.getConfiguration(undefined, root).get(settings.branchTemplate);
  const source = typeof set === "string" && set.trim() !== "" ? set.trim() : defaultBranchTemplate;
  const template = parseTemplate(source);
  const isUsable = template.kind === "template";
  const offered = typedOffer(isUsable ? source : defaultBranchTemplate, around);
  return {
    text: "code" in offered ? `tuleap-${around.artifact.id}` : offered.choice.name,
    prompt: isUsable
      ? undefined
      : vscode.l10n.t(
          "The setting {0} can't be used. {1}",
          settings.branchTemplate,
          templateProblemText(template),
        ),
  };
}

export async function askBranch(root: vscode.Uri, around: Surroundings): Promise<BranchOffer | undefined> {
  const { text, prompt } = proposal(root, around);
  const { id, title } = around.artifact;
  const reply = await pickTyped<BranchOffer>({
    title: withoutIcons(vscode.l10n.t("Start Work on {0}", artifactLabel(id, title))),
    placeholder: vscode.l10n.t("Name of the branch, or a template such as {0}", defaultBranchTemplate),
    prompt,
    value: text,
    canGoBack: false,
    rowsFor: (typed) => rowsFor(typed, around),
  });
  return reply.kind === "answer" ? reply.value : undefined;
}
