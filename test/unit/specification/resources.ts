import assert from "node:assert/strict";
import { bugsId, choiceId, fieldId, newBug, type Statement, valueOf } from "./world.ts";

export const resources: readonly Statement[] = [
  {
    section: "What the service does",
    says: "Payloads are JSON by default",
    async holds(world) {
      await world.anonymous.projects(0);
      assert.equal(world.lastRequest().headers["accept"], "application/json");
    },
  },
  {
    section: "What the service does",
    says: "Some resources are reachable anonymously and some need authentication",
    async holds(world) {
      const open = await world.anonymous.projects(0);
      const mine = await world.member.projects(0);
      assert.ok(open.items.length > 0 && mine.items.length > open.items.length);
    },
  },
  {
    section: "What the service does",
    says: "Clients can navigate from GET /projects down to trackers and artifacts without knowing ids in advance",
    async holds({ anonymous: client }) {
      const [project] = (await client.projects(0)).items;
      assert.ok(project?.kind === "project");
      const [tracker] = (await client.trackers(project, 0)).items;
      assert.ok(tracker?.kind === "tracker");
      const [artifact] = (await client.artifacts(tracker, { offset: 0 })).items;
      assert.equal(artifact?.kind, "artifact");
    },
  },
  {
    section: "Project representation",
    says: "A project has id, uri, label, shortname and resources with type and uri",
    async holds({ anonymous: client }) {
      const [project] = (await client.projects(0)).items;
      assert.ok(project?.kind === "project");
      const { id, uri, label, shortName, resources: listed } = project;
      assert.ok(id > 0 && uri === `projects/${id}` && label !== "" && shortName !== "");
      assert.ok(
        listed.some(({ type, uri: address }) => type === "trackers" && address === `${uri}/trackers`),
      );
    },
  },
  {
    section: "Token representation",
    says: "A token has user_id, token and uri",
    async holds({ anonymous: client, server }) {
      const { username, password, id } = server.accounts.member;
      const answer = await client.requestToken(username, password);
      assert.ok(answer.kind === "token" && answer.credential.kind === "token");
      const token = answer.credential;
      assert.equal(token.userId, String(id));
      assert.ok(token.token.length > 10 && /tokens\//.test(token.uri));
    },
  },
  {
    section: "Artifact write payload",
    says: "value is used for plain fields",
    async holds({ admin: client }) {
      const tracker = await client.tracker(bugsId);
      const bug = await newBug(client);
      const title = fieldId(tracker, "title");
      assert.ok(bug.revision);
      await client.update(
        bug.id,
        { changes: [{ fieldId: title, edit: { kind: "string", text: "42" } }] },
        bug.revision,
      );
      assert.deepEqual(valueOf(await client.artifact(bug.id), title), { kind: "string", text: "42" });
    },
  },
  {
    section: "Artifact write payload",
    says: "bind_value_ids is used for fields bound to a list of possible values",
    async holds({ admin: client }) {
      const tracker = await client.tracker(bugsId);
      const bug = await newBug(client);
      const severity = fieldId(tracker, "severity");
      const major = choiceId(tracker, "severity", "Major");
      assert.ok(bug.revision);
      const edit = { kind: "choices", ids: [major] } as const;
      await client.update(bug.id, { changes: [{ fieldId: severity, edit }] }, bug.revision);
      assert.deepEqual(valueOf(await client.artifact(bug.id), severity), {
        kind: "choices",
        chosen: [{ id: major, label: "Major" }],
      });
    },
  },
  {
    section: "Artifact write payload",
    says: "links is used for artifact-link fields; each link has id and type, such as _is_child",
    async holds({ admin: client }) {
      const tracker = await client.tracker(bugsId);
      const [one, two] = [await newBug(client, "One"), await newBug(client, "Two")];
      const related = fieldId(tracker, "related");
      assert.ok(one.revision);
      const edit = { kind: "links", links: [{ artifactId: two.id, type: "_is_child" }] } as const;
      await client.update(one.id, { changes: [{ fieldId: related, edit }] }, one.revision);
      const links = valueOf(await client.artifact(one.id), related);
      assert.deepEqual(links?.kind === "links" && links.forward, [{ artifactId: two.id, type: "_is_child" }]);
    },
  },
  {
    section: "Artifact query criteria",
    says: "An object keyed by field shortname with operator contains and value, the id of a possible value",
    async holds(world) {
      const { admin: client } = world;
      const tracker = await client.tracker(bugsId);
      const critical = choiceId(tracker, "severity", "Critical");
      const criteria = [{ kind: "anyOf", field: "severity", ids: [critical] }] as const;
      const found = await client.find(tracker, criteria, { offset: 0 });
      const all = await client.artifacts(tracker, { offset: 0 });
      assert.ok((found.size ?? 0) > 0 && (found.size ?? 0) < (all.size ?? 0));
      const [first] = found.items;
      assert.ok(first?.kind === "artifact");
      const severity = valueOf(await client.artifact(first.id), fieldId(tracker, "severity"));
      assert.deepEqual(severity?.kind === "choices" && severity.chosen.map(({ id }) => id), [critical]);
    },
  },
  {
    section: "Artifact file chunk",
    says: "data is a base64-encoded chunk of the file content",
    async holds({ admin: client, server }) {
      const bug = await newBug(client);
      const file = server.addFile({ artifactId: bug.id, name: "trace.log", type: "text/plain", size: 100 });
      const description = {
        ...file,
        name: "trace.log",
        type: "text/plain",
        size: 100,
        description: "",
        page: undefined,
      };
      const download = await client.download(description);
      const bytes: Uint8Array[] = [];
      for await (const chunk of download.bytes) bytes.push(chunk);
      assert.deepEqual([download.way, Buffer.concat(bytes).length], ["chunks", 100]);
    },
  },
];
