import type { TableTexts } from "../../../../src/protocol/tableTexts.ts";
import { withVscodeStub } from "../../fixtures/vscodeStub.ts";

/** Loads the untranslated texts of the page, in plain Node. */
export function loadEnglishTableTexts(view: "table" | "board"): Promise<TableTexts> {
  return withVscodeStub(async () =>
    (await import("../../../../src/features/table/tableTexts.ts")).getTableTexts(view),
  );
}
