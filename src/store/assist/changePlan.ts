// Changes requested by assistants. A plan is created first and confirmed by the user, then sent unchanged, for exactly
// the version it was created for.
import type { ArtifactRow } from "../../model/artifact.ts";
import {
  type ChangedFormField,
  findChangedFormFields,
  type ProposedFieldChange,
  type ChangeProposalResult,
  createChangeProposal,
  findUserNamesToSearch,
  type UsersBySearchText,
} from "../../model/assist/changeProposal.ts";
import type {
  CreateToolInput,
  ToolFieldInput,
  ToolRequestProblem,
  UpdateToolInput,
} from "../../model/assist/toolInput.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import type { Draft } from "../../model/form/draft.ts";
import { findField, type Form } from "../../model/form/form.ts";
import { isSameVersionByTime, getEarliestReliableLoadTime } from "../../model/artifactVersion.ts";
import type { ArtifactFormSubject } from "../../model/form/formSubject.ts";
import { type User, minUserQueryLength } from "../../model/user.ts";
import { ArtifactHistory, loadHistoryLength } from "../artifactHistory.ts";
import type { DraftBase } from "../storedDraft.ts";
import { loadDraftBase } from "../loadDraftBase.ts";
import { type SaveOutcome } from "../formBackend.ts";
import { saveArtifact, toSavedChange } from "../artifactFormBackend.ts";
import type { ArtifactLoader } from "../triage/artifactLoader.ts";
import type { ArtifactSnapshot } from "./artifactSnapshots.ts";

export interface ChangePlan {
  readonly kind: "plan";
  readonly loader: ArtifactLoader;
  readonly subject: ArtifactFormSubject;
  readonly base: DraftBase;
  readonly draft: Draft;
  readonly changes: readonly ProposedFieldChange[];
}

export type ChangePlanResult =
  | ChangePlan
  | { readonly kind: "problem"; readonly problem: ToolRequestProblem }
  /** Changed since it was loaded. `changed` is empty if only comments were added. */
  | { readonly kind: "stale"; readonly changed: readonly ChangedFormField[] }
  /** The server reports no version, so it can't reject a stale change. */
  | { readonly kind: "noVersion" };

export type ChangePlanOutcome =
  | { readonly kind: "done"; readonly artifactId: number }
  | { readonly kind: "stale"; readonly changed: readonly ChangedFormField[] }
  | { readonly kind: "rejected"; readonly failure: Failure; readonly field: string | undefined }
  /** The response was lost, and checking the server didn't tell whether the change was applied. */
  | { readonly kind: "unknown"; readonly candidates: readonly ArtifactRow[] }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly failure: Failure };

async function searchUsers(
  loader: ArtifactLoader,
  name: string,
  signal: AbortSignal,
): Promise<readonly User[] | undefined> {
  if (name.trim().length < minUserQueryLength) return undefined;
  const { client } = await loader.connect();
  try {
    // Tool responses show "Real Name (user)"; the server finds users by real name.
    return await client.findUsers(name.replace(/\s*\([^()]*\)$/, ""), signal);
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "notFound") throw failure;
    return undefined;
  }
}

async function findNamedUsers(
  loader: ArtifactLoader,
  form: Form,
  fields: readonly ToolFieldInput[],
  signal: AbortSignal,
): Promise<UsersBySearchText> {
  const usersByName = new Map<string, readonly User[] | undefined>();
  for (const name of findUserNamesToSearch(form, fields)) {
    usersByName.set(name, await searchUsers(loader, name, signal));
  }
  return usersByName;
}

function createPlan(
  proposal: ChangeProposalResult,
  target: Pick<ChangePlan, "loader" | "subject" | "base">,
): Exclude<ChangePlanResult, { kind: "stale" | "noVersion" }> {
  if (proposal.kind === "problem") return proposal;
  const { draft, changes } = proposal;
  return { kind: "plan", ...target, draft, changes };
}

/**
 * Loads the artifact again once its version can't hide another change. The plan is for that version, so the server
 * rejects it after any later change.
 */
export async function planUpdate(
  { loader, loaded: snapshot }: ArtifactSnapshot,
  { fields, comment }: UpdateToolInput,
  signal: AbortSignal,
): Promise<ChangePlanResult> {
  const { clock } = loader.options;
  const { revision } = snapshot.base;
  if (revision === undefined) return { kind: "noVersion" };
  const waitMs = getEarliestReliableLoadTime(revision, snapshot.receivedAt) - clock.now();
  if (waitMs > 0) await clock.pause(waitMs, signal);
  signal.throwIfAborted();
  const identity = { row: snapshot.artifact, trackerId: snapshot.base.tracker.id };
  const { base } = await loader.load(identity, signal);
  const changed = findChangedFormFields(snapshot.base.form, base.form);
  if (changed.length > 0 || isSameVersionByTime(revision, base.revision) !== true) {
    return { kind: "stale", changed };
  }
  const people = await findNamedUsers(loader, base.form, fields, signal);
  const proposal = createChangeProposal(base.form, { fields, comment }, people);
  return createPlan(proposal, { loader, subject: await loader.toSubject(identity), base });
}

/** Creation uses the tracker's current fields. */
export async function planCreation(
  loader: ArtifactLoader,
  { tracker: trackerId, fields }: CreateToolInput,
  signal: AbortSignal,
): Promise<ChangePlanResult> {
  const { site, catalog } = loader.options;
  const { account } = await loader.connect();
  const subject = {
    kind: "new",
    siteApi: site.api,
    accountId: account?.id,
    trackerId,
    key: "assist",
  } as const;
  const options = { trackerId, source: "fresh", acceptsFiles: false, signal } as const;
  const base = await loadDraftBase(catalog.getSite(site), subject, options);
  const people = await findNamedUsers(loader, base.form, fields, signal);
  return createPlan(createChangeProposal(base.form, { fields, comment: undefined }, people), {
    loader,
    subject,
    base,
  });
}

/** Reports what changed meanwhile. */
async function toStaleOutcome(
  { loader, subject, base }: ChangePlan,
  signal: AbortSignal,
): Promise<ChangePlanOutcome> {
  if (subject.kind === "new") return { kind: "stale", changed: [] };
  const identity = { row: { id: subject.artifactId }, trackerId: base.tracker.id };
  const loadResult = await loader.tryLoad(identity, signal);
  return {
    kind: "stale",
    changed:
      loadResult.kind === "loaded" ? findChangedFormFields(base.form, loadResult.loaded.base.form) : [],
  };
}

async function toPlanOutcome(
  plan: ChangePlan,
  outcome: SaveOutcome,
  signal: AbortSignal,
): Promise<ChangePlanOutcome> {
  switch (outcome.kind) {
    case "saved":
      return { kind: "done", artifactId: outcome.id };
    case "conflict":
    case "noVersion":
      return toStaleOutcome(plan, signal);
    case "rejected": {
      const field = outcome.fieldId === undefined ? undefined : findField(plan.base.form, outcome.fieldId);
      return { kind: "rejected", failure: outcome.failure, field: field?.label };
    }
    case "unknown":
    case "gone":
    case "failed":
      return outcome;
  }
}

/** The artifact that was changed, or may have been. */
function getWrittenArtifactId({ subject }: ChangePlan, outcome: SaveOutcome): number | undefined {
  if (outcome.kind === "saved") return outcome.id;
  return outcome.kind === "unknown" && subject.kind === "artifact" ? subject.artifactId : undefined;
}

/** Sends a plan once. It can't be canceled: a request that was sent may be applied. */
export async function executePlan(plan: ChangePlan): Promise<ChangePlanOutcome> {
  const { loader, subject, base, draft, changes } = plan;
  const { site, catalog } = loader.options;
  const { signal } = new AbortController();
  try {
    const connection = await loader.connect();
    const { changesetsUri } = base;
    const history =
      changesetsUri === undefined
        ? undefined
        : new ArtifactHistory((offset, limit) =>
            connection.client.changesets(changesetsUri, { offset, limit }),
          );
    const request = {
      subject,
      base,
      draft,
      mode: "checked",
      historyLength: await loadHistoryLength(history),
    } as const;
    const outcome = await saveArtifact(connection, request, signal);
    const artifactId = getWrittenArtifactId(plan, outcome);
    if (artifactId !== undefined) {
      const changedTargets = outcome.kind === "saved" ? changes.map(({ target }) => target) : [];
      const fieldIds = changedTargets.filter((target) => target !== "comment");
      catalog.reportWrite(site, artifactId, base.tracker.id, fieldIds);
      const change = outcome.kind === "saved" ? toSavedChange(request, outcome.revision) : undefined;
      if (change !== undefined) catalog.onDidSaveChange.fire(change);
    }
    return await toPlanOutcome(plan, outcome, signal);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", failure };
  }
}
