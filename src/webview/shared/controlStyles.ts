// Style sheets for the shadow roots of vscode-elements, where their own styles don't fit the pages.

function createStyleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

const autoSizeCss = `
  textarea { field-sizing: content; min-height: 0; line-height: 1.5; padding: 4px 7px; }
`;

/** The size doesn't depend on the text, so that typing lays out the text field and not the form around it. */
export const textFieldStyles = createStyleSheet(`
  :host { height: 26px; contain: strict; }
  .root { height: 26px; }
  input { padding: 3px 7px; border-radius: 3px; }
  :host([invalid]) .root { border-color: var(--vscode-inputValidation-errorBorder); }
`);

/** Grows with its text, up to a limit. */
export const textAreaStyles = createStyleSheet(`
  ${autoSizeCss}
  textarea { min-height: 5.5lh; max-height: 32lh; resize: vertical; }
`);

export const commentStyles = createStyleSheet(`
  ${autoSizeCss}
  textarea { min-height: 3.5lh; max-height: 24lh; resize: vertical; }
`);

export const testStepStyles = createStyleSheet(`
  ${autoSizeCss}
  textarea { min-height: 3lh; max-height: 16lh; }
`);

export const titleStyles = createStyleSheet(`
  textarea {
    field-sizing: content;
    min-height: 1lh;
    max-height: 6lh;
    padding: 1px 6px;
    border-color: transparent;
    background: transparent;
    color: inherit;
    font: inherit;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  :host(:hover) textarea { border-color: var(--vscode-settings-textInputBorder, var(--vscode-contrastBorder)); }
  textarea:focus { border-color: var(--vscode-focusBorder); background: var(--vscode-input-background); }
  :host([invalid]) textarea { background: transparent; border-color: var(--vscode-inputValidation-errorBorder); }
`);

export const selectStyles = createStyleSheet(`
  .select-face { padding: 3px 7px; padding-inline-start: var(--face-start, 7px); }
  .option { padding-inline: 7px; }
`);

export const statusPillStyles = createStyleSheet(`
  .select-face {
    border-radius: 11px;
    padding: 1px 4px 1px 10px;
    border-color: var(--pill-border);
    background: var(--pill-background);
    color: var(--vscode-foreground);
  }
  .select-face .icon { top: 3px; }
  .option { padding-inline: 10px; }
  .dropdown { min-width: 11rem; }
`);

/** Looks like a part of a sentence. */
export const inlineSelectStyles = createStyleSheet(`
  .select-face {
    border-color: transparent;
    background: transparent;
    color: var(--vscode-textLink-foreground);
    padding: 1px 4px;
  }
  .select-face .icon { top: 3px; color: inherit; }
  .select-face .icon svg { color: inherit; }
  .dropdown { min-width: 14rem; }
  :host(:hover) .select-face { border-color: var(--vscode-settings-dropdownBorder, var(--vscode-contrastBorder)); }
`);
