// Values that are only read, and inputs that have lost their control.
import { html, nothing, type TemplateResult } from "lit";
import { fieldText } from "../../../model/fieldText.ts";
import { type Input, inputText } from "../../../model/form/input.ts";
import { serverTime } from "../../../model/localTime.ts";
import type { CrossReference, FieldValue, Step } from "../../../model/value.ts";
import type { PageTexts } from "../../../protocol/pageTexts.ts";
import { filled, timeZone } from "../../shared/format.ts";
import type { Page } from "../context.ts";
import { mostLinks } from "../references.ts";
import { filesControl } from "./files.ts";
import { linksControl } from "./links.ts";
import type { Place } from "./place.ts";

/** What was typed, all of it: here it can still be read and copied. */
export function wholeText(input: Input, texts: PageTexts): string {
  if (input.kind === "steps") {
    return input.steps.map(({ description, expected }) => `${description}\n${expected}`).join("\n\n");
  }
  return input.kind === "computed" && input.isAutomatic
    ? filled(texts.automatic, texts.noComputedValue)
    : inputText(input, timeZone);
}

function dateText(date: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date);
  const instant = new Date(date);
  if (Number.isNaN(instant.getTime())) return date;
  const format = new Intl.DateTimeFormat(
    document.documentElement.lang,
    isDay ? { dateStyle: "medium", timeZone: "UTC" } : { dateStyle: "medium", timeStyle: "short", timeZone },
  );
  return format.format(instant);
}

function richText(page: Page, source: string, format: Step["descriptionFormat"]): TemplateResult {
  return html`<artifact-rich-text .page=${page} .source=${source} .format=${format}></artifact-rich-text>`;
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

function shownReferences(page: Page, references: readonly CrossReference[]): TemplateResult {
  return html`<ul class="references">
    ${references.map(
      ({ text, path }, index) =>
        html`<li>
          ${
            path === undefined || index >= mostLinks
              ? html`<bdi>${text}</bdi>`
              : html`<button
                  type="button"
                  class="link"
                  @click=${() => void page.call("openAddress", { address: path })}
                >
                  ${text}
                </button>`
          }
        </li>`,
    )}
  </ul>`;
}

function shownValue({ page, view }: Place, value: FieldValue): TemplateResult {
  if (value.kind === "text" && value.source !== "") return richText(page, value.source, value.format);
  if (value.kind === "steps" && value.steps.length > 0) return shownSteps(page, value.steps);
  if (value.kind === "references" && value.references.length > 0) {
    return shownReferences(page, value.references);
  }
  const date = value.kind === "date" ? value.date : undefined;
  const text = date === undefined ? fieldText(value) : dateText(date);
  const server = serverTime(date);
  return text === ""
    ? html`<span class="dim">${view.texts.empty}</span>`
    : html`<span
        class="value"
        dir="auto"
        title=${server === undefined ? nothing : filled(view.texts.serverTime, server)}
        >${text}</span
      >`;
}

/** A field that can't be changed. What was typed into it earlier, or by another window, is shown below. */
export function readControl(place: Place): TemplateResult {
  const { field, input, isChanged, texts } = place.view;
  const { value, control } = field;
  if (control.kind === "links" && !isChanged) {
    return linksControl(place, control.types, value?.kind === "links" ? value.forward : [], false);
  }
  if (control.kind === "files") return filesControl(place);
  const shown =
    value === undefined ? html`<span class="dim">${texts.empty}</span>` : shownValue(place, value);
  if (!isChanged || input === undefined) return shown;
  return html`${shown}
    <div class="typed" dir="auto">${wholeText(input, texts)}</div>`;
}
