import type { TestRepository } from "../../unit/store/commits/gitFixture.ts";

/** Commits with a message that starts with the text and mentions artifact 12; removes what git rejects. */
export function commitWithMessage(repository: TestRepository, text: string): void {
  const options = ["--cleanup=verbatim", "--allow-empty", "--quiet", "--file=-"];
  const input = `${text.replaceAll("\0", "").replace(/^\s+/, "")}\n\nart #12\n`;
  repository.runGit(["commit", ...options], { input });
}
