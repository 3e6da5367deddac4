// What the host says about a conflict, with the rules of the model and words of the test's own.
import type { Input } from "../../../../src/model/fields/registry.ts";
import type { Draft, Typed } from "../../../../src/model/form/draft.ts";
import { type Form, fieldOf } from "../../../../src/model/form/form.ts";
import {
  type AskedContest,
  choiceIn,
  type Encounter,
  mineIn,
  offeredChoices,
  questionsOf,
} from "../../../../src/model/merge/encounter.ts";
import type { PageConflict, Question } from "../../../../src/protocol/page.ts";

/** Others were here meanwhile. */
export interface Meeting {
  readonly encounter: Encounter;
  /** What had been typed by then. */
  readonly typed: readonly Typed[];
  readonly words: Pick<PageConflict, "title" | "summary" | "theirs" | "merged">;
  /** Where it is not the same for all, by the field. */
  readonly by?: Readonly<Record<number, string>>;
  readonly obstacles?: Readonly<Record<number, string>>;
  /** Whether the choices stand in place of the form. */
  readonly isResolving: boolean;
}

function question(form: Form, draft: Draft, contest: AskedContest, { by, obstacles }: Meeting): Question {
  const { fieldId, label, opened } = contest;
  return {
    fieldId,
    label,
    before: opened,
    mine: mineIn(draft, contest),
    theirs: fieldOf(form, fieldId)?.base,
    by: by?.[fieldId],
    offered: offeredChoices(form, draft, contest),
    obstacle: obstacles?.[fieldId],
    chosen: choiceIn(form, draft, contest),
  };
}

export function pageConflict(form: Form, draft: Draft, meeting: Meeting): PageConflict | undefined {
  if (!meeting.isResolving) return undefined;
  const contests = questionsOf(form, draft, meeting.encounter);
  return {
    ...meeting.words,
    questions: contests.map((contest) => question(form, draft, contest, meeting)),
  };
}

/** Fields of a form, with what stood there before and what was typed. */
export function contestsOf(
  form: Form,
  sides: Readonly<Record<number, { readonly before: Input | undefined; readonly mine: Input }>>,
): Pick<Meeting, "encounter" | "typed"> {
  const all = Object.entries(sides).map(([id, side]) => ({ fieldId: Number(id), ...side }));
  return {
    encounter: {
      taken: [],
      contests: all.map(({ fieldId, before }) => ({
        fieldId,
        label: fieldOf(form, fieldId)?.label ?? `Field ${fieldId}`,
        before,
        by: undefined,
        on: undefined,
        decided: undefined,
      })),
    },
    typed: all.map(({ fieldId, mine }) => ({ target: fieldId, input: mine })),
  };
}
