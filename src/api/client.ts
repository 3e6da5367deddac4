// The REST client of a site, one function per request. Doesn't depend on VS Code.
import type { ArtifactRow } from "../model/artifact.ts";
import type { RankPosition } from "../model/board.ts";
import type { KanbanList } from "../model/kanban.ts";
import type { ResumableUpload, NewFile, UploadOutcome } from "../model/attachment.ts";
import type { RateLimit } from "../model/failure.ts";
import type { RawResponse } from "../model/rawResponse.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import type { Project } from "../model/project.ts";
import type { FieldUpdate, ArtifactVersion } from "../model/artifactVersion.ts";
import type { KeyExpiry } from "../model/site.ts";
import type { NewSvnRepository, SvnRepository, SvnSettings, SvnRepositorySummary } from "../model/svn.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import type { User } from "../model/user.ts";
import type { LabeledId, FileDescription } from "../model/valueTypes.ts";
import { findPossiblyCreated, checkUpdateOutcome, type UpdateOutcome } from "./unknownOutcome.ts";
import { DetectedCriteriaLocation, fetchTrackerArtifactsPage } from "./artifactLists.ts";
import {
  createArtifact,
  deleteArtifact,
  overwriteArtifact,
  fetchArtifact,
  type ArtifactUpdate,
  updateArtifact,
  type WriteResult,
} from "./artifacts.ts";
import { fetchAllPages } from "./pagination.ts";
import {
  type Download,
  downloadFile,
  type DownloadOptions,
  fetchImage,
  type ImageContent,
} from "./downloads.ts";
import { orderKanban } from "./kanbans.ts";
import { changePlan, type PlanChange, type PlanList } from "./milestones.ts";
import type { Credential } from "./network/credential.ts";
import { createHttpClient, type HttpClient, type RequestObserver } from "./network/httpClient.ts";
import { type ResponseCache, withOfflineCache, type OfflineDetector } from "./network/responseCache.ts";
import { directConnection, type ProxySettings } from "./network/proxy.ts";
import { type RetryPolicy, defaultRetryPolicy, withRetry } from "./network/retry.ts";
import { RequestQueue } from "./network/requestQueue.ts";
import { createTransport, type TransportLimits, defaultTransportLimits } from "./network/transport.ts";
import { fetchRawResponse } from "./rawResponse.ts";
import { type CancellableFunction, createReadClient, type ReadClient } from "./readClient.ts";
import type { UploadSource } from "./chunkedUpload.ts";
import {
  type AnonymousAccess,
  checkCredential,
  type CredentialCheckResult,
  revokeToken,
  probeServer,
  fetchServerVersion,
  requestToken,
  type ServerVersion,
  type TokenResult,
  withSignOutDetection,
  withTokenRenewal,
} from "./signIn.ts";
import {
  createSvnRepository,
  findSvnRepositoriesByName,
  fetchSvnRepositoriesPage,
  fetchSvnRepository,
  updateSvnSettings,
} from "./svn.ts";
import { cancelUpload, supportsUploads, uploadFile, type UploadOptions } from "./uploads.ts";
import { findUsers, listUserGroups, fetchKeyExpiry } from "./users.ts";

export interface ClientOptions {
  /** Root of the REST API, without a trailing slash. */
  readonly api: string;
  readonly credential: Credential | undefined;
  /** Format of artifacts on the wire. */
  readonly format?: "json" | "xml";
  readonly caFile: string | undefined;
  readonly proxy?: ProxySettings;
  readonly observe: RequestObserver;
  /** Called when a change is sent as JSON although the site is set to XML. */
  readonly onJsonFallback?: (request: string) => void;
  /** Requests a new token when the old one has expired; `undefined` if the user dismisses the prompt. */
  readonly renewToken?: (expired: Credential & { kind: "token" }) => Promise<Credential | undefined>;
  readonly limits?: TransportLimits;
  readonly retry?: RetryPolicy;
  /** Earlier responses of the server. */
  readonly cache?: ResponseCache | undefined;
  /** Cached responses are used without a request while the server is known to be offline. */
  readonly offlineStatus?: OfflineDetector;
}

export interface Client extends ReadClient {
  /**
   * Reads that fall back to cached responses while the server is offline. Changes must not be based on them.
   */
  readonly cachedClient: ReadClient;
  readonly probe: CancellableFunction<[], AnonymousAccess>;
  readonly serverVersion: CancellableFunction<[], ServerVersion | undefined>;
  readonly checkCredential: CancellableFunction<[], CredentialCheckResult>;
  /** When the access key of this client expires; `undefined` if the server doesn't report it. */
  readonly keyExpiry: CancellableFunction<[], KeyExpiry | undefined>;
  readonly requestToken: CancellableFunction<[username: string, password: string], TokenResult>;
  /** Revokes the token of this client, if the server can. */
  readonly revokeToken: CancellableFunction<[], void>;
  /** All artifacts of a tracker, page by page in order, with several pages loaded at once. */
  readonly allArtifacts: (
    tracker: TrackerSummary,
    options?: {
      readonly limit?: number;
      readonly maxConcurrent?: number;
      readonly signal?: AbortSignal | undefined;
    },
  ) => AsyncGenerator<CollectionPage<ArtifactRow>, void, undefined>;
  /** Users whose user name or real name contains the query, which needs at least three characters. */
  readonly findUsers: CancellableFunction<[query: string], readonly User[]>;
  /** User groups of a project; `undefined` if the server doesn't list them. */
  readonly userGroups: CancellableFunction<[projectId: number], readonly LabeledId[] | undefined>;
  readonly createArtifact: CancellableFunction<
    [trackerId: number, changes: readonly FieldUpdate[]],
    WriteResult
  >;
  readonly updateArtifact: CancellableFunction<
    [artifactId: number, update: ArtifactUpdate, version: ArtifactVersion],
    WriteResult
  >;
  /** Updates an artifact without a precondition. */
  readonly overwriteArtifact: CancellableFunction<[artifactId: number, update: ArtifactUpdate], WriteResult>;
  /** The outcome of an update that got no response. */
  readonly checkUpdateOutcome: CancellableFunction<
    [artifactId: number, changes: readonly FieldUpdate[], before: ArtifactVersion],
    UpdateOutcome
  >;
  /** After a creation that got no response: artifacts that it may have created, newest first. */
  readonly findPossiblyCreated: CancellableFunction<
    [tracker: TrackerSummary, accountId: string | undefined, since: number],
    readonly ArtifactRow[]
  >;
  readonly deleteArtifact: CancellableFunction<
    [artifactId: number, isAdministrator: boolean | undefined],
    RateLimit | undefined
  >;
  /** The server ignores what it can't plan: load the list afterwards. */
  readonly changePlan: CancellableFunction<[list: PlanList, change: PlanChange], void>;
  readonly orderKanban: CancellableFunction<
    [kanbanId: number, list: KanbanList, order: RankPosition & { readonly ids: readonly number[] }],
    void
  >;
  readonly download: (file: FileDescription, options?: DownloadOptions) => Promise<Download>;
  /** Uploads a file for a file field. No artifact has it until the field is updated with its ID. */
  readonly upload: (
    fieldId: number,
    file: NewFile,
    source: UploadSource,
    options?: UploadOptions,
  ) => Promise<UploadOutcome>;
  /** Whether files can be uploaded for a file field. */
  readonly supportsUploads: CancellableFunction<[fieldId: number], boolean>;
  /** Deletes an upload that no artifact has, complete or not. */
  readonly cancelUpload: CancellableFunction<[upload: ResumableUpload], void>;
  /** An image of the site, by its path or URL. */
  readonly fetchImage: CancellableFunction<[path: string], ImageContent>;
  /** The unparsed response of an API URL, up to a number of bytes. */
  readonly fetchRawResponse: CancellableFunction<[uri: string, maxBytes: number], RawResponse>;
  /** The Subversion repositories of a project; `undefined` if the server can't list them. */
  readonly svnRepositories: CancellableFunction<
    [project: Project, offset: number],
    CollectionPage<SvnRepositorySummary> | undefined
  >;
  /** Has no settings unless the user administers it. Not all servers have this route. */
  readonly svnRepository: CancellableFunction<[repositoryId: number], SvnRepository>;
  /** Repositories of a project with this name; `undefined` if the server can't list them. */
  readonly findSvnRepositories: CancellableFunction<
    [projectId: number, name: string],
    readonly SvnRepository[] | undefined
  >;
  readonly createSvnRepository: CancellableFunction<
    [projectId: number, repository: NewSvnRepository],
    SvnRepository
  >;
  readonly updateSvnSettings: CancellableFunction<
    [repositoryId: number, settings: SvnSettings],
    SvnRepository
  >;
  /** Aborts requests that are in flight and closes the connections. */
  close(): Promise<void>;
}

const alwaysOnline: OfflineDetector = {
  isKnownOffline: () => false,
  checkOffline: () => Promise.resolve(false),
};

export function createClient(options: ClientOptions): Client {
  const { api, caFile, observe, format = "json", onJsonFallback = () => undefined, renewToken } = options;
  const { proxy = directConnection, limits = defaultTransportLimits, retry = defaultRetryPolicy } = options;
  const { cache, offlineStatus = alwaysOnline } = options;
  let credential = options.credential;
  const transport = createTransport({ api, caFile, proxy, limits });
  const createHttp = (current: () => Credential | undefined): HttpClient =>
    createHttpClient({ api, credential: current, transport, retry, observe });

  async function renew(): Promise<boolean> {
    const renewed = credential?.kind === "token" ? await renewToken?.(credential) : undefined;
    if (renewed !== undefined) credential = renewed;
    return renewed !== undefined;
  }

  const anonymous = createHttp(() => undefined);
  const httpWithDetection =
    credential === undefined
      ? anonymous
      : withSignOutDetection(
          createHttp(() => credential),
          anonymous,
        );
  const http =
    credential?.kind === "token"
      ? withTokenRenewal(httpWithDetection, () => credential, renew)
      : httpWithDetection;
  const requestContext = { http, format, onJsonFallback };
  const queue = new RequestQueue(limits.maxConcurrentRequests - 1);
  const fileContext = { api, http, transport, credential: () => credential, queue, observe };
  // Uploads show progress and can be canceled, so they are retried more often than reads.
  const retryPolicy = { ...retry, attempts: 2 * retry.attempts };
  const uploadContext = { ...fileContext, retryPolicy, claimedIds: new Set<number>() };
  const criteriaLocation = new DetectedCriteriaLocation();
  const tokenUserId = (): number | undefined => {
    const id = credential?.kind === "token" ? Number(credential.userId) : Number.NaN;
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  };
  const readOptions = { format, criteriaLocation, tokenUserId };

  return {
    ...createReadClient({ ...readOptions, http }),
    cachedClient: createReadClient({
      ...readOptions,
      http: cache === undefined ? http : withOfflineCache(http, cache, offlineStatus),
    }),
    probe: (signal) => probeServer(anonymous, signal),
    serverVersion: (signal) => fetchServerVersion(anonymous, signal),
    checkCredential: (signal) => checkCredential(httpWithDetection, credential, signal),
    keyExpiry: (signal) => fetchKeyExpiry(http, signal),
    requestToken: (username, password, signal) => requestToken(anonymous, username, password, signal),
    revokeToken: async (signal) => {
      if (credential?.kind === "token") await revokeToken(httpWithDetection, credential, signal);
    },
    allArtifacts: (tracker, { limit = 100, maxConcurrent, signal } = {}) =>
      fetchAllPages(
        (offset) => fetchTrackerArtifactsPage(http, tracker, { offset, limit, signal }),
        maxConcurrent,
      ),
    findUsers: (query, signal) => findUsers(http, query, signal),
    userGroups: (projectId, signal) => listUserGroups(http, projectId, signal),
    createArtifact: (trackerId, changes, signal) =>
      createArtifact(requestContext, trackerId, changes, signal),
    updateArtifact: (artifactId, update, version, signal) =>
      updateArtifact(requestContext, artifactId, update, version, signal),
    overwriteArtifact: (artifactId, update, signal) =>
      overwriteArtifact(requestContext, artifactId, update, signal),
    checkUpdateOutcome: async (artifactId, changes, before, signal) =>
      checkUpdateOutcome(await fetchArtifact(requestContext, artifactId, "none", signal), before, changes),
    findPossiblyCreated: (tracker, accountId, since, signal) =>
      findPossiblyCreated(http, tracker, accountId, since, signal),
    deleteArtifact: (artifactId, isAdministrator, signal) =>
      deleteArtifact(http, artifactId, isAdministrator, signal),
    changePlan: (list, change, signal) => changePlan(http, list, change, signal),
    orderKanban: (kanbanId, list, order, signal) => orderKanban(http, kanbanId, list, order, signal),
    download: (file, download) => downloadFile(fileContext, file, download),
    upload: (fieldId, file, source, upload) => uploadFile(uploadContext, fieldId, file, source, upload),
    supportsUploads: (fieldId, signal) => supportsUploads(uploadContext, fieldId, signal),
    cancelUpload: (upload, signal) => cancelUpload(uploadContext, upload, signal),
    fetchImage: (path, signal) => withRetry(() => fetchImage(fileContext, path, signal), retry, signal),
    fetchRawResponse: (uri, maxBytes, signal) => fetchRawResponse(fileContext, uri, maxBytes, signal),
    svnRepositories: (project, offset, signal) => fetchSvnRepositoriesPage(http, project, offset, signal),
    svnRepository: (repositoryId, signal) => fetchSvnRepository(http, repositoryId, signal),
    findSvnRepositories: (projectId, name, signal) =>
      findSvnRepositoriesByName(http, projectId, name, signal),
    createSvnRepository: (projectId, repository, signal) =>
      createSvnRepository(http, projectId, repository, signal),
    updateSvnSettings: (repositoryId, settings, signal) =>
      updateSvnSettings(http, repositoryId, settings, signal),
    close: async () => {
      await transport.close();
      await cache?.close();
    },
  };
}
