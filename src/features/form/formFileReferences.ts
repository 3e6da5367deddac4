// Shows in the form where files of the workspace mention the artifact.
import * as vscode from "vscode";
import { toDisplayLine } from "../../model/displayText.ts";
import type { FileReferenceView } from "../../protocol/formProtocol.ts";
import type { Services } from "../../services.ts";
import type { FileReference } from "../../store/references/referenceIndex.ts";
import type { FormPanel } from "./formPanel.ts";

/** The References view has all of them. */
const maxShown = 100;

function toView({ file, line, lineText }: FileReference): FileReferenceView {
  const path = toDisplayLine(vscode.workspace.asRelativePath(vscode.Uri.parse(file, true)));
  return { file, line, label: `${path}:${line + 1}`, text: toDisplayLine(lineText) };
}

/** Sends references to the page, and again when they change. */
export class FormFileReferences {
  readonly #services: Pick<Services, "features">;
  readonly #panel: FormPanel;
  #sentReferences: readonly FileReference[] = [];
  #isWatching = false;

  constructor(services: Pick<Services, "features">, panel: FormPanel) {
    this.#services = services;
    this.#panel = panel;
  }

  /** Sends nothing if there are none, or files were never searched. */
  async show(): Promise<void> {
    const { session, site, signal } = this.#panel;
    const { subject } = session;
    if (subject.kind !== "artifact" || signal.aborted) return;
    if (this.#isWatching) {
      // The page may be a new one.
      if (this.#sentReferences.length > 0) this.#send(this.#sentReferences);
      return;
    }
    this.#isWatching = true;
    const { artifactId } = subject;
    const watch = await this.#services.features.commits.watchFileReferences(
      { siteApi: site.api, artifactId },
      (references) => this.#send(references),
    );
    const isClosed = (): boolean => signal.aborted;
    if (isClosed()) watch.dispose();
    else signal.addEventListener("abort", () => watch.dispose());
  }

  /** The page is untrusted: only references that were sent to it can be opened. */
  async open({ file, line }: Pick<FileReferenceView, "file" | "line">): Promise<void> {
    const reference = this.#sentReferences.find((each) => each.file === file && each.line === line);
    if (reference === undefined) return;
    const { character, endLine, endCharacter } = reference;
    await vscode.window.showTextDocument(vscode.Uri.parse(reference.file, true), {
      selection: new vscode.Range(line, character, endLine, endCharacter),
    });
  }

  #send(references: readonly FileReference[]): void {
    // A line may have several references.
    const byLine = new Map(references.map((reference) => [`${reference.file}:${reference.line}`, reference]));
    this.#sentReferences = [...byLine.values()].slice(0, maxShown);
    this.#panel.notifyPage("setFileReferences", this.#sentReferences.map(toView));
  }
}
