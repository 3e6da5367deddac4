// Draws what opens above the page, puts it in its place and closes it when somebody goes elsewhere.
import { html, nothing, type TemplateResult } from "lit";
import "./choiceMenu.ts";
import "./columnsMenu.ts";
import { place } from "./popup.ts";
import type { TablePage } from "./tablePage.ts";

export function popupView(page: TablePage): TemplateResult | typeof nothing {
  const { popup } = page;
  if (popup === undefined) return nothing;
  const leave = (): void => page.close();
  return html`<div class="popup is-${popup.kind}" role="dialog" aria-label=${popup.label}>
    ${
      popup.kind === "columns"
        ? html`<table-columns .page=${page} .leave=${leave}></table-columns>`
        : html`<table-choices
            .texts=${page.texts}
            .label=${popup.label}
            .source=${popup.source}
            .pick=${popup.pick}
            .leave=${leave}
          ></table-choices>`
    }
  </div>`;
}

type Drawn = Element & { readonly updateComplete?: Promise<boolean> };

/** After each drawing: its content may be another one, and what it belongs to elsewhere. */
export async function placePopup(page: TablePage, container: HTMLElement): Promise<void> {
  const element = container.querySelector<HTMLElement>(".popup");
  if (element === null) return;
  const content: Drawn | null = element.firstElementChild;
  await content?.updateComplete;
  const anchor = page.popup?.anchor();
  if (!element.isConnected) return;
  const isInSight = anchor !== undefined && anchor.bottom > 0 && anchor.top < window.innerHeight;
  if (!isInSight) page.close();
  else place(element, anchor);
}

/** Whoever points or goes elsewhere is done with it. */
export function closePopupOutside(page: TablePage, container: HTMLElement): void {
  const isInside = (target: EventTarget | null): boolean =>
    target instanceof Node && container.contains(target);
  window.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (!isInside(target)) page.dismissPopup();
    },
    { capture: true },
  );
  container.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget !== null && !isInside(relatedTarget)) page.dismissPopup();
  });
  window.addEventListener("blur", () => page.dismissPopup());
}
