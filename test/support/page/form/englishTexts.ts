import type { FormTexts } from "../../../../src/protocol/formTexts.ts";
import { withVscodeStub } from "../../fixtures/vscodeStub.ts";

let texts: Promise<FormTexts> | undefined;

/** Loads the untranslated texts of the form page, in plain Node. */
export function loadEnglishTexts(): Promise<FormTexts> {
  texts ??= withVscodeStub(async () =>
    (await import("../../../../src/features/form/formTexts.ts")).getFormTexts(),
  );
  return texts;
}
