// What a form starts from, read from the server.
import type { Artifact } from "../model/artifact.ts";
import { formOf, newForm } from "../model/form/build.ts";
import type { ArtifactSubject } from "../model/subject.ts";
import type { Field, Tracker } from "../model/tracker.ts";
import type { SiteCatalog } from "./catalog.ts";
import type { ReadOptions } from "./formBackend.ts";
import type { Base } from "./keptDraft.ts";

/** A field as far as its value alone tells of it. */
function sketchedField(id: number, label: string, type: string): Field {
  return {
    kind: "field",
    id,
    name: "",
    label,
    description: undefined,
    type,
    isRequired: false,
    permissions: new Set(["read", "update"]),
    binding: undefined,
    choices: undefined,
    withTime: false,
    maxLength: undefined,
    maxUploadBytes: undefined,
    linkTypes: [],
    isHidden: false,
    staticText: undefined,
    isRestrictedByDefault: false,
    defaultValue: undefined,
  };
}

/** For an artifact of a tracker that nothing is known of: what can be told by its values. */
function sketchedTracker({ values, tracker: { id = 0, label = "" } }: Artifact): Tracker {
  return {
    kind: "tracker",
    id,
    uri: `trackers/${id}`,
    label,
    color: undefined,
    artifactsUri: `trackers/${id}/artifacts`,
    itemName: undefined,
    description: undefined,
    fields: values.flatMap((each) =>
      each.kind === "entry" ? [sketchedField(each.fieldId, each.label, each.type)] : [],
    ),
    brokenFields: [],
    structure: [],
    semantics: {
      titleFieldId: undefined,
      descriptionFieldId: undefined,
      assigneeFieldId: undefined,
      status: undefined,
    },
    workflow: undefined,
    isAdministrator: undefined,
  };
}

export async function trackerOf(
  catalog: SiteCatalog,
  artifact: Artifact,
  { trackerId, how }: Pick<ReadOptions, "trackerId" | "how">,
): Promise<Tracker> {
  if (artifact.structure !== undefined) return catalog.know(artifact.structure);
  const id = artifact.tracker.id ?? trackerId ?? catalog.trackerHolding(artifact.id);
  if (id === undefined) return sketchedTracker(artifact);
  return trackerBy(catalog, id, how);
}

function trackerBy(catalog: SiteCatalog, trackerId: number, how: ReadOptions["how"]): Promise<Tracker> {
  if (how === "lastSeen") return catalog.shownTracker(trackerId);
  if (how === "fresh") catalog.forgetTracker(trackerId);
  return catalog.tracker(trackerId);
}

async function readArtifactBase(
  catalog: SiteCatalog,
  artifactId: number,
  options: ReadOptions,
): Promise<Base> {
  const { client } = await (options.how === "lastSeen" ? catalog.showing() : catalog.connection());
  const artifact = await client.artifactWithStructure(artifactId, options.signal);
  return baseOf(artifact, await trackerOf(catalog, artifact, options));
}

/** An artifact over the structure of its tracker, or its own. */
export function baseOf(artifact: Artifact, tracker: Tracker): Base {
  return {
    // Comments and history come together: where there is none, none can be written.
    form: { ...formOf(tracker, artifact.values), takesComment: artifact.changesetsUri !== undefined },
    revision: artifact.revision,
    title: artifact.title,
    itemName: tracker.itemName,
    tracker: {
      id: tracker.id === 0 ? undefined : tracker.id,
      label: tracker.label === "" ? undefined : tracker.label,
    },
    color: tracker.color,
    page: artifact.page,
    submittedBy: artifact.submittedBy?.label,
    submittedOn: artifact.submittedOn,
    modifiedOn: artifact.modifiedOn,
    changesetsUri: artifact.changesetsUri,
    asOf: artifact.asOf ?? tracker.asOf,
  };
}

async function readNewBase(catalog: SiteCatalog, trackerId: number, how: ReadOptions["how"]): Promise<Base> {
  const tracker = await trackerBy(catalog, trackerId, how);
  return {
    form: newForm(tracker),
    revision: undefined,
    title: undefined,
    itemName: tracker.itemName,
    tracker: { id: tracker.id, label: tracker.label },
    color: tracker.color,
    page: undefined,
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
    changesetsUri: undefined,
    asOf: tracker.asOf,
  };
}

export function readBase(
  catalog: SiteCatalog,
  subject: ArtifactSubject,
  options: ReadOptions,
): Promise<Base> {
  return subject.kind === "new"
    ? readNewBase(catalog, subject.trackerId, options.how)
    : readArtifactBase(catalog, subject.artifactId, options);
}
