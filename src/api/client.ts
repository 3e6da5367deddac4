// The REST client: data plus one function per thing a server can be asked. Free of VS Code.
import type { ArtifactRow } from "../model/artifact.ts";
import type { BegunUpload, NewFile, UploadOutcome } from "../model/attachment.ts";
import type { RateLimit } from "../model/failure.ts";
import type { RawAnswer } from "../model/inspect.ts";
import type { Page } from "../model/page.ts";
import type { Project } from "../model/project.ts";
import type { FieldChange, Revision } from "../model/revision.ts";
import type { KeyExpiry } from "../model/site.ts";
import type { NewSvnRepository, SvnRepository, SvnSettings, SvnSummary } from "../model/svn.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import type { Person } from "../model/user.ts";
import type { Chosen, FileDescription } from "../model/value.ts";
import { findCreated, updateOutcome, type UpdateOutcome } from "./afterDoubt.ts";
import { CriteriaPlace, listArtifacts } from "./artifactLists.ts";
import {
  createArtifact,
  deleteArtifact,
  overwriteArtifact,
  readArtifact,
  type Update,
  updateArtifact,
  type Written,
} from "./artifacts.ts";
import { allPages } from "./collection.ts";
import { type Download, downloadFile, type DownloadOptions, fetchImage, type Image } from "./files.ts";
import type { Credential } from "./network/credential.ts";
import { createHttp, type Http, type Observer } from "./network/http.ts";
import { type AnswerMemory, fromMemory, type ReachKnowledge } from "./network/memory.ts";
import { directly, type ProxySettings } from "./network/proxy.ts";
import { type RetryPolicy, usualRetry, withRetry } from "./network/retry.ts";
import { Slots } from "./network/slots.ts";
import { createTransport, type TransportLimits, usualLimits } from "./network/transport.ts";
import { readRaw } from "./raw.ts";
import { type Cancellable, createReader, type Reader } from "./reader.ts";
import type { UploadSource } from "./sendInPieces.ts";
import {
  type AnonymousAccess,
  checkCredential,
  type CredentialCheck,
  deleteToken,
  probe,
  readVersion,
  requestToken,
  type ServerVersion,
  type TokenAnswer,
  withDiagnosis,
  withRenewal,
} from "./signIn.ts";
import {
  createSvnRepository,
  findSvnRepositories,
  listSvnRepositories,
  readSvnRepository,
  updateSvnSettings,
} from "./svn.ts";
import { abandonUpload, uploadFile, type UploadOptions } from "./uploads.ts";
import { findPeople, listUserGroups, readKeyExpiry } from "./users.ts";

export interface ClientOptions {
  /** Root of the REST API, without a trailing slash. */
  readonly api: string;
  readonly credential: Credential | undefined;
  /** Format of artifacts on the wire. */
  readonly format?: "json" | "xml";
  readonly caFile: string | undefined;
  readonly proxy?: ProxySettings;
  readonly observe: Observer;
  /** Told when a change had to be sent as JSON although the site is set to XML. */
  readonly noteJsonInstead?: (request: string) => void;
  /** Asks for a new token when the old one has run out; undefined if the person turns away. */
  readonly renewToken?: (expired: Credential & { kind: "token" }) => Promise<Credential | undefined>;
  readonly limits?: TransportLimits;
  readonly retry?: RetryPolicy;
  /** What the server said before. */
  readonly memory?: AnswerMemory | undefined;
  /** Where the server is known to be out of reach it isn't asked what is remembered. */
  readonly reach?: ReachKnowledge;
}

export interface Client extends Reader {
  /** The same, from what a server said last where it can't be reached. Nothing is changed on the strength of that. */
  readonly lastSeen: Reader;
  readonly probe: Cancellable<[], AnonymousAccess>;
  readonly version: Cancellable<[], ServerVersion | undefined>;
  readonly checkCredential: Cancellable<[], CredentialCheck>;
  /** When the access key ends that this client was opened with; undefined where the server does not tell. */
  readonly keyExpiry: Cancellable<[], KeyExpiry | undefined>;
  readonly requestToken: Cancellable<[username: string, password: string], TokenAnswer>;
  /** Ends the token that this client was opened with, where the server can. */
  readonly endToken: Cancellable<[], void>;
  /** All artifacts of a tracker, page after page in order, several pages on their way at once. */
  readonly everyArtifact: (
    tracker: TrackerSummary,
    options?: {
      readonly limit?: number;
      readonly atOnce?: number;
      readonly signal?: AbortSignal | undefined;
    },
  ) => AsyncGenerator<Page<ArtifactRow>, void, undefined>;
  /** Whose user name or real name holds the text, which needs three characters. */
  readonly people: Cancellable<[query: string], readonly Person[]>;
  /** Groups of a project's members; undefined where the server does not tell. */
  readonly userGroups: Cancellable<[projectId: number], readonly Chosen[] | undefined>;
  readonly create: Cancellable<[trackerId: number, changes: readonly FieldChange[]], Written>;
  readonly update: Cancellable<[artifactId: number, update: Update, revision: Revision], Written>;
  /** Changes an artifact whatever has become of it meanwhile. */
  readonly overwrite: Cancellable<[artifactId: number, update: Update], Written>;
  /** After an update whose answer was lost: what became of it. */
  readonly outcomeOf: Cancellable<
    [artifactId: number, changes: readonly FieldChange[], before: Revision],
    UpdateOutcome
  >;
  /** After a creation whose answer was lost: the artifacts that may have come of it, newest first. */
  readonly possiblyCreated: Cancellable<
    [tracker: TrackerSummary, accountId: string | undefined, since: number],
    readonly ArtifactRow[]
  >;
  readonly remove: Cancellable<
    [artifactId: number, isAdministrator: boolean | undefined],
    RateLimit | undefined
  >;
  readonly download: (file: FileDescription, options?: DownloadOptions) => Promise<Download>;
  /** Sends a file for a file field. It hangs on no artifact until the field is changed to hold its id. */
  readonly upload: (
    fieldId: number,
    file: NewFile,
    source: UploadSource,
    options?: UploadOptions,
  ) => Promise<UploadOutcome>;
  /** Gives up an upload that no artifact holds, whole or not. */
  readonly abandonUpload: Cancellable<[upload: BegunUpload], void>;
  /** A picture on the site's own pages, by its path or its whole address. */
  readonly image: Cancellable<[path: string], Image>;
  /** What stands at an address of the API, as it is, up to so many bytes. */
  readonly raw: Cancellable<[uri: string, mostBytes: number], RawAnswer>;
  /** The repositories of a project; undefined where the server can't list them. */
  readonly svnRepositories: Cancellable<[project: Project, offset: number], Page<SvnSummary> | undefined>;
  /** Without settings for those who do not administer it; not every server can be asked. */
  readonly svn: Cancellable<[repositoryId: number], SvnRepository>;
  /** Those of a project that are called so; undefined where the server can't list them. */
  readonly svnNamed: Cancellable<[projectId: number, name: string], readonly SvnRepository[] | undefined>;
  readonly createSvn: Cancellable<[projectId: number, repository: NewSvnRepository], SvnRepository>;
  readonly updateSvn: Cancellable<[repositoryId: number, settings: SvnSettings], SvnRepository>;
  /** Ends what is under way and frees the connections. */
  close(): Promise<void>;
}

const alwaysInReach: ReachKnowledge = {
  isKnownOut: () => false,
  isOutNow: () => Promise.resolve(false),
};

export function createClient(options: ClientOptions): Client {
  const { api, caFile, observe, format = "json", noteJsonInstead = () => undefined, renewToken } = options;
  const { proxy = directly, limits = usualLimits, retry = usualRetry } = options;
  const { memory, reach = alwaysInReach } = options;
  let credential = options.credential;
  const transport = createTransport({ api, caFile, proxy, limits });
  const httpWith = (current: () => Credential | undefined): Http =>
    createHttp({ api, credential: current, transport, retry, observe });

  async function renew(): Promise<boolean> {
    const renewed = credential?.kind === "token" ? await renewToken?.(credential) : undefined;
    if (renewed !== undefined) credential = renewed;
    return renewed !== undefined;
  }

  const anonymous = httpWith(() => undefined);
  const diagnosed =
    credential === undefined
      ? anonymous
      : withDiagnosis(
          httpWith(() => credential),
          anonymous,
        );
  const http = credential?.kind === "token" ? withRenewal(diagnosed, () => credential, renew) : diagnosed;
  const routes = { http, format, noteJsonInstead };
  const files = { api, http, transport, credential: () => credential, slots: new Slots(5), observe };
  // A person sees an upload wait, and can call it off: it is worth more patience than a read.
  const policy = { ...retry, attempts: 2 * retry.attempts };
  const uploads = { ...files, policy, claimed: new Set<number>() };
  const criteriaPlace = new CriteriaPlace();
  const tokenUserId = (): number | undefined => {
    const id = credential?.kind === "token" ? Number(credential.userId) : Number.NaN;
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  };
  const reading = { format, criteriaPlace, tokenUserId };

  return {
    ...createReader({ ...reading, http }),
    lastSeen: createReader({
      ...reading,
      http: memory === undefined ? http : fromMemory(http, memory, reach),
    }),
    probe: (signal) => probe(anonymous, signal),
    version: (signal) => readVersion(anonymous, signal),
    checkCredential: (signal) => checkCredential(diagnosed, credential, signal),
    keyExpiry: (signal) => readKeyExpiry(http, signal),
    requestToken: (username, password, signal) => requestToken(anonymous, username, password, signal),
    endToken: async (signal) => {
      if (credential?.kind === "token") await deleteToken(diagnosed, credential, signal);
    },
    everyArtifact: (tracker, { limit = 100, atOnce, signal } = {}) =>
      allPages((offset) => listArtifacts(http, tracker, { offset, limit, signal }), atOnce),
    people: (query, signal) => findPeople(http, query, signal),
    userGroups: (projectId, signal) => listUserGroups(http, projectId, signal),
    create: (trackerId, changes, signal) => createArtifact(routes, trackerId, changes, signal),
    update: (artifactId, update, revision, signal) =>
      updateArtifact(routes, artifactId, update, revision, signal),
    overwrite: (artifactId, update, signal) => overwriteArtifact(routes, artifactId, update, signal),
    outcomeOf: async (artifactId, changes, before, signal) =>
      updateOutcome(await readArtifact(routes, artifactId, "none", signal), before, changes),
    possiblyCreated: (tracker, accountId, since, signal) =>
      findCreated(http, tracker, accountId, since, signal),
    remove: (artifactId, isAdministrator, signal) =>
      deleteArtifact(http, artifactId, isAdministrator, signal),
    download: (file, download) => downloadFile(files, file, download),
    upload: (fieldId, file, source, upload) => uploadFile(uploads, fieldId, file, source, upload),
    abandonUpload: (upload, signal) => abandonUpload(uploads, upload, signal),
    image: (path, signal) => withRetry(() => fetchImage(files, path, signal), retry, signal),
    raw: (uri, mostBytes, signal) => readRaw(files, uri, mostBytes, signal),
    svnRepositories: (project, offset, signal) => listSvnRepositories(http, project, offset, signal),
    svn: (repositoryId, signal) => readSvnRepository(http, repositoryId, signal),
    svnNamed: (projectId, name, signal) => findSvnRepositories(http, projectId, name, signal),
    createSvn: (projectId, repository, signal) => createSvnRepository(http, projectId, repository, signal),
    updateSvn: (repositoryId, settings, signal) => updateSvnSettings(http, repositoryId, settings, signal),
    close: async () => {
      await transport.close();
      await memory?.close();
    },
  };
}
