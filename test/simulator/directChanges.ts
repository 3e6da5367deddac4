import type { User, SimulatedAccount } from "./state/user.ts";
import type { SvnRepository, SvnSettings } from "./state/svn.ts";
import type { FieldValue } from "./state/value.ts";
import type { ServerState } from "./state/serverState.ts";
import { updateArtifact } from "./write/updateArtifact.ts";
import type { ArtifactUpdate } from "./write/updateArtifact.ts";
import type { WriteRules } from "./write/writeContext.ts";

/** Generated content of any size, which needs no memory, or the bytes. */
type FileContentSource = { readonly size: number } | { readonly content: Uint8Array };

export type FileToAdd = FileContentSource & {
  readonly name: string;
  /** Its MIME type. */
  readonly type: string;
  readonly description?: string;
  /** Without it, the file stays unattached until an artifact is updated with its id. */
  readonly artifactId?: number;
  /** The first file field of the tracker by default. */
  readonly fieldId?: number;
  /** Listed by the server, but missing on its disk. */
  readonly isMissingOnDisk?: boolean;
};

export function addFile(
  server: ServerState,
  file: FileToAdd,
): { readonly id: number; readonly sha256: string } {
  const { name, type, description = "", artifactId, fieldId, isMissingOnDisk = false } = file;
  const submittedBy = server.accounts.admin.id;
  const content = "content" in file ? file.content : undefined;
  const size = "content" in file ? file.content.length : file.size;
  const added = server.files.add({
    name,
    mimeType: type,
    size,
    description,
    submittedBy,
    isMissingOnDisk,
    content,
  });
  if (artifactId !== undefined) {
    const artifact = server.artifacts.find(artifactId);
    const field = artifact?.tracker.fields.find(
      (each) => each.kind === "file" && (fieldId === undefined || each.id === fieldId),
    );
    if (artifact === undefined || field === undefined) {
      throw new Error(`There is no artifact ${artifactId}, or it has no such file field`);
    }
    const stored = artifact.getValue(field);
    const files = stored?.kind === "files" ? stored.files : [];
    const value: FieldValue = { kind: "files", files: [...files, added] };
    server.artifacts.update(artifact, { by: submittedBy, values: new Map([[field, value]]) });
    server.files.attach(added.id, artifact.id);
  }
  return { id: added.id, sha256: server.files.getContent(added)?.sha256() ?? "" };
}

export function getFileSha256(server: ServerState, fileId: number): string {
  const file = server.files.findAttached(fileId);
  const content = file && server.files.getContent(file.description);
  if (content === undefined) throw new Error(`File ${fileId} has no content`);
  return content.sha256();
}

export function updateArtifactAs(
  server: ServerState,
  rules: WriteRules,
  artifactId: number,
  account: SimulatedAccount,
  update: ArtifactUpdate,
): void {
  const artifact = server.artifacts.find(artifactId);
  if (artifact === undefined) throw new Error(`There is no artifact ${artifactId}`);
  updateArtifact(server, requireUser(server, account), artifact, update, rules);
}

export function deleteArtifact(server: ServerState, artifactId: number): void {
  const artifact = server.artifacts.find(artifactId);
  if (artifact === undefined) throw new Error(`There is no artifact ${artifactId}`);
  server.artifacts.delete(artifact);
}

export function getSvnRepository(server: ServerState, repositoryId: number): SvnRepository {
  const repository = server.svn.find(repositoryId);
  if (repository === undefined) throw new Error(`There is no repository ${repositoryId}`);
  return repository;
}

export function updateSvnSettings(
  server: ServerState,
  repositoryId: number,
  settings: Partial<SvnSettings>,
): void {
  const repository = getSvnRepository(server, repositoryId);
  server.svn.updateSettings(repository, { ...repository.settings, ...settings });
}

function requireUser(server: ServerState, { id }: SimulatedAccount): User {
  const user = server.users.get(id);
  if (user === undefined) throw new Error(`There is no account ${id}`);
  return user;
}
