import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import {
  resolveAttachmentFolder,
  type AttachmentFolderSettings,
} from "../../../../src/store/attachments/attachmentFolder.ts";

const defaultSetting = "${workspaceFolder}/.artifacts/${id}";

function describeFolder(
  values: Partial<AttachmentFolderSettings>,
  workspaceFolder: string | undefined = "/home/ann/dev",
): string {
  const variables = { workspaceFolder, artifactId: 12, paths: posix };
  const found = resolveAttachmentFolder({ workspace: undefined, user: defaultSetting, ...values }, variables);
  return found === undefined ? "ask" : `${found.path} | ${found.sharedPath} | ${found.isInWorkspace}`;
}

describe("the attachment folder", () => {
  it("is in the workspace, with the artifact's ID", () => {
    assert.equal(describeFolder({}), "/home/ann/dev/.artifacts/12 | /home/ann/dev/.artifacts | true");
  });

  it("is unknown without a workspace, unless the user's setting is an absolute path", () => {
    const variables = { workspaceFolder: undefined, artifactId: 12, paths: posix };
    assert.equal(
      resolveAttachmentFolder({ workspace: undefined, user: defaultSetting }, variables),
      undefined,
    );
    assert.equal(resolveAttachmentFolder({ workspace: undefined, user: "downloads" }, variables), undefined);
    const resolved = resolveAttachmentFolder(
      { workspace: undefined, user: "/home/ann/tracker/${id}" },
      variables,
    );
    assert.deepEqual(resolved, {
      path: "/home/ann/tracker/12",
      sharedPath: "/home/ann/tracker",
      isInWorkspace: false,
    });
  });

  it("may be anywhere if it comes from user settings", () => {
    assert.equal(describeFolder({ user: "/srv/x-${id}/y" }), "/srv/x-12/y | /srv | false");
    assert.equal(
      describeFolder({ user: "${workspaceFolder}/../seen" }),
      "/home/ann/seen | /home/ann/seen | false",
    );
    assert.equal(describeFolder({ user: "a/b" }), "/home/ann/dev/a/b | /home/ann/dev/a/b | true");
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
    it(`is not ${workspace} if that comes from workspace settings`, () => {
      assert.equal(describeFolder({ workspace }), describeFolder({}));
    });
  }

  it("comes from workspace settings if it stays within the workspace", () => {
    assert.equal(
      describeFolder({ workspace: "docs/${id}" }),
      "/home/ann/dev/docs/12 | /home/ann/dev/docs | true",
    );
    assert.equal(describeFolder({ workspace: "${workspaceFolder}" }), "/home/ann/dev | /home/ann/dev | true");
  });

  it("inserts the workspace path literally", () => {
    const unusualPath = "/home/$&/a$1";
    assert.equal(
      describeFolder({}, unusualPath),
      `${unusualPath}/.artifacts/12 | ${unusualPath}/.artifacts | true`,
    );
  });

  it("supports Windows paths", () => {
    const variables = { workspaceFolder: "C:\\dev", artifactId: 7, paths: win32 };
    const user = defaultSetting;
    const inside = resolveAttachmentFolder({ workspace: "docs/${id}", user }, variables);
    assert.deepEqual(inside, { path: "C:\\dev\\docs\\7", sharedPath: "C:\\dev\\docs", isInWorkspace: true });
    for (const workspace of ["D:\\x", "\\\\host\\share", "C:\\", "..\\x", "\\x"]) {
      assert.equal(
        resolveAttachmentFolder({ workspace, user }, variables)?.path,
        "C:\\dev\\.artifacts\\7",
        workspace,
      );
    }
  });
});
