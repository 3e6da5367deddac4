// How the messages of a repository refer to an artifact, by the template that is set for it.
import type * as vscode from "vscode";
import { isFailure } from "../../../model/failure.ts";
import type { Wanted } from "../../../model/reference/insertion.ts";
import { referenceForms, type ReferenceForms } from "../../../model/reference/referenceText.ts";
import type { Template, TemplateArtifact } from "../../../model/reference/template.ts";
import type { Site } from "../../../model/site.ts";
import type { Catalog } from "../../../store/catalog.ts";
import { templateArtifact } from "../../../store/commits/commitMessage.ts";
import type { Lookups } from "../../../store/references/lookups.ts";
import type { Workplace } from "../folderContext.ts";
import { referenceTemplate, usualTemplate } from "./settings.ts";

interface Meant {
  readonly site: Site;
  readonly artifactId: number;
}

interface Filled {
  readonly template: Template;
  readonly artifact: TemplateArtifact;
}

/** What failed is not asked for again with each letter. */
const patienceMs = 60_000;

/** What is known of any artifact. */
export function bareArtifact(id: number): TemplateArtifact {
  const [title, status, tracker, project] = [undefined, undefined, undefined, undefined];
  return { id, title, status, tracker, project, fields: new Map() };
}

function needsOnlyId({ parts }: Template): boolean {
  return parts.every((part) => part.kind === "text" || part.name === "id");
}

export class ReferenceTexts {
  readonly #catalog: Catalog;
  readonly #workplace: Workplace;
  readonly #read = new Map<string, Promise<TemplateArtifact | undefined>>();
  readonly #failedAt = new Map<string, number>();
  readonly #listening: { dispose(): void };

  constructor(catalog: Catalog, workplace: Workplace, lookups: Lookups) {
    this.#catalog = catalog;
    this.#workplace = workplace;
    this.#listening = lookups.changed.listen(({ siteApi, artifactId }) => {
      const isMeant = (key: string): boolean =>
        artifactId === undefined ? key.startsWith(`${siteApi} `) : key === `${siteApi} ${artifactId}`;
      for (const key of this.#read.keys()) if (isMeant(key)) this.#read.delete(key);
      this.#failedAt.clear();
    });
  }

  /** What goes into messages by itself never closes anything, whatever a workspace's template says. */
  async of(root: vscode.Uri, meant: Meant): Promise<Wanted> {
    const { mention } = await this.forms(root, meant);
    return { artifactId: meant.artifactId, reference: mention };
  }

  async forms(root: vscode.Uri, meant: Meant): Promise<ReferenceForms> {
    const { template, artifact } = await this.#filled(root, meant);
    return referenceForms(template, artifact, this.#workplace.grammarOf(meant.site));
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** By the usual template where the artifact can't be read now. */
  async #filled(root: vscode.Uri, meant: Meant): Promise<Filled> {
    const { template } = referenceTemplate(root);
    const bare = bareArtifact(meant.artifactId);
    if (needsOnlyId(template)) return { template, artifact: bare };
    const artifact = await this.#artifact(meant);
    return artifact === undefined ? { template: usualTemplate(), artifact: bare } : { template, artifact };
  }

  async #artifact({ site, artifactId }: Meant): Promise<TemplateArtifact | undefined> {
    const key = `${site.api} ${artifactId}`;
    const failedAt = this.#failedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    if (Date.now() - failedAt < patienceMs) return undefined;
    const reading = this.#read.get(key) ?? this.#ask(key, { site, artifactId });
    this.#read.set(key, reading);
    return reading;
  }

  async #ask(key: string, { site, artifactId }: Meant): Promise<TemplateArtifact | undefined> {
    try {
      return await templateArtifact(this.#catalog.of(site), artifactId, {});
    } catch (failure) {
      this.#read.delete(key);
      if (!isFailure(failure)) throw failure;
      this.#failedAt.set(key, Date.now());
      return undefined;
    }
  }
}
