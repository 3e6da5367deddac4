// What each field shows, worked out once per edit. Rules can change what stands elsewhere, so all fields are
// looked at; those whose view stays the same are not drawn.
import type { Problem } from "../../model/fields/fieldType.ts";
import type { Input } from "../../model/fields/registry.ts";
import type { Target } from "../../model/form/draft.ts";
import type { Form, FormField } from "../../model/form/form.ts";
import { type Offer, offersOf } from "../../model/form/offered.ts";
import { problemsOf } from "../../model/form/problems.ts";
import type { PageDraft } from "../../protocol/page.ts";
import type { PageTexts, ProblemTexts } from "../../protocol/pageTexts.ts";
import { filled, language } from "../shared/format.ts";
import type { FieldView } from "./context.ts";
import type { DraftCopy } from "./draftCopy.ts";

// What is wrong with an input, in words.

function dateRuleText(comparator: string, texts: ProblemTexts): string {
  switch (comparator) {
    case "<":
      return texts.before;
    case "<=":
    case "≤":
      return texts.notAfter;
    case ">":
      return texts.after;
    case ">=":
    case "≥":
      return texts.notBefore;
    case "=":
      return texts.sameAs;
    default:
      return texts.notSameAs;
  }
}

function dateText(field: FormField | undefined, texts: ProblemTexts): string {
  const withTime = field?.control.kind === "date" && field.control.withTime;
  return withTime ? texts.notATime : texts.notADay;
}

function problemText(problem: Problem, field: FormField | undefined, texts: ProblemTexts): string {
  switch (problem.kind) {
    case "tooLong":
      return filled(
        problem.unit === "bytes" ? texts.tooManyBytes : texts.tooManyCharacters,
        problem.maximum.toLocaleString(language),
      );
    case "notADate":
      return dateText(field, texts);
    case "dateRule":
      return filled(dateRuleText(problem.comparator, texts), problem.other);
    case "notReachable":
      return filled(texts.notReachable, problem.value);
    case "notWith":
      return filled(texts.notWith, problem.value, problem.other);
    case "gone":
    case "comma":
    case "pathRepeated":
      return filled(texts[problem.kind], problem.value);
    case "required":
    case "severalLines":
    case "notAName":
    case "notificationIncomplete":
    case "notANumber":
    case "notWhole":
    case "tooLarge":
    case "noSuchDay":
    case "fieldGone":
    case "notAllowed":
      return texts[problem.kind];
  }
}

/** What rules say is told at once; what somebody may still be typing waits until the field is left. */
const toldAtOnce = new Set<Problem["kind"]>(["notWith", "dateRule", "fieldGone", "notAllowed", "gone"]);

function commentField(label: string): FormField {
  return {
    id: 0,
    name: "",
    label,
    description: undefined,
    type: "",
    isRequired: false,
    access: "edit",
    control: { kind: "text" },
    value: undefined,
    base: { kind: "text", source: "", format: "commonmark" },
  };
}

interface Offered {
  /** The inputs that it was worked out from. */
  readonly from: readonly (Input | undefined)[];
  readonly offers: readonly Offer[];
}

export class FieldViews {
  readonly #copy: DraftCopy;
  readonly #form: Form;
  readonly #fields: ReadonlyMap<number, FormField>;
  readonly #texts: PageTexts;
  readonly #comment: FormField;
  readonly #offers = new Map<number, Offered>();
  /** The lists that have a say in what a list offers. */
  readonly #sources: ReadonlyMap<number, ReadonlySet<number>>;
  readonly #touched = new Set<Target>();
  #problems: ReadonlyMap<Target, Problem> = new Map();
  #areAllShown = false;

  constructor(form: Form, copy: DraftCopy, texts: PageTexts) {
    this.#form = form;
    this.#copy = copy;
    this.#texts = texts;
    this.#fields = new Map(form.fields.map((field) => [field.id, field]));
    this.#comment = commentField(texts.comment);
    const sources = new Map<number, Set<number>>();
    for (const { sourceId, targetId } of form.rules?.listRules ?? []) {
      sources.set(targetId, (sources.get(targetId) ?? new Set()).add(sourceId));
    }
    this.#sources = sources;
  }

  /** What keeps it from being sent, shown or not. */
  get problems(): ReadonlyMap<Target, Problem> {
    return this.#problems;
  }

  touch(target: Target): boolean {
    if (this.#touched.has(target)) return false;
    this.#touched.add(target);
    return true;
  }

  showAllProblems(): void {
    this.#areAllShown = true;
  }

  /** The same person goes on with the same form. */
  goOnFrom(earlier: FieldViews): void {
    this.#areAllShown = earlier.#areAllShown;
    for (const target of earlier.#touched) this.#touched.add(target);
  }

  forgetTouches(): void {
    this.#areAllShown = false;
    this.#touched.clear();
  }

  update(): void {
    this.#problems = problemsOf(this.#form, this.#copy.draft);
  }

  fieldOf(target: Target): FormField | undefined {
    return target === "comment" ? this.#comment : this.#fields.get(target);
  }

  problemOf(target: Target): string | undefined {
    const problem = this.#problems.get(target);
    return problem === undefined
      ? undefined
      : problemText(problem, this.fieldOf(target), this.#texts.problems);
  }

  viewOf(target: Target, { refusals, contested, isElsewhere }: PageDraft): FieldView | undefined {
    const field = this.fieldOf(target);
    if (field === undefined) return undefined;
    const problem = this.#problems.get(target);
    const isShown =
      problem !== undefined &&
      (this.#areAllShown || this.#touched.has(target) || toldAtOnce.has(problem.kind));
    const refusal = refusals.find(({ fieldId }) => fieldId === target)?.text;
    const contest = contested.find(({ fieldId }) => fieldId === target);
    return {
      field,
      input: this.#copy.inputIn(target),
      isChanged: this.#copy.inputs.has(target),
      problem: isShown ? this.problemOf(target) : refusal,
      contest: contest?.text,
      isColliding: contest?.isCollision === true,
      offers: this.#offersOf(field),
      isLocked: isElsewhere || this.#form.isReadOnly === true,
      isNew: this.#form.isNew,
      texts: this.#texts,
    };
  }

  /** The same list as before where nothing that it depends on is another, so that nothing is drawn for it. */
  #offersOf(field: FormField): readonly Offer[] {
    if (field.control.kind !== "choice") return none;
    const from = [field.id, ...(this.#sources.get(field.id) ?? [])].map((id) => this.#copy.inputIn(id));
    const known = this.#offers.get(field.id);
    if (known?.from.every((input, index) => input === from[index]) === true) return known.offers;
    const offers = offersOf(this.#form, this.#copy.draft, field);
    this.#offers.set(field.id, { from, offers });
    return offers;
  }
}

const none: readonly Offer[] = [];
