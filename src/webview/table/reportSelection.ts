import type { TablePage } from "./tablePage.ts";

/** A selection that still grows is not told yet, in milliseconds. */
const patience = 100;

/** Tells the host, whose commands are about what is selected here. Called after each drawing. */
export function reportSelection(page: TablePage): () => void {
  let told = "";
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      const ids = page.selection.ids.size > 0 ? page.selectedIds : page.targets;
      const text = ids.join(" ");
      if (text === told) return;
      told = text;
      page.tell(page.call("selection", { ids }));
    }, patience);
  };
}
