// What VS Code knows tables by, also where nothing of them is loaded.

export const tableViewType = "artifacts.table";
