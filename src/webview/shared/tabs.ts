// Renders tabs that are one Tab stop and are switched step arrow keys. The tabs of vscode-elements would add 10 kB to the bundle.
import { html, type TemplateResult } from "lit";
import { getHorizontalStep, wrapIndex } from "./keyboard.ts";

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface TabsOptions<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  /** Id of the element with role tabpanel. */
  readonly panelId: string;
  readonly onSelect: (id: Id) => void;
}

export function renderTabs<Id extends string>(options: TabsOptions<Id>): TemplateResult {
  const { label, tabs, selected, panelId, onSelect } = options;
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const step = getHorizontalStep(event);
    if (step === 0) return;
    event.preventDefault();
    const index = wrapIndex(
      tabs.findIndex(({ id }) => id === selected),
      step,
      tabs.length,
    );
    const next = tabs[index];
    if (next === undefined) return;
    onSelect(next.id);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${move}>
    ${tabs.map(
      ({ id, label }) =>
        html`<button
          type="button"
          role="tab"
          aria-selected=${id === selected ? "true" : "false"}
          aria-controls=${panelId}
          tabindex=${id === selected ? 0 : -1}
          @click=${() => onSelect(id)}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}
