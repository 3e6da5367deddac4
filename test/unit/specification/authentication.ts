import assert from "node:assert/strict";
import type { Credential } from "../../../src/api/network/credential.ts";
import { newBug, type Statement, type World } from "./world.ts";

const day = 24 * 60 * 60 * 1000;
const privateProject = 101;

async function tokenOf(world: World): Promise<Credential & { kind: "token" }> {
  const { username, password } = world.server.accounts.member;
  const answer = await world.anonymous.requestToken(username, password);
  assert.ok(answer.kind === "token" && answer.credential.kind === "token");
  return answer.credential;
}

export const authentication: readonly Statement[] = [
  {
    section: "Authentication",
    says: "Resources that need authentication answer 401 when no valid authentication is given",
    async holds({ anonymous: client, server }) {
      const expected = server.dialect === "documented" ? "signedOut" : "forbidden";
      await assert.rejects(client.project(privateProject), { kind: expected });
    },
  },
  {
    section: "Authentication",
    says: "Invalid credentials cause a server error even when the resource would be accessible anonymously",
    async holds(world) {
      const wrong = world.client({ kind: "accessKey", key: "tlp-k1-1.00" });
      // Told apart from a server in trouble, and from a closed one.
      await assert.rejects(wrong.projects(0), { kind: "signedOut" });
      assert.deepEqual(await wrong.checkCredential(), { kind: "rejected" });
    },
  },
  {
    section: "Authentication",
    says: "A personal access key is sent in the header X-Auth-AccessKey",
    async holds(world) {
      await world.member.project(privateProject);
      assert.equal(world.lastRequest().headers["x-auth-accesskey"], world.server.accounts.member.accessKey);
    },
  },
  {
    section: "Authentication",
    says: "A token is sent in X-Auth-Token with user_id in X-Auth-UserId",
    async holds(world) {
      const token = await tokenOf(world);
      await world.client(token).project(privateProject);
      const { headers } = world.lastRequest();
      assert.deepEqual([headers["x-auth-token"], headers["x-auth-userid"]], [token.token, token.userId]);
    },
  },
  {
    section: "Authentication",
    says: "HTTP Basic sends username and password on every request",
    async holds(world) {
      const { username, password } = world.server.accounts.member;
      const client = world.client({ kind: "basic", username, password });
      await client.project(privateProject);
      assert.match(String(world.lastRequest().headers["authorization"]), /^Basic /);
      const wrong = world.client({ kind: "basic", username, password: "wrong" });
      assert.deepEqual(await wrong.checkCredential(), { kind: "rejected" });
    },
  },
  {
    section: "Authentication",
    says: "A token is valid for 24 hours; afterwards requests get 401 and a new token must be requested",
    async holds(world) {
      const token = await tokenOf(world);
      world.server.clock.advance(day + 60_000);
      await assert.rejects(world.client(token).project(privateProject), { kind: "signedOut" });
      let asked = 0;
      const renewing = world.client(token, {
        renewToken: () => {
          asked += 1;
          return tokenOf(world);
        },
      });
      const projects = await Promise.all([
        renewing.project(privateProject),
        renewing.project(privateProject),
      ]);
      assert.deepEqual([projects.map(({ id }) => id), asked], [[privateProject, privateProject], 1]);
      // Who turns away is not asked for every request that follows.
      world.server.clock.advance(day + 60_000);
      let declined = 0;
      const declining = world.client(token, { renewToken: () => Promise.resolve(void (declined += 1)) });
      for (let request = 0; request < 3; request += 1) {
        await assert.rejects(declining.project(privateProject), { kind: "signedOut" });
      }
      assert.equal(declined, 1);
    },
  },
  {
    section: "Authentication",
    says: "Deleting artifacts requires tracker administrator rights",
    async holds({ admin, member }) {
      const bug = await newBug(admin);
      await assert.rejects(member.remove(bug.id, false), {
        kind: "deletionRefused",
        because: "notAdministrator",
      });
      await assert.rejects(member.remove(bug.id, undefined), { kind: "deletionRefused", because: "unknown" });
    },
  },
];

export const errorsAndLimits: readonly Statement[] = [
  {
    section: "Errors",
    says: "Authentication required and missing: 401",
    async holds(world) {
      const bug = await newBug(world.admin);
      const file = world.server.addFile({ artifactId: bug.id, name: "a.txt", type: "text/plain", size: 3 });
      const description = {
        id: file.id,
        name: "a.txt",
        type: "text/plain",
        size: 3,
        description: "",
        page: undefined,
      };
      await assert.rejects(world.anonymous.download(description), { kind: "signedOut" });
    },
  },
  {
    section: "Limits",
    says: "Artifact deletions per day: a sliding window of 24 hours",
    async holds({ admin: client, server }) {
      const remove = async (): Promise<void> => {
        const bug = await newBug(client);
        await client.remove(bug.id, true);
      };
      let done = 0;
      const untilRefused = async (): Promise<unknown> => {
        for (; done < 50; done += 1) {
          try {
            await remove();
          } catch (failure) {
            return failure;
          }
        }
        return assert.fail("no limit");
      };
      const failure = (await untilRefused()) as { kind: string };
      assert.equal(failure.kind, "quotaReached");
      server.clock.advance(day + 1000);
      await remove();
    },
  },
];
