// Entry point of the table page.
import type { TableHostMethods } from "../../protocol/tableProtocol.ts";
import { Grid } from "./grid.ts";
import { handleGridClicks, handleGridKey } from "./gridInput.ts";
import { startTablePage } from "./startTablePage.ts";
import { renderEmptyState, renderTableHeader } from "./tableHeader.ts";
import { TablePage } from "./tablePage.ts";

startTablePage<TablePage, TableHostMethods, object>({
  createPage: (call, render) => new TablePage(call, render),
  createView: (page) => {
    const grid = new Grid(page);
    handleGridClicks(page, grid);
    grid.element.addEventListener("keydown", (event) => {
      if (event.target === grid.element) handleGridKey(page, grid, event);
    });
    return grid;
  },
  renderHeader: renderTableHeader,
  renderEmpty: renderEmptyState,
  createMethods: () => ({}),
});
