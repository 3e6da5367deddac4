// The look of the inside of VS Code's elements, where their own leaves something to wish for.

function sheet(css: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

const scrollsInside = `
  textarea { field-sizing: content; min-height: 0; line-height: 1.5; padding: 4px 7px; }
`;

/** Its size does not depend on what is in it: a key lays out the line, and not the form around it. */
export const lineSheet = sheet(`
  :host { height: 26px; contain: strict; }
  .root { height: 26px; }
  input { padding: 3px 7px; border-radius: 3px; }
  :host([invalid]) .root { border-color: var(--vscode-inputValidation-errorBorder); }
`);

/** A text that grows with what is in it, up to a limit. */
export const textSheet = sheet(`
  ${scrollsInside}
  textarea { min-height: 5.5lh; max-height: 32lh; resize: vertical; }
`);

export const commentSheet = sheet(`
  ${scrollsInside}
  textarea { min-height: 3.5lh; max-height: 24lh; resize: vertical; }
`);

export const stepSheet = sheet(`
  ${scrollsInside}
  textarea { min-height: 3lh; max-height: 16lh; }
`);

/** A heading that can be typed into. */
export const titleSheet = sheet(`
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

export const selectSheet = sheet(`
  .select-face { padding: 3px 7px; padding-inline-start: var(--face-start, 7px); }
  .option { padding-inline: 7px; }
`);

/** A choice that looks like the pill of a state. */
export const pillSheet = sheet(`
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

/** A choice that reads like a part of a sentence. */
export const inlineSheet = sheet(`
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
