import { isOurLineAlone } from "../../model/reference/insertion.ts";
import type { OpenRepository, Workplace } from "../workplace.ts";
import type { ReferenceTexts } from "./referenceTexts.ts";

/** Whether the message of a commit is the reference that we put into the box, and nothing else. */
export async function isOnlyReference(
  { workplace, texts }: { readonly workplace: Workplace; readonly texts: ReferenceTexts },
  repository: OpenRepository,
  message: string,
): Promise<boolean> {
  const active = workplace.activeIn(repository);
  if (active === undefined) return false;
  return isOurLineAlone(message, await texts.of(repository.root, active), undefined);
}
