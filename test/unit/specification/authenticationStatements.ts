import assert from "node:assert/strict";
import type { Credential } from "../../../src/api/network/credential.ts";
import { createBug, type Statement, type SpecificationContext } from "./specificationContext.ts";

const day = 24 * 60 * 60 * 1000;
const privateProject = 101;

async function requestToken(context: SpecificationContext): Promise<Credential & { kind: "token" }> {
  const { username, password } = context.server.accounts.member;
  const result = await context.anonymous.requestToken(username, password);
  assert.ok(result.kind === "token" && result.credential.kind === "token");
  return result.credential;
}

export const authenticationStatements: readonly Statement[] = [
  {
    section: "Authentication",
    text: "Resources that need authentication return 401 when no valid authentication is given",
    async verify({ anonymous: client, server }) {
      const expected = server.dialect === "documented" ? "signedOut" : "forbidden";
      await assert.rejects(client.project(privateProject), { kind: expected });
    },
  },
  {
    section: "Authentication",
    text: "Invalid credentials cause a server error even when the resource would be accessible anonymously",
    async verify(context) {
      const invalidClient = context.createClient({ kind: "accessKey", key: "tlp-k1-1.00" });
      // Distinguished from a server error and from denied anonymous access.
      await assert.rejects(invalidClient.projects(0), { kind: "signedOut" });
      assert.deepEqual(await invalidClient.checkCredential(), { kind: "rejected" });
    },
  },
  {
    section: "Authentication",
    text: "A personal access key is sent in the header X-Auth-AccessKey",
    async verify(context) {
      await context.member.project(privateProject);
      assert.equal(
        context.getLastRequest().headers["x-auth-accesskey"],
        context.server.accounts.member.accessKey,
      );
    },
  },
  {
    section: "Authentication",
    text: "A token is sent in X-Auth-Token with user_id in X-Auth-UserId",
    async verify(context) {
      const token = await requestToken(context);
      await context.createClient(token).project(privateProject);
      const { headers } = context.getLastRequest();
      assert.deepEqual([headers["x-auth-token"], headers["x-auth-userid"]], [token.token, token.userId]);
    },
  },
  {
    section: "Authentication",
    text: "HTTP Basic sends username and password on every request",
    async verify(context) {
      const { username, password } = context.server.accounts.member;
      const client = context.createClient({ kind: "basic", username, password });
      await client.project(privateProject);
      assert.match(String(context.getLastRequest().headers["authorization"]), /^Basic /);
      const invalidClient = context.createClient({ kind: "basic", username, password: "wrong" });
      assert.deepEqual(await invalidClient.checkCredential(), { kind: "rejected" });
    },
  },
  {
    section: "Authentication",
    text: "A token is valid for 24 hours; afterwards requests get 401 and a new token must be requested",
    async verify(context) {
      const token = await requestToken(context);
      context.server.clock.advance(day + 60_000);
      await assert.rejects(context.createClient(token).project(privateProject), { kind: "signedOut" });
      let renewals = 0;
      const renewingClient = context.createClient(token, {
        renewToken: () => {
          renewals += 1;
          return requestToken(context);
        },
      });
      const projects = await Promise.all([
        renewingClient.project(privateProject),
        renewingClient.project(privateProject),
      ]);
      assert.deepEqual([projects.map(({ id }) => id), renewals], [[privateProject, privateProject], 1]);
      // A dismissed prompt isn't shown again for the following requests.
      context.server.clock.advance(day + 60_000);
      let declined = 0;
      const decliningClient = context.createClient(token, {
        renewToken: () => Promise.resolve(void (declined += 1)),
      });
      for (let request = 0; request < 3; request += 1) {
        await assert.rejects(decliningClient.project(privateProject), { kind: "signedOut" });
      }
      assert.equal(declined, 1);
    },
  },
  {
    section: "Authentication",
    text: "Deleting artifacts requires tracker administrator rights",
    async verify({ admin, member }) {
      const bug = await createBug(admin);
      await assert.rejects(member.deleteArtifact(bug.id, false), {
        kind: "deletionRefused",
        reason: "notAdministrator",
      });
      await assert.rejects(member.deleteArtifact(bug.id, undefined), {
        kind: "deletionRefused",
        reason: "unknown",
      });
    },
  },
];

export const errorAndLimitStatements: readonly Statement[] = [
  {
    section: "Errors",
    text: "Authentication required and missing: 401",
    async verify(context) {
      const bug = await createBug(context.admin);
      const file = context.server.addFile({ artifactId: bug.id, name: "a.txt", type: "text/plain", size: 3 });
      const description = {
        id: file.id,
        name: "a.txt",
        type: "text/plain",
        size: 3,
        description: "",
        page: undefined,
      };
      await assert.rejects(context.anonymous.download(description), { kind: "signedOut" });
    },
  },
  {
    section: "Limits",
    text: "Artifact deletions per day: a sliding window of 24 hours",
    async verify({ admin: client, server }) {
      const deleteBug = async (): Promise<void> => {
        const bug = await createBug(client);
        await client.deleteArtifact(bug.id, true);
      };
      let done = 0;
      const deleteUntilRefused = async (): Promise<unknown> => {
        for (; done < 50; done += 1) {
          try {
            await deleteBug();
          } catch (failure) {
            return failure;
          }
        }
        return assert.fail("no limit");
      };
      const failure = (await deleteUntilRefused()) as { kind: string };
      assert.equal(failure.kind, "tooManyRequests");
      server.clock.advance(day + 1000);
      await deleteBug();
    },
  },
];
