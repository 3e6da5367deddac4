// A few choices side by side, of which one is taken: one stop of the Tab key, arrows go along it.
import { html, type TemplateResult } from "lit";
import { radioStep, steppedTo } from "../arrows.ts";

interface SegmentsOptions<Id extends string> {
  readonly label: string;
  readonly segments: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: Id | undefined;
  readonly isLocked: boolean;
  /** `passed` for what arrows came to: somebody may be on the way to the next one. */
  readonly choose: (id: Id, way: "pressed" | "passed") => void;
}

export function segmentRow<Id extends string>(options: SegmentsOptions<Id>): TemplateResult {
  const { label, segments, chosen, isLocked, choose } = options;
  const at = segments.findIndex(({ id }) => id === chosen);
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const by = radioStep(event);
    if (by === 0) return;
    event.preventDefault();
    const next = steppedTo(at, by, segments.length);
    const segment = segments[next];
    if (segment === undefined || isLocked) return;
    choose(segment.id, "passed");
    event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")[next]?.focus();
  };
  return html`<div
    class="segments"
    role="radiogroup"
    aria-label=${label}
    aria-disabled=${isLocked ? "true" : "false"}
    @keydown=${move}
  >
    ${segments.map(
      ({ id, label }, index) =>
        html`<button
          type="button"
          role="radio"
          aria-checked=${id === chosen ? "true" : "false"}
          aria-disabled=${isLocked ? "true" : "false"}
          tabindex=${index === Math.max(at, 0) ? 0 : -1}
          @click=${() => {
            if (!isLocked) choose(id, "pressed");
          }}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}
