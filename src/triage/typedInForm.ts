// A decision goes around the form. Where the person has typed into the same field there and not saved it, that comes first:
// sent beside it, the decision would turn one's own typing into a conflict.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import { typedIn } from "../model/form/draft.ts";
import type { FormField } from "../model/form/form.ts";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import { notify } from "../platform/notify.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import type { Forms } from "../store/forms.ts";
import { type Concern, targetOf } from "./concern.ts";

interface FormsInReach {
  readonly boundary: Pick<Boundary, "start">;
  readonly forms: () => Promise<Forms>;
  readonly commands: Commands<CommandArguments>;
}

/** False once the person was told that the field is being changed in the artifact's form. */
export async function isFreeInForm(
  { forms, commands, boundary }: FormsInReach,
  concern: Concern,
  { id, label }: FormField,
): Promise<boolean> {
  const { states, selected } = concern;
  const draft = (await forms()).draftOf(await states.subject(selected));
  if (draft === undefined || typedIn(draft, id) === undefined) return true;
  const text = vscode.l10n.t(
    "You have changed {0} in the form of {1} and not saved it: change it there.",
    oneLine(label, 60),
    concern.label,
  );
  notify(boundary, "information", text, {
    label: vscode.l10n.t("Show It"),
    run: () => commands.run("artifacts.openArtifact", targetOf(concern)),
  });
  return false;
}
