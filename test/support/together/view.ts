// What a person sees of a form, by places and elements.
import { inputIn, typedIn } from "../../../src/model/form/draft.ts";
import { type Form, fieldOf } from "../../../src/model/form/form.ts";
import { groundIn, isInForce } from "../../../src/model/merge/course.ts";
import type { Contest } from "../../../src/model/merge/encounter.ts";
import type { Editing } from "../../../src/store/editing.ts";
import { type Elements, elementsOf, fieldNames, type Fields, type Place, type State } from "./fields.ts";

export const places: readonly Place[] = [...fieldNames, "comment"];

export class View {
  readonly editing: Editing;
  readonly form: Form;
  readonly #fields: Fields;

  private constructor(editing: Editing, form: Form, fields: Fields) {
    this.editing = editing;
    this.form = form;
    this.#fields = fields;
  }

  /** Undefined as long as there is nothing to see. */
  static of(editing: Editing | undefined, fields: Fields): View | undefined {
    const form = editing?.base?.form;
    return editing === undefined || form === undefined ? undefined : new View(editing, form, fields);
  }

  shown(place: Place): Elements {
    const { form, editing } = this;
    if (place === "comment") return elementsOf(place, typedIn(editing.draft, place));
    return elementsOf(place, inputIn(form, editing.draft, this.#fields.idOf(place)));
  }

  /** What the server holds, as far as the form knows; nothing was said yet. */
  held(place: Place): Elements {
    return place === "comment" ? {} : elementsOf(place, fieldOf(this.form, this.#fields.idOf(place))?.base);
  }

  get state(): State {
    return Object.fromEntries(fieldNames.map((name) => [name, this.held(name)])) as unknown as State;
  }

  isTyped(place: Place): boolean {
    return typedIn(this.editing.draft, this.#target(place)) !== undefined;
  }

  /** Whether nobody knows what became of the last save. */
  get isInDoubt(): boolean {
    return this.editing.notices.some(({ kind }) => kind === "unknown");
  }

  /** The writes of the same moment that can be read of here. */
  toldBeside(): readonly number[] {
    const beside = this.editing.notices.filter((notice) => notice.kind === "beside");
    return beside.flatMap(({ entries }) => entries.map(({ changeset }) => changeset.id));
  }

  /** What the person typed over: what others have changed since is not shown there until someone has decided. */
  ground(place: Place): Elements {
    const contest = this.#contest(place);
    const { draft } = this.editing;
    if (contest === undefined) return this.held(place);
    const { fieldId, decided } = contest;
    const isDecided = decided !== undefined && isInForce(draft, fieldId, decided);
    return isDecided ? this.held(place) : elementsOf(place, groundIn(draft, fieldId, contest).before);
  }

  /** What was given up in answer to a question, and can be taken again. */
  givenUp(place: Place): Elements | undefined {
    const contest = this.#contest(place);
    return contest?.decided && elementsOf(place, contest.decided.mine);
  }

  #contest(place: Place): Contest | undefined {
    return this.editing.encounter.contests.find(({ fieldId }) => fieldId === this.#target(place));
  }

  #target(place: Place): number | "comment" {
    return place === "comment" ? place : this.#fields.idOf(place);
  }
}
