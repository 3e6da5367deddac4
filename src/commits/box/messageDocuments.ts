// The documents in which commit messages are written: the commit box, and the file that git has edited.
import type * as vscode from "vscode";
import type { MessageRules } from "../../model/reference/insertion.ts";
import type { Site } from "../../model/site.ts";
import { commentMark } from "../../store/commits/commentMark.ts";
import type { OpenRepository, Workplace } from "../workplace.ts";

const boxScheme = "vscode-scm";

export const messageDocuments = [
  { language: "scminput", scheme: boxScheme },
  { language: "git-commit", scheme: "file" },
] as const satisfies readonly vscode.DocumentFilter[];

export function isMessageDocument({ languageId, uri }: vscode.TextDocument): boolean {
  return messageDocuments.some(({ language, scheme }) => language === languageId && scheme === uri.scheme);
}

export function isBox({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === boxScheme;
}

/** Where a message is written. */
export interface MessagePlace {
  readonly repository: OpenRepository;
  readonly site: Site;
  readonly rules: MessageRules;
  /** The artifact of the branch, where it is one of this site. */
  readonly activeId: number | undefined;
}

export class MessagePlaces {
  readonly #workplace: Workplace;
  readonly #marks = new WeakMap<OpenRepository, Promise<string>>();

  constructor(workplace: Workplace) {
    this.#workplace = workplace;
  }

  repositoryOf(document: vscode.TextDocument): OpenRepository | undefined {
    return isMessageDocument(document) ? this.#workplace.repositoryOfMessage(document) : undefined;
  }

  /** Undefined where it can't be told which site the message is about. */
  async of(document: vscode.TextDocument): Promise<MessagePlace | undefined> {
    const repository = this.repositoryOf(document);
    const site = repository && (await this.#workplace.siteOf(repository.root));
    if (repository === undefined || site === undefined) return undefined;
    const comment = isBox(document) ? undefined : await this.#mark(repository);
    const active = this.#workplace.activeIn(repository);
    return {
      repository,
      site,
      rules: { comment, grammar: this.#workplace.grammarOf(site) },
      activeId: active?.site.api === site.api ? active.artifactId : undefined,
    };
  }

  #mark(repository: OpenRepository): Promise<string> {
    const mark = this.#marks.get(repository) ?? commentMark(repository.asked);
    this.#marks.set(repository, mark);
    return mark;
  }
}
