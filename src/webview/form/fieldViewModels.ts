// Computes what each field shows, for all fields after each edit, because rules can affect other fields. Fields with an
// unchanged view model are not rendered again.
import type { Problem } from "../../model/fields/fieldType.ts";
import { formatByteLimit } from "../../model/formatBytes.ts";
import type { Input } from "../../model/fields/registry.ts";
import type { InputTarget } from "../../model/form/draft.ts";
import type { Form, FormField } from "../../model/form/form.ts";
import { type AvailableChoice, getAvailableChoices } from "../../model/form/availableChoices.ts";
import { findProblemsByTarget } from "../../model/form/problems.ts";
import type { FormPageDraft } from "../../protocol/formProtocol.ts";
import type { FormTexts, ProblemTexts } from "../../protocol/formTexts.ts";
import { fillPlaceholders, pageLanguage } from "../shared/localization.ts";
import type { FieldViewModel } from "./formPageContext.ts";
import type { PageDraftCopy } from "./pageDraftCopy.ts";

// Texts of problems.

function formatDateRule(comparator: string, texts: ProblemTexts): string {
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

function formatDateProblem(field: FormField | undefined, texts: ProblemTexts): string {
  const withTime = field?.control.kind === "date" && field.control.withTime;
  return withTime ? texts.notATime : texts.notADate;
}

function formatProblem(problem: Problem, field: FormField | undefined, texts: ProblemTexts): string {
  switch (problem.kind) {
    case "tooLong":
      return fillPlaceholders(
        problem.unit === "bytes" ? texts.tooManyBytes : texts.tooManyCharacters,
        problem.maximum.toLocaleString(pageLanguage),
      );
    case "notADate":
      return formatDateProblem(field, texts);
    case "dateRule":
      return fillPlaceholders(formatDateRule(problem.comparator, texts), problem.otherLabel);
    case "noTransition":
      return fillPlaceholders(texts.noTransition, problem.value);
    case "excludedByField":
      return fillPlaceholders(texts.excludedByField, problem.value, problem.otherLabel);
    case "choiceRemoved":
    case "containsComma":
    case "duplicatePath":
      return fillPlaceholders(texts[problem.kind], problem.value);
    case "fileTooLarge":
      return fillPlaceholders(
        texts.fileTooLarge,
        problem.value,
        formatByteLimit(problem.maximum, pageLanguage),
      );
    case "required":
    case "multipleLines":
    case "invalidRepositoryName":
    case "incompleteNotification":
    case "notANumber":
    case "notAnInteger":
    case "tooLarge":
    case "noSuchDate":
    case "fieldRemoved":
    case "notAllowed":
      return texts[problem.kind];
  }
}

/** Problems that are shown immediately; the others wait until the user leaves the field. */
const immediateProblems = new Set<Problem["kind"]>([
  "excludedByField",
  "dateRule",
  "fieldRemoved",
  "notAllowed",
  "choiceRemoved",
  "fileTooLarge",
]);

function createCommentField(label: string): FormField {
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

interface CachedOffers {
  /** The inputs that the offers were computed from. */
  readonly inputs: readonly (Input | undefined)[];
  readonly offers: readonly AvailableChoice[];
}

export class FieldViewModels {
  readonly #draftCopy: PageDraftCopy;
  readonly #form: Form;
  readonly #fields: ReadonlyMap<number, FormField>;
  readonly #texts: FormTexts;
  readonly #comment: FormField;
  readonly #offers = new Map<number, CachedOffers>();
  /** By list field, the fields that restrict its values. */
  readonly #sources: ReadonlyMap<number, ReadonlySet<number>>;
  readonly #touched = new Set<InputTarget>();
  #problems: ReadonlyMap<InputTarget, Problem> = new Map();
  #areAllShown = false;

  constructor(form: Form, draftCopy: PageDraftCopy, texts: FormTexts) {
    this.#form = form;
    this.#draftCopy = draftCopy;
    this.#texts = texts;
    this.#fields = new Map(form.fields.map((field) => [field.id, field]));
    this.#comment = createCommentField(texts.comment.label);
    const sources = new Map<number, Set<number>>();
    for (const { sourceId, targetId } of form.rules?.listRules ?? []) {
      sources.set(targetId, (sources.get(targetId) ?? new Set()).add(sourceId));
    }
    this.#sources = sources;
  }

  /** All problems, also those that aren't shown yet. */
  get problems(): ReadonlyMap<InputTarget, Problem> {
    return this.#problems;
  }

  markTouched(target: InputTarget): boolean {
    if (this.#touched.has(target)) return false;
    this.#touched.add(target);
    return true;
  }

  showAllProblems(): void {
    this.#areAllShown = true;
  }

  /** For a reloaded form. */
  copyTouchedFrom(previous: FieldViewModels): void {
    this.#areAllShown = previous.#areAllShown;
    for (const target of previous.#touched) this.#touched.add(target);
  }

  clearTouched(): void {
    this.#areAllShown = false;
    this.#touched.clear();
  }

  updateProblems(): void {
    this.#problems = findProblemsByTarget(this.#form, this.#draftCopy.draft);
  }

  findField(target: InputTarget): FormField | undefined {
    return target === "comment" ? this.#comment : this.#fields.get(target);
  }

  getProblemText(target: InputTarget): string | undefined {
    const problem = this.#problems.get(target);
    return problem === undefined
      ? undefined
      : formatProblem(problem, this.findField(target), this.#texts.problems);
  }

  createViewModel(
    target: InputTarget,
    { serverErrors, concurrentEdits, isOpenInOtherWindow }: FormPageDraft,
  ): FieldViewModel | undefined {
    const field = this.findField(target);
    if (field === undefined) return undefined;
    const problem = this.#problems.get(target);
    const isShown =
      problem !== undefined &&
      (this.#areAllShown || this.#touched.has(target) || immediateProblems.has(problem.kind));
    const serverError = serverErrors.find(({ fieldId }) => fieldId === target)?.text;
    const concurrentEdit = concurrentEdits.find(({ fieldId }) => fieldId === target);
    return {
      field,
      input: this.#draftCopy.getInput(target),
      isChanged: this.#draftCopy.inputs.has(target),
      problem: isShown ? this.getProblemText(target) : serverError,
      remoteChange: concurrentEdit?.text,
      hasConflict: concurrentEdit?.isConflict === true,
      offers: this.#getOffers(field),
      isReadOnly: isOpenInOtherWindow || this.#form.isReadOnly === true,
      isNew: this.#form.isNew,
      texts: this.#texts,
    };
  }

  /** Returns the same array while its inputs are unchanged, so that the field isn't rendered again. */
  #getOffers(field: FormField): readonly AvailableChoice[] {
    if (field.control.kind !== "choice") return noOffers;
    const inputs = [field.id, ...(this.#sources.get(field.id) ?? [])].map((id) =>
      this.#draftCopy.getInput(id),
    );
    const cached = this.#offers.get(field.id);
    if (cached?.inputs.every((input, index) => input === inputs[index]) === true) return cached.offers;
    const offers = getAvailableChoices(this.#form, this.#draftCopy.draft, field);
    this.#offers.set(field.id, { inputs, offers });
    return offers;
  }
}

const noOffers: readonly AvailableChoice[] = [];
