// Renders test steps with description and expected result.
import { html, nothing, type TemplateResult } from "lit";
import { preserveLineEndings } from "../../../model/form/lineEndings.ts";
import type { TestStep, StepsFieldShapes } from "../../../model/fields/steps.ts";
import { fillPlaceholders } from "../../shared/localization.ts";
import { renderAddButton, renderIconButton } from "../../shared/icons.ts";
import { testStepStyles } from "../../shared/controlStyles.ts";
import type { FormPageContext } from "../formPageContext.ts";
import { setControlAttributes } from "../controlAttributes.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import {
  changeInput,
  queryRenderedField,
  toLabelId,
  type FieldContext,
  renderRichText,
} from "./fieldContext.ts";

type TextInputElement = HTMLElement & { readonly value: string };

interface StepPart {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly format: TestStep["descriptionFormat"];
  /** The texts of this part in all steps on the server, whose line endings are preserved. */
  readonly serverTexts: readonly string[];
  readonly onInput: (text: string) => void;
}

function renderStepText({ view }: FieldContext, part: StepPart): TemplateResult {
  return html`<div class="step-text">
    <span class="label-row dim"
      ><span>${part.label}</span
      ><span class="format-name">${view.texts.text.formats[part.format]}</span></span
    >
    <vscode-textarea
      monospace
      .label=${`${view.field.label}, ${part.name}, ${part.label}`}
      .value=${part.text}
      @input=${({ currentTarget }: InputEvent & { currentTarget: TextInputElement }) =>
        part.onInput(preserveLineEndings(part.text, currentTarget.value, part.serverTexts))}
      ${setControlAttributes({ description: "", isInvalid: false, isRequired: false, styleSheet: testStepStyles })}
    ></vscode-textarea>
  </div>`;
}

/** Focuses the first existing button with one of these labels once the field is rendered. */
async function focusButton(context: FieldContext, ...labels: readonly string[]): Promise<void> {
  const buttons = await queryRenderedField(context, "button");
  const found = labels.map((label) => buttons.find(({ ariaLabel }) => ariaLabel === label));
  found.find((button) => button !== undefined)?.focus();
}

function moveStep(steps: readonly TestStep[], from: number, to: number): readonly TestStep[] {
  const step = steps[from];
  return step === undefined ? steps : steps.toSpliced(from, 1).toSpliced(to, 0, step);
}

function renderStepsControl(context: FieldContext, steps: readonly TestStep[]): TemplateResult {
  const { texts } = context.view;
  const setSteps = (newSteps: readonly TestStep[], isTyping = false): void =>
    changeInput(context, { kind: "steps", steps: newSteps }, isTyping);
  const move = (from: number, to: number): void => {
    setSteps(moveStep(steps, from, to));
    const [up, down] = [
      fillPlaceholders(texts.steps.moveUp, to + 1),
      fillPlaceholders(texts.steps.moveDown, to + 1),
    ];
    void focusButton(context, ...(to < from ? [up, down] : [down, up]));
  };
  const serverSteps = context.view.field.base?.kind === "steps" ? context.view.field.base.steps : [];
  const updateStep = (index: number, step: TestStep): void => setSteps(steps.with(index, step), true);
  const format = steps.at(-1)?.descriptionFormat ?? "commonmark";
  const newStep: TestStep = {
    description: "",
    descriptionFormat: format,
    expected: "",
    expectedFormat: format,
  };
  return html`<ol id=${context.id} class="steps" aria-labelledby=${toLabelId(context)}>
      ${steps.map((step, index) => {
        const name = fillPlaceholders(texts.steps.step, index + 1);
        return html`<li>
          <div class="label-row">
            <span>${name}</span>
            <span class="tools">
              ${
                index === 0
                  ? nothing
                  : renderIconButton("arrow-up", fillPlaceholders(texts.steps.moveUp, index + 1), () =>
                      move(index, index - 1),
                    )
              }
              ${
                index === steps.length - 1
                  ? nothing
                  : renderIconButton("arrow-down", fillPlaceholders(texts.steps.moveDown, index + 1), () =>
                      move(index, index + 1),
                    )
              }
              ${renderIconButton("trash", fillPlaceholders(texts.steps.remove, index + 1), () => setSteps(steps.toSpliced(index, 1)))}
            </span>
          </div>
          <div class="step-texts">
            ${renderStepText(context, {
              name,
              label: texts.steps.description,
              text: step.description,
              format: step.descriptionFormat,
              serverTexts: serverSteps.map(({ description }) => description),
              onInput: (description) => updateStep(index, { ...step, description }),
            })}
            ${renderStepText(context, {
              name,
              label: texts.steps.expected,
              text: step.expected,
              format: step.expectedFormat,
              serverTexts: serverSteps.map(({ expected }) => expected),
              onInput: (expected) => updateStep(index, { ...step, expected }),
            })}
          </div>
        </li>`;
      })}
    </ol>
    ${renderAddButton(texts.steps.add, () => setSteps([...steps, newStep]))}`;
}

function renderSteps(page: FormPageContext, steps: readonly TestStep[]): TemplateResult {
  return html`<ol class="steps">
    ${steps.map(
      (step) =>
        html`<li class="step-texts">
          ${renderRichText(page, step.description, step.descriptionFormat)}
          ${renderRichText(page, step.expected, step.expectedFormat)}
        </li>`,
    )}
  </ol>`;
}

export const stepsRenderer: FieldRenderer<StepsFieldShapes> = {
  renderControl: (context, _control, { steps }) => renderStepsControl(context, steps),
  renderValue: ({ page }, { steps }) => (steps.length === 0 ? undefined : renderSteps(page, steps)),
  toFullText: ({ steps }) =>
    steps.map(({ description, expected }) => `${description}\n${expected}`).join("\n\n"),
  usesWordDiff: true,
  isFullWidth: true,
};
