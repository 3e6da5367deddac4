// What else comes with taking up work: asked once the branch is there, with what was wanted the last time.
import * as vscode from "vscode";
import { artifactLabel, withoutIcons } from "../../model/displayText.ts";
import { pickMany } from "../../platform/askStep.ts";
import type { ArtifactTarget } from "../../protocol/commands.ts";
import type { PartDependencies } from "../dependencies.ts";

/** In the order in which they are done: the one that asks comes last. */
const extras = ["artifacts.assignToMe", "artifacts.setStatus"] as const;
type Extra = (typeof extras)[number];

const memoryKey = "workExtras";

function labelOf(extra: Extra): string {
  return extra === "artifacts.assignToMe" ? vscode.l10n.t("Assign to me") : vscode.l10n.t("Set status…");
}

export async function askExtras(
  { memory, commands }: Pick<PartDependencies, "memory" | "commands">,
  target: ArtifactTarget,
  title: string | undefined,
): Promise<void> {
  const kept = memory.get(memoryKey);
  const last: readonly unknown[] = Array.isArray(kept) ? kept : [];
  const reply = await pickMany<Extra>({
    title: withoutIcons(vscode.l10n.t("At Work on {0}", artifactLabel(target.artifactId, title))),
    placeholder: vscode.l10n.t("What else? Enter without a choice changes nothing"),
    canGoBack: false,
    rows: extras.map((extra) => ({ label: labelOf(extra), picked: last.includes(extra), value: extra })),
    refuse: () => undefined,
  });
  if (reply.kind !== "answer") return;
  const wanted = extras.filter((extra) => reply.value.includes(extra));
  await memory.update(memoryKey, wanted);
  const { siteApi, artifactId, trackerId, page } = target;
  for (const extra of wanted) await commands.run(extra, { siteApi, artifactId, trackerId, page });
}
