// The other end of a form's page, without VS Code: it keeps the draft with the rules of the model and writes down
// whatever else it is asked for.
import type { Input } from "../../../../src/model/fields/registry.ts";
import {
  canRedo,
  canUndo,
  type Draft,
  type Edit,
  edited,
  redone,
  type Target,
  typedIn,
  undone,
  untouched,
} from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { type Choice, chosen } from "../../../../src/model/merge/encounter.ts";
import type {
  FoundPerson,
  Heading,
  HostMethods,
  LinkTarget,
  PageCommits,
  PageContent,
  PageDraft,
  PageHistory,
  PageMethods,
} from "../../../../src/protocol/page.ts";
import type { PageTexts } from "../../../../src/protocol/pageTexts.ts";
import { CallFailed, createRpc, type Message, type Rpc } from "../../../../src/protocol/rpc.ts";
import { type Meeting, pageConflict } from "./fakeConflict.ts";

export interface FakeHostOptions {
  readonly form: Form;
  readonly heading?: Partial<Heading>;
  readonly history?: PageHistory;
  readonly commits?: PageCommits;
  readonly people?: readonly FoundPerson[];
  readonly artifacts?: readonly LinkTarget[];
  /** Addresses of images with their data. */
  readonly images?: Readonly<Record<string, string>>;
  /** Attached pictures by their number. */
  readonly previews?: Readonly<Record<number, string>>;
  readonly draft?: Partial<PageDraft>;
  readonly meeting?: Meeting;
}

interface Call {
  readonly method: string;
  readonly params: unknown;
}

const heading: Heading = {
  reference: "bug #1234",
  origin: ["Bugs", "Payment gateway"],
  title: undefined,
  opened: "opened by Kim Park, 3 days ago",
  color: "fiesta-red",
  isArtifact: true,
  hasPage: true,
};

export class FakeHost {
  readonly calls: Call[] = [];
  readonly edits: Edit[] = [];
  /** What was asked of the page. */
  readonly told: string[] = [];
  form: Form;
  draft: Draft = untouched;
  seen = 0;
  /** Edits are heard, and the page is not told. */
  isSlow = false;
  /** Nothing that is asked gets an answer. */
  isDead = false;
  /** What it is told to show first is shown again once this is over, with what the page had left. */
  loading: Promise<void> | undefined;
  more: Partial<PageDraft>;
  meeting: Meeting | undefined;
  /** What is done with a file takes until this is over. */
  working: Promise<void> | undefined;
  /** Why nothing that is asked for gets done. */
  refusal: string | undefined;
  readonly #options: FakeHostOptions;
  readonly #texts: PageTexts;
  readonly #rpc: Rpc<PageMethods>;

  constructor(options: FakeHostOptions, texts: PageTexts, post: (message: Message) => void) {
    this.#options = options;
    this.#texts = texts;
    this.form = options.form;
    this.more = options.draft ?? {};
    this.meeting = options.meeting;
    for (const { target, input } of options.meeting?.typed ?? []) {
      this.draft = edited(this.form, this.draft, { target, input, step: "begin" });
    }
    this.#rpc = createRpc<HostMethods, PageMethods>({
      post: (message) => {
        if (!this.isDead) post(message);
      },
      ours: this.#methods(),
      explain: (thrown) => (thrown instanceof CallFailed ? thrown.message : String(thrown)),
    });
  }

  async receive(message: Message): Promise<void> {
    if (!this.isDead) await this.#rpc.receive(message);
  }

  typed(target: Target): Input | undefined {
    return typedIn(this.draft, target);
  }

  asked(method: string): readonly unknown[] {
    return this.calls.filter((call) => call.method === method).map(({ params }) => params);
  }

  tell<K extends keyof PageMethods>(method: K, params: Parameters<PageMethods[K]>[0]): Promise<unknown> {
    this.told.push(method);
    return this.#rpc.call(method, params);
  }

  tellDraft(): Promise<unknown> {
    return this.tell("draft", this.pageDraft());
  }

  undo(): Promise<unknown> {
    this.draft = undone(this.form, this.draft);
    return this.tellDraft();
  }

  redo(): Promise<unknown> {
    this.draft = redone(this.form, this.draft);
    return this.tellDraft();
  }

  /** The choices in place of the form, or the form again. */
  resolve(isResolving: boolean): Promise<unknown> {
    if (this.meeting !== undefined) this.meeting = { ...this.meeting, isResolving };
    return this.tellDraft();
  }

  show(form: Form): Promise<unknown> {
    this.form = form;
    return this.tell("show", this.#content());
  }

  pageDraft(): PageDraft {
    const { draft } = this;
    return {
      inputs: draft.inputs,
      seen: this.seen,
      state: draft.inputs.length === 0 ? { kind: "nothing" } : { kind: "kept", text: "Draft kept 12:04:31" },
      canUndo: canUndo(draft),
      canRedo: canRedo(draft),
      refusals: [],
      notices: [],
      contested: [],
      conflict: this.meeting && pageConflict(this.form, draft, this.meeting),
      isElsewhere: false,
      ...this.more,
    };
  }

  #choose(fieldId: number, choice: Choice): void {
    const { draft, meeting } = this;
    if (meeting === undefined) return;
    const { encounter, ...after } = chosen(
      this.form,
      { draft, encounter: meeting.encounter },
      fieldId,
      choice,
    );
    this.draft = after.draft;
    this.meeting = { ...meeting, encounter };
  }

  #content(): PageContent {
    return {
      kind: "form",
      heading: {
        ...heading,
        isArtifact: !this.form.isNew,
        hasPage: !this.form.isNew,
        ...this.#options.heading,
      },
      form: this.form,
      draft: this.pageDraft(),
    };
  }

  #take(edit: Edit, number: number): void {
    this.edits.push(edit);
    this.draft = edited(this.form, this.draft, edit);
    this.seen = number;
  }

  #methods(): HostMethods {
    const { people = [], artifacts = [], images = {}, previews = {} } = this.#options;
    const write = (method: string, params: unknown): void => {
      this.calls.push({ method, params });
      if (this.refusal !== undefined) throw new CallFailed(this.refusal);
    };
    const note = (method: string, params: unknown): Promise<void> =>
      Promise.resolve().then(() => write(method, params));
    return {
      ready: async (params) => {
        await note("ready", params);
        this.seen = 0;
        await this.tell("texts", this.#texts);
        if (this.loading !== undefined) {
          await this.tell("show", this.#content());
          await this.loading;
        }
        await this.tell("remember", { subject: { artifact: 1234 }, holder: "us" });
        await this.tell("show", this.#content());
      },
      edit: ({ number, edit }) => {
        this.#take(edit, number);
        if (!this.isSlow) void this.tellDraft();
      },
      undo: () => void this.undo(),
      redo: () => void this.redo(),
      save: () => note("save", null),
      discard: () => note("discard", null),
      refresh: () => note("refresh", null),
      openInBrowser: () => note("openInBrowser", null),
      choose: (params) => {
        write("choose", params);
        this.#choose(params.fieldId, params.choice);
        if (!this.isSlow) void this.tellDraft();
      },
      compare: (params) => note("compare", params),
      backToForm: () => {
        write("backToForm", null);
        void this.resolve(false);
      },
      overwrite: () => note("overwrite", null),
      act: (params) => note("act", params),
      findPeople: async (params) => {
        await note("findPeople", params);
        return people.filter(({ label }) => label.toLowerCase().includes(params.query.toLowerCase()));
      },
      findArtifacts: async (params) => {
        await note("findArtifacts", params);
        return artifacts.filter(({ artifactId, title }) =>
          `${artifactId} ${title}`.toLowerCase().includes(params.query.toLowerCase()),
        );
      },
      describeArtifacts: async (params) => {
        await note("describeArtifacts", params);
        return artifacts.filter(({ artifactId }) => params.ids.includes(artifactId));
      },
      history: async (params) => {
        await note("history", params);
        await this.tell("history", this.#options.history ?? { kind: "none" });
        if (this.#options.commits !== undefined) await this.tell("commits", this.#options.commits);
      },
      image: async (params) => {
        await note("image", params);
        const data = images[params.address];
        if (data === undefined) throw new Error("There is no such image.");
        return data;
      },
      openText: (params) => note("openText", params),
      openArtifact: (params) => note("openArtifact", params),
      openCommit: (params) => note("openCommit", params),
      attachment: async (params) => {
        await note("attachment", params);
        await this.working;
      },
      downloadAll: () => note("downloadAll", null),
      attach: (params) => note("attach", params),
      attachUris: (params) => note("attachUris", params),
      beginFile: async (params) => {
        await note("beginFile", params);
        await this.working;
        return this.asked("beginFile").length;
      },
      filePiece: (params) => note("filePiece", params),
      attachSent: (params) => note("attachSent", params),
      dropSent: (params) => note("dropSent", params),
      preview: async (params) => {
        await note("preview", params);
        const data = previews[params.fileId];
        if (data === undefined) throw new Error("There is no such picture.");
        return data;
      },
      openAddress: (params) => note("openAddress", params),
    };
  }
}
