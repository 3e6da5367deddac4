// A row of tabs: one stop of the Tab key, arrows go along it. The tabs of vscode-elements are 10 kB, and the page has a limit.
import { html, type TemplateResult } from "lit";
import { sideStep, steppedTo } from "./keys.ts";

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface TabsOptions<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  /** Id of the element that shows what a tab is about. */
  readonly panel: string;
  readonly choose: (id: Id) => void;
}

export function tabRow<Id extends string>(options: TabsOptions<Id>): TemplateResult {
  const { label, tabs, chosen, panel, choose } = options;
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const by = sideStep(event);
    if (by === 0) return;
    event.preventDefault();
    const at = steppedTo(
      tabs.findIndex(({ id }) => id === chosen),
      by,
      tabs.length,
    );
    const next = tabs[at];
    if (next === undefined) return;
    choose(next.id);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${move}>
    ${tabs.map(
      ({ id, label }) =>
        html`<button
          type="button"
          role="tab"
          aria-selected=${id === chosen ? "true" : "false"}
          aria-controls=${panel}
          tabindex=${id === chosen ? 0 : -1}
          @click=${() => choose(id)}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}
