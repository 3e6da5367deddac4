import { get, queried, row, xml } from "../row.ts";
import type { Row, Stage, Who } from "../row.ts";
import type { Known } from "../known.ts";

const open = { anonymous: "allowed" } as const;

function story({ stories: { artifact } }: Known): string {
  return `/artifacts/${artifact(0)}`;
}

function read(recording: string, who: Who = "admin", headers: Readonly<Record<string, string>> = {}): Row {
  return get(recording, who, story, { headers });
}

function sheet({ equipment: { artifact } }: Known): string {
  return `/artifacts/${artifact(0)}`;
}

/** Somebody was chosen wherever people can be; for nobody the product has an odd form of its own. */
function withPeople({ first, known, simulator }: Stage): Promise<unknown> {
  const fields = ["keeper", "buyer", "watchers", "trained"].map((name) => known.equipment.field(name));
  const bind_value_ids = [simulator.accounts.member.id];
  const body = { values: fields.map((field_id) => ({ field_id, bind_value_ids })) };
  return first({ method: "PUT", path: sheet(known), body });
}

function changed(change: (known: Known) => object) {
  return ({ first, known }: Stage): Promise<unknown> =>
    first({ method: "PUT", path: story(known), body: { values: [change(known)] } });
}

const renamed = changed(({ stories: { field } }) => ({
  field_id: field("i_want_to"),
  value: "Trim the wick",
}));
const linked = changed(({ stories: { field }, tasks: { artifact } }) => ({
  field_id: field("tasks"),
  links: [{ id: artifact(0) }, { id: artifact(1), type: "_is_child" }],
}));

export const artifactRows: readonly Row[] = [
  read("077-artifact-get"),
  get("078-artifact-get-all", "admin", (known) => `${story(known)}?values_format=all`),
  get("079-artifact-get-by-field", "admin", (known) => `${story(known)}?values_format=by_field`),
  get(
    "080-artifact-get-complete-tracker",
    "admin",
    (known) => `${story(known)}?tracker_structure_format=complete`,
  ),
  read("081-artifact-get-xml", "admin", xml),
  get("082-artifact-get-bad-values-format", "admin", (known) => `${story(known)}?values_format=foo`),
  get("083-artifact-get-404", "admin", "/artifacts/9999999"),
  get("084-artifact-get-bad-id", "admin", "/artifacts/abc"),
  get("085-artifact-get-403", "member", ({ tests: { artifact } }) => `/artifacts/${artifact(0)}`),
  read("086-artifact-get-anon", "nobody"),
  row("087-artifact-options", "admin", "OPTIONS", story),
  row("088-artifact-head", "admin", "HEAD", story),
  get("089-artifacts-batch", "admin", ({ stories: { artifact } }) =>
    queried("/artifacts", { id: [artifact(0), artifact(1), 9_999_999] }),
  ),
  get("090-artifacts-batch-bad", "admin", queried("/artifacts", { id: "x" })),
  get(
    "091-artifacts-batch-too-many",
    "admin",
    queried("/artifacts", { id: Array.from({ length: 102 }, (_, index) => index + 1) }),
  ),
  get("092-artifacts-no-query", "admin", "/artifacts"),
  read("097-put-before-get"),
  get("101-get-after-put", "admin", story, { before: renamed }),
  get("103-get-after-put-2", "admin", story, { before: renamed }),
  get("131-get-after-links", "admin", story, { before: linked }),
  read("141-artifact-get-gzip", "admin", { "Accept-Encoding": "gzip" }),
  read("143-conditional-get-if-none-match", "admin", { "If-None-Match": "1" }),
  get("144-conditional-get-if-none-match-same", "admin", story, {
    headers: ({ stories: { tag } }) => ({ "If-None-Match": tag(0) }),
  }),
  get("145-conditional-get-if-modified-since", "admin", story, {
    headers: ({ stories: { date } }) => ({ "If-Modified-Since": date(0) }),
  }),
  get("165-artifact-all-fields", "admin", (known) => `${sheet(known)}?values_format=all`, {
    before: withPeople,
  }),
  get("166-artifact-all-fields-xml", "admin", (known) => `${sheet(known)}?values_format=all`, {
    headers: xml,
    before: withPeople,
  }),
  get("183-artifact-all-fields-after", "admin", sheet, { before: withPeople }),
  get("189-workflow-tracker51-after", "admin", ({ requests: { artifact } }) => `/artifacts/${artifact(0)}`),
  // A stranger to the platform is refused, not asked to sign in, where strangers may read other things.
  get("248-anon-mode-private-artifact", "nobody", story, { options: open }),
  read("277-get-after-refused-delete"),
  get("314-delete-get-after", "admin", story, {
    before: ({ first, known }) => first({ method: "DELETE", path: story(known) }),
  }),
  get("329-accept-language-fr", "admin", "/artifacts/9999999", {
    headers: { "Accept-Language": "fr-FR,fr" },
  }),
  get("333-error-xml", "admin", "/artifacts/9999999", { headers: xml }),
  read("334-error-xml-401", "nobody", xml),
  get("378-hidden-artifact-get-T5", "outsider", ({ equipment: { artifact } }) => `/artifacts/${artifact(3)}`),
  get("380-hidden-in-batch-T5", "outsider", ({ equipment: { artifact } }) =>
    queried("/artifacts", { id: [artifact(3), artifact(0)] }),
  ),
  get("398-post-get-id-overflow", "admin", "/artifacts/99999999999999999999"),
  get("399-artifact-id-zero", "admin", "/artifacts/0"),
  get("400-artifact-id-negative", "admin", "/artifacts/-1"),
  get("433-links-after", "admin", ({ epics: { artifact } }) => `/artifacts/${artifact(0)}`),
];
