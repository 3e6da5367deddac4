import type { Person, SimulatedAccount } from "./state/people.ts";
import type { SvnRepository, SvnSettings } from "./state/svn.ts";
import type { FieldValue } from "./state/value.ts";
import type { World } from "./state/world.ts";
import { updateArtifact } from "./writing/update.ts";
import type { Update } from "./writing/update.ts";
import type { Manners } from "./writing/writing.ts";

/** Content of any size costs no memory; or the bytes themselves. */
type AddedContent = { readonly size: number } | { readonly content: Uint8Array };

/** What a test can do to the server behind the back of its client. */
export type AddedFile = AddedContent & {
  readonly name: string;
  /** Its MIME type. */
  readonly type: string;
  readonly description?: string;
  /** Without it, the file waits until somebody attaches it by its id. */
  readonly artifactId?: number;
  /** The first file field of the tracker unless told otherwise. */
  readonly fieldId?: number;
  /** Known to the platform, but gone from its disk. */
  readonly isLost?: boolean;
};

export function addFile(world: World, file: AddedFile): { readonly id: number; readonly sha256: string } {
  const { name, type, description = "", artifactId, fieldId, isLost = false } = file;
  const submittedBy = world.accounts.admin.id;
  const content = "content" in file ? file.content : undefined;
  const size = "content" in file ? file.content.length : file.size;
  const added = world.files.add({ name, mimeType: type, size, description, submittedBy, isLost, content });
  if (artifactId !== undefined) {
    const artifact = world.artifacts.byId(artifactId);
    const field = artifact?.tracker.fields.find(
      (each) => each.kind === "file" && (fieldId === undefined || each.id === fieldId),
    );
    if (artifact === undefined || field === undefined) {
      throw new Error(`Artifact ${artifactId} is not there, or has no such file field`);
    }
    const stored = artifact.valueOf(field);
    const files = stored?.kind === "files" ? stored.files : [];
    const value: FieldValue = { kind: "files", files: [...files, added] };
    world.artifacts.change(artifact, { by: submittedBy, values: new Map([[field, value]]) });
    world.files.attach(added.id, artifact.id);
  }
  return { id: added.id, sha256: world.files.contentOf(added)?.sha256() ?? "" };
}

export function sha256Of(world: World, fileId: number): string {
  const file = world.files.attached(fileId);
  const content = file && world.files.contentOf(file.description);
  if (content === undefined) throw new Error(`There is no content of a file ${fileId}`);
  return content.sha256();
}

export function write(
  world: World,
  manners: Manners,
  artifactId: number,
  account: SimulatedAccount,
  update: Update,
): void {
  const artifact = world.artifacts.byId(artifactId);
  if (artifact === undefined) throw new Error(`There is no artifact ${artifactId}`);
  updateArtifact(world, personOf(world, account), artifact, update, manners);
}

/** Somebody deleted it meanwhile. */
export function removeArtifact(world: World, artifactId: number): void {
  const artifact = world.artifacts.byId(artifactId);
  if (artifact === undefined) throw new Error(`There is no artifact ${artifactId}`);
  world.artifacts.delete(artifact);
}

export function repositoryOf(world: World, repositoryId: number): SvnRepository {
  const repository = world.svn.byId(repositoryId);
  if (repository === undefined) throw new Error(`There is no repository ${repositoryId}`);
  return repository;
}

export function changeSvn(world: World, repositoryId: number, settings: Partial<SvnSettings>): void {
  const repository = repositoryOf(world, repositoryId);
  world.svn.change(repository, { ...repository.settings, ...settings });
}

function personOf(world: World, { id }: SimulatedAccount): Person {
  const person = world.people.get(id);
  if (person === undefined) throw new Error(`There is no account ${id}`);
  return person;
}
