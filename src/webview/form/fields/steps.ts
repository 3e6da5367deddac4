// The steps of a test: what to do, and what should come of it.
import { html, nothing, type TemplateResult } from "lit";
import { typedOver } from "../../../model/form/lineEnds.ts";
import type { Step, StepsField } from "../../../model/fields/steps.ts";
import { filled } from "../../shared/format.ts";
import { icon, iconButton } from "../../shared/icons.ts";
import { stepSheet } from "../../shared/styles.ts";
import type { Page } from "../context.ts";
import { refine } from "../refine.ts";
import type { FieldDrawing } from "./drawing.ts";
import { change, drawnIn, labelId, type Place, richText } from "./place.ts";

type Typed = HTMLElement & { readonly value: string };

interface StepPart {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly format: Step["descriptionFormat"];
  /** What the server has in this part of all steps. */
  readonly held: readonly string[];
  readonly write: (text: string) => void;
}

function stepText({ view }: Place, part: StepPart): TemplateResult {
  return html`<div class="step-text">
    <span class="label-row dim"
      ><span>${part.label}</span
      ><span class="format-name">${view.texts.text.formats[part.format]}</span></span
    >
    <vscode-textarea
      monospace
      .label=${`${view.field.label}, ${part.name}, ${part.label}`}
      .value=${part.text}
      @input=${({ currentTarget }: InputEvent & { currentTarget: Typed }) =>
        part.write(typedOver(part.text, currentTarget.value, part.held))}
      ${refine({ description: "", isInvalid: false, isRequired: false, sheet: stepSheet })}
    ></vscode-textarea>
  </div>`;
}

/** Puts the focus on the first of these buttons that is there once the field has been drawn. */
async function focusButton(place: Place, ...labels: readonly string[]): Promise<void> {
  const buttons = await drawnIn(place, "button");
  const found = labels.map((label) => buttons.find(({ ariaLabel }) => ariaLabel === label));
  found.find((button) => button !== undefined)?.focus();
}

function moved(steps: readonly Step[], from: number, to: number): readonly Step[] {
  const step = steps[from];
  return step === undefined ? steps : steps.toSpliced(from, 1).toSpliced(to, 0, step);
}

function stepsControl(place: Place, steps: readonly Step[]): TemplateResult {
  const { texts } = place.view;
  const set = (now: readonly Step[], isTyping = false): void =>
    change(place, { kind: "steps", steps: now }, isTyping);
  const move = (from: number, to: number): void => {
    set(moved(steps, from, to));
    const [up, down] = [filled(texts.steps.moveUp, to + 1), filled(texts.steps.moveDown, to + 1)];
    void focusButton(place, ...(to < from ? [up, down] : [down, up]));
  };
  const held = place.view.field.base?.kind === "steps" ? place.view.field.base.steps : [];
  const write = (index: number, step: Step): void => set(steps.with(index, step), true);
  const format = steps.at(-1)?.descriptionFormat ?? "commonmark";
  const fresh: Step = { description: "", descriptionFormat: format, expected: "", expectedFormat: format };
  return html`<ol id=${place.id} class="steps" aria-labelledby=${labelId(place)}>
      ${steps.map((step, index) => {
        const name = filled(texts.steps.step, index + 1);
        return html`<li>
          <div class="label-row">
            <span>${name}</span>
            <span class="tools">
              ${
                index === 0
                  ? nothing
                  : iconButton("arrow-up", filled(texts.steps.moveUp, index + 1), () =>
                      move(index, index - 1),
                    )
              }
              ${
                index === steps.length - 1
                  ? nothing
                  : iconButton("arrow-down", filled(texts.steps.moveDown, index + 1), () =>
                      move(index, index + 1),
                    )
              }
              ${iconButton("trash", filled(texts.steps.remove, index + 1), () => set(steps.toSpliced(index, 1)))}
            </span>
          </div>
          <div class="step-texts">
            ${stepText(place, {
              name,
              label: texts.steps.description,
              text: step.description,
              format: step.descriptionFormat,
              held: held.map(({ description }) => description),
              write: (description) => write(index, { ...step, description }),
            })}
            ${stepText(place, {
              name,
              label: texts.steps.expected,
              text: step.expected,
              format: step.expectedFormat,
              held: held.map(({ expected }) => expected),
              write: (expected) => write(index, { ...step, expected }),
            })}
          </div>
        </li>`;
      })}
    </ol>
    <button type="button" class="quiet add" @click=${() => set([...steps, fresh])}>
      ${icon("add")} ${texts.steps.add}
    </button>`;
}

function shownSteps(page: Page, steps: readonly Step[]): TemplateResult {
  return html`<ol class="steps">
    ${steps.map(
      (step) =>
        html`<li class="step-texts">
          ${richText(page, step.description, step.descriptionFormat)}
          ${richText(page, step.expected, step.expectedFormat)}
        </li>`,
    )}
  </ol>`;
}

export const stepsDrawing: FieldDrawing<StepsField> = {
  control: (place, _control, { steps }) => stepsControl(place, steps),
  shown: ({ page }, { steps }) => (steps.length === 0 ? undefined : shownSteps(page, steps)),
  wholeText: ({ steps }) =>
    steps.map(({ description, expected }) => `${description}\n${expected}`).join("\n\n"),
  isWritten: true,
  isWide: true,
};
