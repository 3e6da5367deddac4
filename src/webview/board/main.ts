// Entry point of the page of a board.
import type { BoardHostMethods, BoardPageMethods, TablePageMethods } from "../../protocol/tableProtocol.ts";
import { startTablePage } from "../table/startTablePage.ts";
import { renderBoardHeader, renderEmptyBoard } from "./boardHeader.ts";
import { handleBoardInput } from "./boardInput.ts";
import { BoardPage } from "./boardPage.ts";
import { BoardView } from "./boardView.ts";

startTablePage<BoardPage, BoardHostMethods, Omit<BoardPageMethods, keyof TablePageMethods>>({
  createPage: (call, render) => new BoardPage(call, render),
  createView: (page) => {
    const view = new BoardView(page);
    handleBoardInput(page, view);
    return view;
  },
  renderHeader: renderBoardHeader,
  renderEmpty: renderEmptyBoard,
  createMethods: (page) => ({
    setBoard: (board) => page.setBoard(board),
    setRank: ({ ids }) => page.setRank(ids),
    showProblem: ({ text }) => page.showError(text),
    setCardValues: (values) => page.setCardValues(values),
  }),
});
