// The steps of a test: what to do, and what should come of it.
import type { TextFormat } from "../value.ts";
import { withoutTags } from "./common.ts";
import type { FieldType, HostFieldType } from "./fieldType.ts";
import { formatOf, readMembers, readOptionalText, readText, readWholeList } from "./reading.ts";

export interface Step {
  readonly description: string;
  readonly descriptionFormat: TextFormat;
  readonly expected: string;
  readonly expectedFormat: TextFormat;
}

interface Steps {
  readonly kind: "steps";
  readonly steps: readonly Step[];
}

export interface StepsField {
  readonly control: { readonly kind: "steps" };
  readonly input: Steps;
  readonly value: Steps;
  readonly edit: Steps;
}

export const stepsType: FieldType<StepsField> = {
  controls: ["steps"],
  input: {
    empty: { kind: "steps", steps: [] },
    isEmpty: ({ steps }) => steps.length === 0,
    essence: ({ steps }) =>
      JSON.stringify(
        steps.map(({ description, descriptionFormat, expected, expectedFormat }) => [
          description,
          descriptionFormat,
          expected,
          expectedFormat,
        ]),
      ),
    text: ({ steps }) => steps.map(({ description }) => description).join(" · "),
    texts: ({ steps }) => steps.flatMap(({ description, expected }) => [description, expected]),
  },
  value: {
    kinds: ["steps"],
    text: ({ steps }) => steps.map(({ description }) => withoutTags(description)).join(" · "),
  },
};

const escapes: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#039": "'", amp: "&" };

/** The source of a step is the one text that the server hands out escaped for HTML. */
function unescaped(source: string | undefined): string | undefined {
  return source?.replace(/&(lt|gt|quot|#039|amp);/g, (whole, name: string) => escapes[name] ?? whole);
}

function readStep(element: unknown): Step {
  const wire = readMembers(element);
  const text = (name: "description" | "expected_results"): readonly [string, TextFormat] => {
    const source = readText(wire[name]);
    const commonmark = readOptionalText(wire[`commonmark_${name}`]);
    return [unescaped(commonmark) ?? source, formatOf(readOptionalText(wire[`${name}_format`]), commonmark)];
  };
  const [[description, descriptionFormat], [expected, expectedFormat]] = [
    text("description"),
    text("expected_results"),
  ];
  return { description, descriptionFormat, expected, expectedFormat };
}

export const stepsHostType: HostFieldType<StepsField> = {
  serverTypes: {
    ttmstepdef: {
      control: () => ({ kind: "steps" }),
      read: ({ value }) => ({ kind: "steps", steps: readWholeList(value, readStep) }),
    },
  },
  inputOf: ({ steps }) => ({ kind: "steps", steps }),
  edit: ({ steps }) => ({ kind: "steps", steps }),
  edits: {
    kinds: ["steps"],
    members: ({ steps }) => ({
      value: steps.map(({ description, descriptionFormat, expected, expectedFormat }, index) => ({
        description,
        description_format: descriptionFormat,
        expected_results: expected,
        expected_results_format: expectedFormat,
        rank: index + 1,
      })),
    }),
    isHeld: (value, { steps }) => JSON.stringify(value.steps) === JSON.stringify(steps),
  },
  valueFact: ({ steps }, { brief }) =>
    steps.map(({ description, expected }) => ({
      description: brief(description),
      expected: brief(expected),
    })),
};
