// Formats references with the template of a repository.
import type * as vscode from "vscode";
import { isFailure } from "../../../model/failure.ts";
import type { ReferenceLine } from "../../../model/reference/insertReference.ts";
import { createReferenceVariants, type ReferenceVariants } from "../../../model/reference/formatReference.ts";
import type { Template, TemplateArtifact } from "../../../model/reference/template.ts";
import type { Site } from "../../../model/site.ts";
import type { Catalog } from "../../../store/catalog.ts";
import { loadArtifactForTemplate } from "../../../store/commits/commitMessage.ts";
import type { ReferenceCache } from "../../../store/references/referenceCache.ts";
import type { WorkspaceContext } from "../workspaceContext.ts";
import { readReferenceTemplate, getDefaultReferenceTemplate } from "./commitSettings.ts";

interface ArtifactAtSite {
  readonly site: Site;
  readonly artifactId: number;
}

interface TemplateInput {
  readonly template: Template;
  readonly artifact: TemplateArtifact;
}

/** A failed request is not repeated with each keystroke. */
const retryDelayMs = 60_000;

/** An artifact of which only the id is known. */
export function createIdOnlyTemplateArtifact(id: number): TemplateArtifact {
  const [title, status, tracker, project] = [undefined, undefined, undefined, undefined];
  return { id, title, status, tracker, project, fields: new Map() };
}

function needsOnlyId({ parts }: Template): boolean {
  return parts.every((part) => part.kind === "text" || part.name === "id");
}

export class ReferenceFormatter {
  readonly #catalog: Catalog;
  readonly #workspace: WorkspaceContext;
  readonly #artifacts = new Map<string, Promise<TemplateArtifact | undefined>>();
  readonly #failedAt = new Map<string, number>();
  readonly #listener: { dispose(): void };

  constructor(catalog: Catalog, workspace: WorkspaceContext, referenceCache: ReferenceCache) {
    this.#catalog = catalog;
    this.#workspace = workspace;
    this.#listener = referenceCache.onDidChange.event(({ siteApi, artifactId }) => {
      const isAffected = (key: string): boolean =>
        artifactId === undefined ? key.startsWith(`${siteApi} `) : key === `${siteApi} ${artifactId}`;
      for (const key of this.#artifacts.keys()) if (isAffected(key)) this.#artifacts.delete(key);
      this.#failedAt.clear();
    });
  }

  /** A mention never closes an artifact, even if the template of the workspace does. */
  async formatMention(root: vscode.Uri, artifactAtSite: ArtifactAtSite): Promise<ReferenceLine> {
    const { mention } = await this.formatForms(root, artifactAtSite);
    return { artifactId: artifactAtSite.artifactId, reference: mention };
  }

  async formatForms(root: vscode.Uri, artifactAtSite: ArtifactAtSite): Promise<ReferenceVariants> {
    const { template, artifact } = await this.#loadTemplateInput(root, artifactAtSite);
    return createReferenceVariants(template, artifact, this.#workspace.getGrammar(artifactAtSite.site));
  }

  dispose(): void {
    this.#listener.dispose();
  }

  /** Falls back to the default template if the artifact can't be loaded. */
  async #loadTemplateInput(root: vscode.Uri, artifactAtSite: ArtifactAtSite): Promise<TemplateInput> {
    const { template } = readReferenceTemplate(root);
    const bareArtifact = createIdOnlyTemplateArtifact(artifactAtSite.artifactId);
    if (needsOnlyId(template)) return { template, artifact: bareArtifact };
    const artifact = await this.#getArtifact(artifactAtSite);
    return artifact === undefined
      ? { template: getDefaultReferenceTemplate(), artifact: bareArtifact }
      : { template, artifact };
  }

  async #getArtifact({ site, artifactId }: ArtifactAtSite): Promise<TemplateArtifact | undefined> {
    const key = `${site.api} ${artifactId}`;
    const failedAt = this.#failedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    if (Date.now() - failedAt < retryDelayMs) return undefined;
    const promise = this.#artifacts.get(key) ?? this.#loadArtifact(key, { site, artifactId });
    this.#artifacts.set(key, promise);
    return promise;
  }

  async #loadArtifact(
    key: string,
    { site, artifactId }: ArtifactAtSite,
  ): Promise<TemplateArtifact | undefined> {
    try {
      return await loadArtifactForTemplate(this.#catalog.getSite(site), artifactId, {});
    } catch (failure) {
      this.#artifacts.delete(key);
      if (!isFailure(failure)) throw failure;
      this.#failedAt.set(key, Date.now());
      return undefined;
    }
  }
}
