import { ArtifactRanks } from "../agile/artifactRanks.ts";
import type { Kanban } from "../agile/kanban.ts";
import { Plannings } from "../agile/planning.ts";
import { createDemoData } from "../demo/demoData.ts";
import { sampleComments } from "../demo/sampleComments.ts";
import { isClosedBeforeStory } from "../demo/story/isClosedBeforeStory.ts";
import { getStoryStart } from "../demo/story/storyTime.ts";
import type { SimulatedClock } from "../clock.ts";
import { createAccount } from "./accounts.ts";
import { Artifacts } from "./artifacts.ts";
import { DeletionQuota } from "./deletionQuota.ts";
import { Files } from "./files.ts";
import { GeneratedArtifacts } from "./generatedArtifacts.ts";
import { OpenListValues } from "./openListValues.ts";
import type { User, SimulatedAccount } from "./user.ts";
import type { Project } from "./project.ts";
import { SvnRepositories } from "./svn.ts";
import { TemporaryFiles } from "./temporaryFiles.ts";
import { Tokens } from "./tokens.ts";
import type { Tracker } from "./tracker.ts";
import { Uploads } from "./uploads.ts";

export interface ServerStateOptions {
  readonly seed: number;
  readonly artifacts: number | undefined;
  readonly anonymous: "allowed" | "refused";
  readonly clock: SimulatedClock;
  readonly deletionLimit: number;
  readonly uploadLimit: number;
  /** Whether the generated artifacts are older than the story of the demo, and most of them closed. */
  readonly demo: boolean;
}

export interface Accounts {
  readonly admin: SimulatedAccount;
  readonly member: SimulatedAccount;
  readonly outsider: SimulatedAccount;
  readonly suspended: SimulatedAccount;
}

/** The state of the server, independent of HTTP and dialect. */
export interface ServerState {
  readonly clock: SimulatedClock;
  readonly anonymous: "allowed" | "refused";
  readonly users: ReadonlyMap<number, User>;
  readonly accounts: Accounts;
  readonly projects: ReadonlyMap<number, Project>;
  readonly trackers: Map<number, Tracker>;
  readonly artifacts: Artifacts;
  readonly ranks: ArtifactRanks;
  readonly kanbans: Map<number, Kanban>;
  readonly plannings: Plannings;
  readonly files: Files;
  readonly uploads: Uploads;
  readonly temporaryFiles: TemporaryFiles;
  readonly openValues: OpenListValues;
  readonly deletions: DeletionQuota;
  readonly svn: SvnRepositories;
  readonly tokens: Tokens;
  /** When the access keys of users expire, for those that do. */
  readonly keyExpiryDates: Map<number, number>;
  /** Texts that clients store for users, by user and key. */
  readonly preferences: Map<number, Map<string, string>>;
}

export function createServerState(options: ServerStateOptions): ServerState {
  const { seed, clock, anonymous, uploadLimit } = options;
  const demo = createDemoData(options.artifacts);
  const generated = new GeneratedArtifacts({
    seed,
    trackers: demo.trackers,
    largest: demo.largestTracker,
    interleaved: demo.interleavedCount,
    authors: demo.authors,
    comments: sampleComments,
    latestDate: options.demo ? getStoryStart(clock.now()) : clock.now(),
    isClosed: options.demo ? isClosedBeforeStory : () => false,
  });
  const artifacts = new Artifacts(generated, clock);
  const files = new Files(artifacts, seed, generated.lastId);
  return {
    clock,
    anonymous,
    users: toMapById(demo.users),
    accounts: {
      admin: createAccount(demo.roles.admin, seed),
      member: createAccount(demo.roles.member, seed),
      outsider: createAccount(demo.roles.outsider, seed),
      suspended: createAccount(demo.roles.suspended, seed),
    },
    projects: toMapById(demo.projects),
    trackers: toMapById(demo.trackers),
    artifacts,
    ranks: new ArtifactRanks(),
    kanbans: new Map(),
    plannings: new Plannings(),
    files,
    uploads: new Uploads(files, clock, uploadLimit),
    temporaryFiles: new TemporaryFiles(files, clock, uploadLimit),
    openValues: new OpenListValues(),
    deletions: new DeletionQuota(options.deletionLimit, clock),
    svn: new SvnRepositories(demo.repositories),
    tokens: new Tokens(clock, seed),
    keyExpiryDates: new Map(),
    preferences: new Map(),
  };
}

export function findAccount(server: ServerState, id: number): SimulatedAccount | undefined {
  return Object.values<SimulatedAccount>({ ...server.accounts }).find((account) => account.id === id);
}

function toMapById<T extends { readonly id: number }>(items: readonly T[]): Map<number, T> {
  return new Map(items.map((item) => [item.id, item]));
}
