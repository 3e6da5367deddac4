import type { InboxArtifact } from "../../model/inbox.ts";
import { Emitter } from "../emitter.ts";

export function getArtifactKey({ siteApi, artifactId }: InboxArtifact): string {
  return `${siteApi} ${artifactId}`;
}

/** The followed artifacts of the signed-in accounts, for menus. Empty until the inbox is loaded. */
export class FollowedArtifacts {
  readonly onDidChange = new Emitter<void>();
  #keys: ReadonlySet<string> = new Set();

  has(artifact: InboxArtifact): boolean {
    return this.#keys.has(getArtifactKey(artifact));
  }

  replace(artifacts: readonly InboxArtifact[]): void {
    const keys = new Set(artifacts.map(getArtifactKey));
    const isSame = keys.size === this.#keys.size && artifacts.every((artifact) => this.has(artifact));
    this.#keys = keys;
    if (!isSame) this.onDidChange.fire();
  }
}
