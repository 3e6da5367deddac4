import type { TableTexts } from "../../../../src/protocol/tableTexts.ts";
import { withPlainWords } from "../../fixtures/plainWords.ts";

let texts: Promise<TableTexts> | undefined;

/** The texts of the table as they are without a translation, in plain Node. */
export function englishTableTexts(): Promise<TableTexts> {
  texts ??= withPlainWords(async () =>
    (await import("../../../../src/features/table/tableTexts.ts")).tableTexts(),
  );
  return texts;
}
