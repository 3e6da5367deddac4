// Test steps with description and expected result.
import type { TextFormat } from "../valueTypes.ts";
import { stripHtmlTags } from "./fieldTypeHelpers.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import { toTextFormat, readObject, readOptionalText, readText, readStrictList } from "./readWireValue.ts";

export interface TestStep {
  readonly description: string;
  readonly descriptionFormat: TextFormat;
  readonly expected: string;
  readonly expectedFormat: TextFormat;
}

interface TestSteps {
  readonly kind: "steps";
  readonly steps: readonly TestStep[];
}

export interface StepsFieldShapes {
  readonly control: { readonly kind: "steps" };
  readonly input: TestSteps;
  readonly value: TestSteps;
  readonly edit: TestSteps;
}

export const stepsType: FieldType<StepsFieldShapes> = {
  controlKinds: ["steps"],
  input: {
    empty: { kind: "steps", steps: [] },
    isEmpty: ({ steps }) => steps.length === 0,
    toComparisonKey: ({ steps }) =>
      JSON.stringify(
        steps.map(({ description, descriptionFormat, expected, expectedFormat }) => [
          description,
          descriptionFormat,
          expected,
          expectedFormat,
        ]),
      ),
    toText: ({ steps }) => steps.map(({ description }) => description).join(" · "),
    getFreeTexts: ({ steps }) => steps.flatMap(({ description, expected }) => [description, expected]),
  },
  value: {
    kinds: ["steps"],
    toText: ({ steps }) => steps.map(({ description }) => stripHtmlTags(description)).join(" · "),
  },
};

const escapes: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#039": "'", amp: "&" };

/** Step sources are the only texts that the server returns HTML-escaped. */
function unescapeHtml(source: string | undefined): string | undefined {
  return source?.replace(/&(lt|gt|quot|#039|amp);/g, (match, name: string) => escapes[name] ?? match);
}

function readStep(element: unknown): TestStep {
  const wire = readObject(element);
  const text = (name: "description" | "expected_results"): readonly [string, TextFormat] => {
    const source = readText(wire[name]);
    const commonmark = readOptionalText(wire[`commonmark_${name}`]);
    return [
      unescapeHtml(commonmark) ?? source,
      toTextFormat(readOptionalText(wire[`${name}_format`]), commonmark),
    ];
  };
  const [[description, descriptionFormat], [expected, expectedFormat]] = [
    text("description"),
    text("expected_results"),
  ];
  return { description, descriptionFormat, expected, expectedFormat };
}

export const stepsHostType: HostFieldType<StepsFieldShapes> = {
  serverTypes: {
    ttmstepdef: {
      toControl: () => ({ kind: "steps" }),
      readValue: ({ value }) => ({ kind: "steps", steps: readStrictList(value, readStep) }),
    },
  },
  toInput: ({ steps }) => ({ kind: "steps", steps }),
  toEdit: ({ steps }) => ({ kind: "steps", steps }),
  editRules: {
    kinds: ["steps"],
    toWire: ({ steps }) => ({
      value: steps.map(({ description, descriptionFormat, expected, expectedFormat }, index) => ({
        description,
        description_format: descriptionFormat,
        expected_results: expected,
        expected_results_format: expectedFormat,
        rank: index + 1,
      })),
    }),
    isStored: (value, { steps }) => JSON.stringify(value.steps) === JSON.stringify(steps),
  },
  toAssistantValue: ({ steps }, { truncate }) =>
    steps.map(({ description, expected }) => ({
      description: truncate(description),
      expected: truncate(expected),
    })),
};
