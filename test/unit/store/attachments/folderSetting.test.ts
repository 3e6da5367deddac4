import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import { attachmentFolder, type FolderValues } from "../../../../src/store/attachments/folders.ts";

const usual = "${workspaceFolder}/.artifacts/${id}";

function folder(
  values: Partial<FolderValues>,
  workspaceFolder: string | undefined = "/home/ann/dev",
): string {
  const around = { workspaceFolder, artifactId: 12, paths: posix };
  const found = attachmentFolder({ workspace: undefined, person: usual, ...values }, around);
  return found === undefined ? "ask" : `${found.path} | ${found.shared} | ${found.isInWorkspace}`;
}

describe("the folder for attachments", () => {
  it("is in the workspace, with the artifact's number", () => {
    assert.equal(folder({}), "/home/ann/dev/.artifacts/12 | /home/ann/dev/.artifacts | true");
  });

  it("is asked for without a workspace, unless the person has set one that does without", () => {
    const around = { workspaceFolder: undefined, artifactId: 12, paths: posix };
    assert.equal(attachmentFolder({ workspace: undefined, person: usual }, around), undefined);
    assert.equal(attachmentFolder({ workspace: undefined, person: "downloads" }, around), undefined);
    const set = attachmentFolder({ workspace: undefined, person: "/home/ann/tracker/${id}" }, around);
    assert.deepEqual(set, {
      path: "/home/ann/tracker/12",
      shared: "/home/ann/tracker",
      isInWorkspace: false,
    });
  });

  it("may be anywhere if the person says so", () => {
    assert.equal(folder({ person: "/srv/x-${id}/y" }), "/srv/x-12/y | /srv | false");
    assert.equal(folder({ person: "${workspaceFolder}/../seen" }), "/home/ann/seen | /home/ann/seen | false");
    assert.equal(folder({ person: "a/b" }), "/home/ann/dev/a/b | /home/ann/dev/a/b | true");
  });

  for (const workspace of [
    "/etc",
    "..",
    "../${id}",
    "${workspaceFolder}/../${id}",
    "${workspaceFolder}/a/../../b",
    "${workspaceFolder}extra/${id}",
    "/home/ann/dev/../.ssh",
    ".git/hooks",
    "a/.GIT/${id}",
    ".vscode",
    ".github/workflows",
    "GIT~1/hooks",
    ".g\u200cit",
    "node_modules/.bin",
  ]) {
    it(`is not ${workspace}, where the workspace says so`, () => {
      assert.equal(folder({ workspace }), folder({}));
    });
  }

  it("is what the workspace says where that stays inside", () => {
    assert.equal(folder({ workspace: "docs/${id}" }), "/home/ann/dev/docs/12 | /home/ann/dev/docs | true");
    assert.equal(folder({ workspace: "${workspaceFolder}" }), "/home/ann/dev | /home/ann/dev | true");
  });

  it("takes a workspace's path as it is", () => {
    const strange = "/home/$&/a$1";
    assert.equal(folder({}, strange), `${strange}/.artifacts/12 | ${strange}/.artifacts | true`);
  });

  it("knows the paths of Windows", () => {
    const around = { workspaceFolder: "C:\\dev", artifactId: 7, paths: win32 };
    const person = usual;
    const inside = attachmentFolder({ workspace: "docs/${id}", person }, around);
    assert.deepEqual(inside, { path: "C:\\dev\\docs\\7", shared: "C:\\dev\\docs", isInWorkspace: true });
    for (const workspace of ["D:\\x", "\\\\host\\share", "C:\\", "..\\x", "\\x"]) {
      assert.equal(
        attachmentFolder({ workspace, person }, around)?.path,
        "C:\\dev\\.artifacts\\7",
        workspace,
      );
    }
  });
});
