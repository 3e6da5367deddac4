import { createGetReproduction, addQuery, createReproduction, xmlHeaders } from "../reproduction.ts";
import type { Reproduction, ReproductionContext, Requester } from "../reproduction.ts";
import type { SimulatorData } from "../simulatorData.ts";

const anonymousAllowed = { anonymous: "allowed" } as const;

function getStoryPath({ stories: { getArtifactId } }: SimulatorData): string {
  return `/artifacts/${getArtifactId(0)}`;
}

function createStoryRead(
  recording: string,
  requester: Requester = "admin",
  headers: Readonly<Record<string, string>> = {},
): Reproduction {
  return createGetReproduction(recording, requester, getStoryPath, { headers });
}

function getEquipmentPath({ equipment: { getArtifactId } }: SimulatorData): string {
  return `/artifacts/${getArtifactId(0)}`;
}

/** All user fields have a value; the product returns an unusual shape for none. */
function setUserFields({ sendFirst, data, simulator }: ReproductionContext): Promise<unknown> {
  const fields = ["keeper", "buyer", "watchers", "trained"].map((name) => data.equipment.getFieldId(name));
  const bind_value_ids = [simulator.accounts.member.id];
  const body = { values: fields.map((field_id) => ({ field_id, bind_value_ids })) };
  return sendFirst({ method: "PUT", path: getEquipmentPath(data), body });
}

function createChange(change: (data: SimulatorData) => object) {
  return ({ sendFirst, data }: ReproductionContext): Promise<unknown> =>
    sendFirst({ method: "PUT", path: getStoryPath(data), body: { values: [change(data)] } });
}

const changeTitle = createChange(({ stories: { getFieldId } }) => ({
  field_id: getFieldId("i_want_to"),
  value: "Trim the wick",
}));
const addLinks = createChange(({ stories: { getFieldId }, tasks: { getArtifactId } }) => ({
  field_id: getFieldId("tasks"),
  links: [{ id: getArtifactId(0) }, { id: getArtifactId(1), type: "_is_child" }],
}));

export const artifactReadRows: readonly Reproduction[] = [
  createStoryRead("077-artifact-get"),
  createGetReproduction("078-artifact-get-all", "admin", (data) => `${getStoryPath(data)}?values_format=all`),
  createGetReproduction(
    "079-artifact-get-by-field",
    "admin",
    (data) => `${getStoryPath(data)}?values_format=by_field`,
  ),
  createGetReproduction(
    "080-artifact-get-complete-tracker",
    "admin",
    (data) => `${getStoryPath(data)}?tracker_structure_format=complete`,
  ),
  createStoryRead("081-artifact-get-xml", "admin", xmlHeaders),
  createGetReproduction(
    "082-artifact-get-bad-values-format",
    "admin",
    (data) => `${getStoryPath(data)}?values_format=foo`,
  ),
  createGetReproduction("083-artifact-get-404", "admin", "/artifacts/9999999"),
  createGetReproduction("084-artifact-get-bad-id", "admin", "/artifacts/abc"),
  createGetReproduction(
    "085-artifact-get-403",
    "member",
    ({ tests: { getArtifactId } }) => `/artifacts/${getArtifactId(0)}`,
  ),
  createStoryRead("086-artifact-get-anon", "anonymous"),
  createReproduction("087-artifact-options", "admin", "OPTIONS", getStoryPath),
  createReproduction("088-artifact-head", "admin", "HEAD", getStoryPath),
  createGetReproduction("089-artifacts-batch", "admin", ({ stories: { getArtifactId } }) =>
    addQuery("/artifacts", { id: [getArtifactId(0), getArtifactId(1), 9_999_999] }),
  ),
  createGetReproduction("090-artifacts-batch-bad", "admin", addQuery("/artifacts", { id: "x" })),
  createGetReproduction(
    "091-artifacts-batch-too-many",
    "admin",
    addQuery("/artifacts", { id: Array.from({ length: 102 }, (_, index) => index + 1) }),
  ),
  createGetReproduction("092-artifacts-no-query", "admin", "/artifacts"),
  createStoryRead("097-put-before-get"),
  createGetReproduction("101-get-after-put", "admin", getStoryPath, { before: changeTitle }),
  createGetReproduction("103-get-after-put-2", "admin", getStoryPath, { before: changeTitle }),
  createGetReproduction("131-get-after-links", "admin", getStoryPath, { before: addLinks }),
  createStoryRead("141-artifact-get-gzip", "admin", { "Accept-Encoding": "gzip" }),
  createStoryRead("143-conditional-get-if-none-match", "admin", { "If-None-Match": "1" }),
  createGetReproduction("144-conditional-get-if-none-match-same", "admin", getStoryPath, {
    headers: ({ stories: { getEtag } }) => ({ "If-None-Match": getEtag(0) }),
  }),
  createGetReproduction("145-conditional-get-if-modified-since", "admin", getStoryPath, {
    headers: ({ stories: { getLastModified } }) => ({ "If-Modified-Since": getLastModified(0) }),
  }),
  createGetReproduction(
    "165-artifact-all-fields",
    "admin",
    (data) => `${getEquipmentPath(data)}?values_format=all`,
    {
      before: setUserFields,
    },
  ),
  createGetReproduction(
    "166-artifact-all-fields-xml",
    "admin",
    (data) => `${getEquipmentPath(data)}?values_format=all`,
    {
      headers: xmlHeaders,
      before: setUserFields,
    },
  ),
  createGetReproduction("183-artifact-all-fields-after", "admin", getEquipmentPath, {
    before: setUserFields,
  }),
  createGetReproduction(
    "189-workflow-tracker51-after",
    "admin",
    ({ requests: { getArtifactId } }) => `/artifacts/${getArtifactId(0)}`,
  ),
  // An anonymous user is forbidden, not asked to sign in, if other resources are public.
  createGetReproduction("248-anon-mode-private-artifact", "anonymous", getStoryPath, {
    options: anonymousAllowed,
  }),
  createStoryRead("277-get-after-refused-delete"),
  createGetReproduction("314-delete-get-after", "admin", getStoryPath, {
    before: ({ sendFirst, data }) => sendFirst({ method: "DELETE", path: getStoryPath(data) }),
  }),
  createGetReproduction("329-accept-language-fr", "admin", "/artifacts/9999999", {
    headers: { "Accept-Language": "fr-FR,fr" },
  }),
  createGetReproduction("333-error-xml", "admin", "/artifacts/9999999", { headers: xmlHeaders }),
  createStoryRead("334-error-xml-401", "anonymous", xmlHeaders),
  createGetReproduction(
    "378-hidden-artifact-get-T5",
    "outsider",
    ({ equipment: { getArtifactId } }) => `/artifacts/${getArtifactId(3)}`,
  ),
  createGetReproduction("380-hidden-in-batch-T5", "outsider", ({ equipment: { getArtifactId } }) =>
    addQuery("/artifacts", { id: [getArtifactId(3), getArtifactId(0)] }),
  ),
  createGetReproduction("398-post-get-id-overflow", "admin", "/artifacts/99999999999999999999"),
  createGetReproduction("399-artifact-id-zero", "admin", "/artifacts/0"),
  createGetReproduction("400-artifact-id-negative", "admin", "/artifacts/-1"),
  createGetReproduction(
    "433-links-after",
    "admin",
    ({ epics: { getArtifactId } }) => `/artifacts/${getArtifactId(0)}`,
  ),
  createGetReproduction("612-artifacts-by-ids", "admin", ({ stories: { getArtifactId } }) =>
    addQuery("/artifacts?limit=10", { id: [2, 0, 1].map(getArtifactId) }),
  ),
];
