import type { PageTexts } from "../../../../src/protocol/pageTexts.ts";
import { withPlainWords } from "../../fixtures/plainWords.ts";

let texts: Promise<PageTexts> | undefined;

/** The texts of the extension as they are without a translation, in plain Node. */
export function englishTexts(): Promise<PageTexts> {
  texts ??= withPlainWords(async () =>
    (await import("../../../../src/features/form/pageTexts.ts")).pageTexts(),
  );
  return texts;
}
