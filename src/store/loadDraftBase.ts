// Loads the base of a form from the server.
import type { Artifact } from "../model/artifact.ts";
import { isFailure } from "../model/failure.ts";
import { createControl } from "../model/fields/hostRegistry.ts";
import { createForm, createNewForm } from "../model/form/createForm.ts";
import type { ArtifactFormSubject } from "../model/form/formSubject.ts";
import type { Field, Tracker } from "../model/tracker.ts";
import type { SiteCatalog } from "./catalog.ts";
import type { LoadBaseOptions } from "./formBackend.ts";
import type { DraftBase } from "./storedDraft.ts";

/** A field described by its value only. */
function createPlaceholderField(id: number, label: string, type: string): Field {
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

/** For an artifact of an unknown tracker: fields are derived from its values. */
function createPlaceholderTracker({ values, tracker: { id = 0, label = "" } }: Artifact): Tracker {
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
      each.kind === "entry" ? [createPlaceholderField(each.fieldId, each.label, each.type)] : [],
    ),
    unreadableFieldIds: [],
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

export async function loadTrackerOrPlaceholder(
  catalog: SiteCatalog,
  artifact: Artifact,
  { trackerId, source }: Pick<LoadBaseOptions, "trackerId" | "source">,
): Promise<Tracker> {
  if (artifact.structure !== undefined) return catalog.rememberTracker(artifact.structure);
  const id = artifact.tracker.id ?? trackerId ?? catalog.findTrackerOfArtifact(artifact.id);
  if (id === undefined) return createPlaceholderTracker(artifact);
  return loadTrackerById(catalog, id, source);
}

function loadTrackerById(
  catalog: SiteCatalog,
  trackerId: number,
  source: LoadBaseOptions["source"],
): Promise<Tracker> {
  if (source === "offlineCache") return catalog.loadTrackerOrCached(trackerId);
  if (source === "fresh") catalog.invalidateTracker(trackerId);
  return catalog.loadTracker(trackerId);
}

async function loadArtifactBase(
  catalog: SiteCatalog,
  artifactId: number,
  options: LoadBaseOptions,
): Promise<DraftBase> {
  const source = options.source === "offlineCache" ? "offlineCache" : "server";
  const artifact = await catalog.loadArtifact(artifactId, { source, signal: options.signal });
  return toDraftBase(artifact, await loadTrackerOrPlaceholder(catalog, artifact, options));
}

/** Combines an artifact with its tracker's structure. */
export function toDraftBase(artifact: Artifact, tracker: Tracker): DraftBase {
  return {
    // Comments are part of the history: without one, none can be added.
    form: { ...createForm(tracker, artifact.values), takesComment: artifact.changesetsUri !== undefined },
    revision: artifact.version,
    isVersionFinal: artifact.isVersionFinal,
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

/**
 * Fields with a limit have a route for uploads; other servers are asked. If that fails, the upload reports it. A form that
 * has offered uploads keeps them, because its draft may have files.
 */
async function canUpload(
  catalog: SiteCatalog,
  { fields, asOf }: Tracker,
  older: DraftBase | undefined,
): Promise<boolean> {
  const field = fields.find((each) => createControl(each).kind === "files" && each.permissions.has("create"));
  const hasOffered = older?.form.fields.some(({ control }) => control.kind === "newFiles") === true;
  const isKnown = field?.maxUploadBytes !== undefined || asOf !== undefined || hasOffered;
  if (field === undefined || isKnown) return true;
  try {
    return await catalog.supportsUploads(field.id);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return true;
  }
}

async function loadNewBase(
  catalog: SiteCatalog,
  trackerId: number,
  { source, older, acceptsFiles = true }: LoadBaseOptions,
): Promise<DraftBase> {
  const tracker = await loadTrackerById(catalog, trackerId, source);
  return {
    form: createNewForm(tracker, !acceptsFiles || (await canUpload(catalog, tracker, older))),
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

export function loadDraftBase(
  catalog: SiteCatalog,
  subject: ArtifactFormSubject,
  options: LoadBaseOptions,
): Promise<DraftBase> {
  return subject.kind === "new"
    ? loadNewBase(catalog, subject.trackerId, options)
    : loadArtifactBase(catalog, subject.artifactId, options);
}
