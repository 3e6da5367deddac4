import type { TestRepository } from "../../unit/store/commits/gitStage.ts";

/** A commit about artifact 12 whose message begins with any text; what git does not take is left out of it. */
export function commitAs(repository: TestRepository, text: string): void {
  const verbatim = ["--cleanup=verbatim", "--allow-empty", "--quiet", "--file=-"];
  const input = `${text.replaceAll("\0", "").replace(/^\s+/, "")}\n\nart #12\n`;
  repository.git(["commit", ...verbatim], { input });
}
