import type { Target } from "../../model/form/draft.ts";

/** Puts the focus on the choices of a field. */
export function enterQuestion(target: Target): void {
  const choice = document.querySelector<HTMLElement>(`#question-${target} [role=radio][tabindex="0"]`);
  choice?.scrollIntoView({ block: "center" });
  choice?.focus({ preventScroll: true });
}
