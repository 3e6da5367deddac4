// What VS Code knows the forms by, also where nothing of them is loaded.

export const formViewType = "artifacts.form";

/** Of long texts that are open in editors of their own. */
export const draftScheme = "artifacts-draft";
