// Renders groups of checkboxes and radio buttons.
import { html, type TemplateResult } from "lit";
import type { LabeledId } from "../../../model/valueTypes.ts";
import { renderColorDot } from "../../shared/icons.ts";
import { getArrowKeyStep, wrapIndex } from "../../shared/keyboard.ts";
import { setControlAttributes } from "../controlAttributes.ts";
import { getAriaDescription, hasProblem, toLabelId, type FieldContext } from "./fieldContext.ts";

interface LabeledOption extends LabeledId {
  readonly displayLabel: string;
  readonly color: string | undefined;
}

interface CheckboxOptions {
  readonly options: readonly LabeledOption[];
  readonly selected: readonly LabeledId[];
  readonly onChange: (selected: readonly LabeledId[]) => void;
}

export function renderCheckboxes(
  context: FieldContext,
  { options, selected, onChange }: CheckboxOptions,
): TemplateResult {
  const selectedIds = new Set(selected.map(({ id }) => String(id)));
  const toggle = ({ id, label }: LabeledOption): void =>
    onChange(
      selectedIds.has(String(id))
        ? selected.filter((each) => String(each.id) !== String(id))
        : [...selected, { id, label }],
    );
  return html`<div
    id=${context.id}
    class="options"
    role="group"
    aria-labelledby=${toLabelId(context)}
    aria-description=${getAriaDescription(context)}
  >
    ${options.map(
      (option) =>
        html`<vscode-checkbox
          .checked=${selectedIds.has(String(option.id))}
          ?invalid=${hasProblem(context)}
          @change=${() => toggle(option)}
          ><span class="option-label"
            >${renderColorDot(option.color)}<bdi>${option.displayLabel}</bdi></span
          ></vscode-checkbox
        >`,
    )}
  </div>`;
}

// The radio group of vscode-elements doesn't fire change events for arrow keys, so the keys are handled here.

interface RadioOptions {
  readonly options: readonly LabeledOption[];
  readonly selected: LabeledId | undefined;
  readonly onChange: (selected: readonly LabeledId[]) => void;
}

interface RadioButton {
  readonly key: string;
  readonly displayLabel: string;
  readonly color?: string | undefined;
}

export function renderRadioGroup(
  context: FieldContext,
  radios: readonly RadioButton[],
  selectedKey: string | undefined,
  onSelect: (key: string) => void,
  id = context.id,
): TemplateResult {
  const selectedIndex = radios.findIndex(({ key }) => key === selectedKey);
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const step = getArrowKeyStep(event);
    if (step === 0) return;
    event.preventDefault();
    const next = wrapIndex(selectedIndex, step, radios.length);
    const radio = radios[next];
    if (radio === undefined) return;
    onSelect(radio.key);
    event.currentTarget.querySelectorAll<HTMLElement>("vscode-radio")[next]?.focus();
  };
  return html`<div
    id=${id}
    class="options"
    role="radiogroup"
    aria-labelledby=${toLabelId(context)}
    aria-description=${getAriaDescription(context)}
    aria-required=${context.view.field.isRequired ? "true" : "false"}
    @keydown=${move}
  >
    ${radios.map(
      ({ key, displayLabel, color }, index) =>
        html`<vscode-radio
          name=${id}
          value=${key}
          .checked=${key === selectedKey}
          .tabIndex=${index === Math.max(selectedIndex, 0) ? 0 : -1}
          ?invalid=${hasProblem(context)}
          @change=${() => onSelect(key)}
          ${setControlAttributes({
            description: "",
            isInvalid: hasProblem(context),
            isRequired: false,
            role: "radio",
            isChecked: key === selectedKey,
          })}
          ><span class="option-label">${renderColorDot(color)}<bdi>${displayLabel}</bdi></span></vscode-radio
        >`,
    )}
  </div>`;
}

export function renderListRadios(
  context: FieldContext,
  { options, selected, onChange }: RadioOptions,
): TemplateResult {
  const { field, texts } = context.view;
  const buttons: readonly RadioButton[] = [
    ...(field.isRequired ? [] : [{ key: "", displayLabel: texts.list.noValue }]),
    ...options.map(({ id, displayLabel, color }) => ({ key: String(id), displayLabel, color })),
  ];
  return renderRadioGroup(context, buttons, selected === undefined ? "" : String(selected.id), (key) =>
    onChange(options.filter(({ id }) => String(id) === key).map(({ id, label }) => ({ id, label }))),
  );
}
