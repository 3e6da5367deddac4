// From the form of a Subversion repository back to its settings. What the form does not know goes back as it was read.
import { type Draft, inputIn } from "./form/draft.ts";
import type { Form } from "./form/form.ts";
import type { Input } from "./form/input.ts";
import { chosenIn } from "./form/offered.ts";
import type { SvnSettings } from "./svn.ts";
import { type SvnField, svnFields, type SvnGround } from "./svnForm.ts";
import type { Notified } from "./value.ts";

/** What the form does not know, as it was last read: servers may have stopped telling since. */
export function keptIn(ground: SvnGround | undefined): SvnSettings | undefined {
  return ground?.settings ?? ground?.earlier;
}

/** What is sent: what stands in the form, and beside it what `kept` has and the form does not. */
export function settingsIn(form: Form, draft: Draft, kept: SvnSettings | undefined): SvnSettings {
  const input = (key: SvnField): Input | undefined => inputIn(form, draft, svnFields[key]);
  const isChosen = (key: SvnField): boolean => chosenIn(input(key))[0]?.id === "yes";
  const texts = (key: SvnField): readonly string[] => textsOf(input(key));
  const [accessFile, told] = [input("accessFile"), input("notifications")];
  const othersOf = ({ path, readAs = path }: Notified): SvnSettings["others"] =>
    kept?.notifications.find((each) => each.path === readAs)?.others ?? {};
  const hasPermissions = input("hasDefaultPermissions") !== undefined;
  return {
    commitRules: {
      isReferenceMandatory: isChosen("isReferenceMandatory"),
      isMessageChangeAllowed: isChosen("isMessageChangeAllowed"),
    },
    immutableTags: { paths: texts("immutablePaths"), allowed: texts("allowedPaths") },
    accessFile: accessFile?.kind === "text" ? accessFile.source : "",
    notifications: (told?.kind === "notifications" ? told.rows : []).map((row) => {
      const { path, emails, users, groups } = row;
      return { path, emails, users, groups, others: othersOf(row) };
    }),
    hasDefaultPermissions: hasPermissions ? isChosen("hasDefaultPermissions") : kept?.hasDefaultPermissions,
    others: kept?.others ?? {},
  };
}

function textsOf(input: Input | undefined): readonly string[] {
  return input?.kind === "openList" ? input.entries.map(({ label }) => label) : [];
}

/** What something new is to be called, and the folders that it begins with. */
export function beginningIn(
  form: Form,
  draft: Draft,
): { readonly name: string; readonly layout: readonly string[] } {
  const name = inputIn(form, draft, svnFields.name);
  return {
    name: name?.kind === "line" ? name.text : "",
    layout: textsOf(inputIn(form, draft, svnFields.layout)),
  };
}

/** Where nothing can be read, the form goes on from what stood there: what was given last, if anything was. */
export function withBasesOf(form: Form, older: Form): Form {
  const bases = new Map(older.fields.map(({ id, base }) => [id, base]));
  return {
    ...form,
    fields: form.fields.map((field) => ({ ...field, base: bases.get(field.id) ?? field.base })),
  };
}
