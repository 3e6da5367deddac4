// The host of a form page without VS Code: it keeps the draft with the rules of the model and records all other calls.
import type { Input } from "../../../../src/model/fields/registry.ts";
import {
  canRedo,
  canUndo,
  type Draft,
  type DraftEdit,
  editDraft,
  redoEdit,
  type InputTarget,
  getDraftInput,
  undoEdit,
  emptyDraft,
} from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { type Resolution, resolveConflict } from "../../../../src/model/merge/mergeState.ts";
import type {
  PersonSuggestion,
  FormHeading,
  FormHostMethods,
  LinkableArtifactView,
  FileReferenceView,
  FormPageCommits,
  FormPageContent,
  FormPageDraft,
  FormPageHistory,
  FormPageMethods,
  TextMode,
} from "../../../../src/protocol/formProtocol.ts";
import type { FormTexts } from "../../../../src/protocol/formTexts.ts";
import { RpcError, createRpc, type RpcMessage, type Rpc } from "../../../../src/protocol/rpc.ts";
import { type FakeConflict, createPageConflict } from "./fakeConflict.ts";

export interface FakeHostOptions {
  readonly form: Form;
  readonly heading?: Partial<FormHeading>;
  readonly history?: FormPageHistory;
  readonly commits?: FormPageCommits;
  readonly fileReferences?: readonly FileReferenceView[];
  readonly users?: readonly PersonSuggestion[];
  readonly artifacts?: readonly LinkableArtifactView[];
  /** Data URLs of images by their URL. */
  readonly images?: Readonly<Record<string, string>>;
  /** Data URLs of previews by file ID. */
  readonly previews?: Readonly<Record<number, string>>;
  readonly draft?: Partial<FormPageDraft>;
  /** Texts are edited by default, as in most tests. */
  readonly textMode?: TextMode;
  readonly conflict?: FakeConflict;
}

interface RecordedCall {
  readonly method: string;
  readonly params: unknown;
}

const defaultHeading: FormHeading = {
  reference: "bug #1234",
  breadcrumbs: ["Bugs", "Payment gateway"],
  title: undefined,
  submitted: "opened by Kim Park, 3 days ago",
  color: "fiesta-red",
  isArtifact: true,
  hasWebPage: true,
};

export class FakeHost {
  readonly calls: RecordedCall[] = [];
  readonly edits: DraftEdit[] = [];
  /** Names of the methods that were called on the page. */
  readonly pageCalls: string[] = [];
  form: Form;
  draft: Draft = emptyDraft;
  lastEditNumber = 0;
  /** Edits are applied, but the draft isn't sent to the page. */
  suppressesDrafts = false;
  /** All messages are ignored. */
  isUnresponsive = false;
  /** The form is shown once before this resolves, and again afterwards, with the stored edits of the page. */
  loading: Promise<void> | undefined;
  draftOverrides: Partial<FormPageDraft>;
  conflict: FakeConflict | undefined;
  /** A resolution of a conflict waits for this, as it was when the page sent it. */
  resolution: Promise<void> | undefined;
  /** File operations wait for this. */
  fileOperation: Promise<void> | undefined;
  /** All recorded calls fail with this error. */
  errorText: string | undefined;
  readonly #options: FakeHostOptions;
  readonly #texts: FormTexts;
  readonly #rpc: Rpc<FormPageMethods>;

  constructor(options: FakeHostOptions, texts: FormTexts, post: (message: RpcMessage) => void) {
    this.#options = options;
    this.#texts = texts;
    this.form = options.form;
    this.draftOverrides = options.draft ?? {};
    this.conflict = options.conflict;
    for (const { target, input } of options.conflict?.typed ?? []) {
      this.draft = editDraft(this.form, this.draft, { target, input, step: "begin" });
    }
    this.#rpc = createRpc<FormHostMethods, FormPageMethods>({
      post: (message) => {
        if (!this.isUnresponsive) post(message);
      },
      methods: this.#methods(),
      formatError: (thrown) => (thrown instanceof RpcError ? thrown.message : String(thrown)),
    });
  }

  async receive(message: RpcMessage): Promise<void> {
    if (!this.isUnresponsive) await this.#rpc.receive(message);
  }

  getInput(target: InputTarget): Input | undefined {
    return getDraftInput(this.draft, target);
  }

  getCalls(method: string): readonly unknown[] {
    return this.calls.filter((call) => call.method === method).map(({ params }) => params);
  }

  callPage<K extends keyof FormPageMethods>(
    method: K,
    params: Parameters<FormPageMethods[K]>[0],
  ): Promise<unknown> {
    this.pageCalls.push(method);
    return this.#rpc.call(method, params);
  }

  sendDraft(): Promise<unknown> {
    return this.callPage("setDraft", this.createPageDraft());
  }

  undo(): Promise<unknown> {
    this.draft = undoEdit(this.form, this.draft);
    return this.sendDraft();
  }

  redo(): Promise<unknown> {
    this.draft = redoEdit(this.form, this.draft);
    return this.sendDraft();
  }

  /** Switches between conflict view and form. */
  setResolving(isResolving: boolean): Promise<unknown> {
    if (this.conflict !== undefined) this.conflict = { ...this.conflict, isResolving };
    return this.sendDraft();
  }

  showForm(form: Form): Promise<unknown> {
    this.form = form;
    return this.callPage("showContent", this.#content());
  }

  createPageDraft(): FormPageDraft {
    const { draft } = this;
    return {
      inputs: draft.inputs,
      lastEditNumber: this.lastEditNumber,
      state:
        draft.inputs.length === 0
          ? { kind: "empty" }
          : { kind: "saved", text: "Draft saved locally at 12:04:31" },
      canUndo: canUndo(draft),
      canRedo: canRedo(draft),
      serverErrors: [],
      notices: [],
      concurrentEdits: [],
      conflicts: this.conflict && createPageConflict(this.form, draft, this.conflict),
      isOpenInOtherWindow: false,
      ...this.draftOverrides,
    };
  }

  #resolveConflict(fieldId: number, choice: Resolution): void {
    const { draft, conflict } = this;
    if (conflict === undefined) return;
    const { mergeState, ...resolved } = resolveConflict(
      this.form,
      { draft, mergeState: conflict.mergeState },
      fieldId,
      choice,
    );
    this.draft = resolved.draft;
    this.conflict = { ...conflict, mergeState };
  }

  #content(): FormPageContent {
    return {
      kind: "form",
      heading: {
        ...defaultHeading,
        isArtifact: !this.form.isNew,
        hasWebPage: !this.form.isNew,
        ...this.#options.heading,
      },
      form: this.form,
      draft: this.createPageDraft(),
      textMode: this.#options.textMode ?? "editing",
      trackerNames: ["bug"],
    };
  }

  #applyEdit(edit: DraftEdit, number: number): void {
    this.edits.push(edit);
    this.draft = editDraft(this.form, this.draft, edit);
    this.lastEditNumber = number;
  }

  #methods(): FormHostMethods {
    const { users = [], artifacts = [], images = {}, previews = {} } = this.#options;
    const record = (method: string, params: unknown): void => {
      this.calls.push({ method, params });
      if (this.errorText !== undefined) throw new RpcError(this.errorText);
    };
    const recordAsync = (method: string, params: unknown): Promise<void> =>
      Promise.resolve().then(() => record(method, params));
    return {
      ready: async (params) => {
        await recordAsync("ready", params);
        this.lastEditNumber = 0;
        await this.callPage("setTexts", this.#texts);
        if (this.loading !== undefined) {
          await this.callPage("showContent", this.#content());
          await this.loading;
        }
        await this.callPage("saveState", { subject: { artifact: 1234 }, holder: "us" });
        await this.callPage("showContent", this.#content());
      },
      edit: ({ number, edit }) => {
        this.#applyEdit(edit, number);
        if (!this.suppressesDrafts) void this.sendDraft();
      },
      undo: () => void this.undo(),
      redo: () => void this.redo(),
      save: () => recordAsync("save", null),
      sendComment: () => recordAsync("sendComment", null),
      openHistoryEntry: (params) => recordAsync("openHistoryEntry", params),
      discard: () => recordAsync("discard", null),
      refresh: () => recordAsync("refresh", null),
      openInBrowser: () => recordAsync("openInBrowser", null),
      resolveConflict: async (params) => {
        record("resolveConflict", params);
        await this.resolution;
        this.#resolveConflict(params.fieldId, params.choice);
        if (!this.suppressesDrafts) void this.sendDraft();
      },
      openDiff: (params) => recordAsync("openDiff", params),
      backToForm: () => {
        record("backToForm", null);
        void this.setResolving(false);
      },
      overwrite: () => recordAsync("overwrite", null),
      runNoticeAction: (params) => recordAsync("runNoticeAction", params),
      findPeople: async (params) => {
        await recordAsync("findPeople", params);
        return users.filter(({ label }) => label.toLowerCase().includes(params.query.toLowerCase()));
      },
      findArtifacts: async (params) => {
        await recordAsync("findArtifacts", params);
        return artifacts.filter(({ artifactId, title }) =>
          `${artifactId} ${title}`.toLowerCase().includes(params.query.toLowerCase()),
        );
      },
      describeArtifacts: async (params) => {
        await recordAsync("describeArtifacts", params);
        return artifacts.filter(({ artifactId }) => params.ids.includes(artifactId));
      },
      loadHistory: async (params) => {
        await recordAsync("loadHistory", params);
        await this.callPage("setHistory", this.#options.history ?? { kind: "none" });
        if (this.#options.commits !== undefined) await this.callPage("setCommits", this.#options.commits);
        if (this.#options.fileReferences !== undefined) {
          await this.callPage("setFileReferences", this.#options.fileReferences);
        }
      },
      loadImage: async (params) => {
        await recordAsync("loadImage", params);
        const data = images[params.address];
        if (data === undefined) throw new Error("Image not found.");
        return data;
      },
      openTextInEditor: (params) => recordAsync("openTextInEditor", params),
      openArtifact: (params) => recordAsync("openArtifact", params),
      openCommit: (params) => recordAsync("openCommit", params),
      openFileReference: (params) => recordAsync("openFileReference", params),
      runAttachmentAction: async (params) => {
        await recordAsync("runAttachmentAction", params);
        await this.fileOperation;
      },
      downloadAll: () => recordAsync("downloadAll", null),
      pickFilesToAttach: (params) => recordAsync("pickFilesToAttach", params),
      attachUris: (params) => recordAsync("attachUris", params),
      beginFile: async (params) => {
        await recordAsync("beginFile", params);
        await this.fileOperation;
        return this.getCalls("beginFile").length;
      },
      sendFileChunk: (params) => recordAsync("sendFileChunk", params),
      attachSentFiles: (params) => recordAsync("attachSentFiles", params),
      discardSentFiles: (params) => recordAsync("discardSentFiles", params),
      removeNewFile: (params) => {
        record("removeNewFile", params);
        const input = this.getInput(params.fieldId);
        const files = input?.kind === "newFiles" ? input.files.filter(({ key }) => key !== params.key) : [];
        const edit = { target: params.fieldId, input: { kind: "newFiles", files }, step: "begin" } as const;
        this.draft = editDraft(this.form, this.draft, edit);
        void this.sendDraft();
      },
      loadPreview: async (params) => {
        await recordAsync("loadPreview", params);
        const data = previews[params.fileId];
        if (data === undefined) throw new Error("Preview not found.");
        return data;
      },
      openUrl: (params) => recordAsync("openUrl", params),
    };
  }
}
