import type { TableTexts } from "../../../../src/protocol/tableTexts.ts";
import { withVscodeStub } from "../../fixtures/vscodeStub.ts";

let texts: Promise<TableTexts> | undefined;

/** Loads the untranslated texts of the table page, in plain Node. */
export function loadEnglishTableTexts(): Promise<TableTexts> {
  texts ??= withVscodeStub(async () =>
    (await import("../../../../src/features/table/tableTexts.ts")).getTableTexts(),
  );
  return texts;
}
