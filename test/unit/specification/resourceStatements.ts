import assert from "node:assert/strict";
import {
  bugsTrackerId,
  getChoiceId,
  getFieldId,
  createBug,
  type Statement,
  getValue,
} from "./specificationContext.ts";

export const resourceStatements: readonly Statement[] = [
  {
    section: "What the service does",
    text: "Payloads are JSON by default",
    async verify(context) {
      await context.anonymous.projects(0);
      assert.equal(context.getLastRequest().headers["accept"], "application/json");
    },
  },
  {
    section: "What the service does",
    text: "Some resources are reachable anonymously and some need authentication",
    async verify(context) {
      const publicProjects = await context.anonymous.projects(0);
      const memberProjects = await context.member.projects(0);
      assert.ok(publicProjects.items.length > 0 && memberProjects.items.length > publicProjects.items.length);
    },
  },
  {
    section: "What the service does",
    text: "Clients can navigate from GET /projects down to trackers and artifacts without knowing ids in advance",
    async verify({ anonymous: client }) {
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
    text: "A project has id, uri, label, shortname and resources with type and uri",
    async verify({ anonymous: client }) {
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
    text: "A token has user_id, token and uri",
    async verify({ anonymous: client, server }) {
      const { username, password, id } = server.accounts.member;
      const result = await client.requestToken(username, password);
      assert.ok(result.kind === "token" && result.credential.kind === "token");
      const token = result.credential;
      assert.equal(token.userId, String(id));
      assert.ok(token.token.length > 10 && /tokens\//.test(token.uri));
    },
  },
  {
    section: "Artifact write payload",
    text: "value is used for plain fields",
    async verify({ admin: client }) {
      const tracker = await client.tracker(bugsTrackerId);
      const bug = await createBug(client);
      const title = getFieldId(tracker, "title");
      assert.ok(bug.version);
      await client.updateArtifact(
        bug.id,
        { changes: [{ fieldId: title, edit: { kind: "string", text: "42" } }] },
        bug.version,
      );
      assert.deepEqual(getValue(await client.artifact(bug.id), title), { kind: "string", text: "42" });
    },
  },
  {
    section: "Artifact write payload",
    text: "bind_value_ids is used for fields bound to a list of possible values",
    async verify({ admin: client }) {
      const tracker = await client.tracker(bugsTrackerId);
      const bug = await createBug(client);
      const severity = getFieldId(tracker, "severity");
      const major = getChoiceId(tracker, "severity", "Major");
      assert.ok(bug.version);
      const edit = { kind: "choices", ids: [major] } as const;
      await client.updateArtifact(bug.id, { changes: [{ fieldId: severity, edit }] }, bug.version);
      assert.deepEqual(getValue(await client.artifact(bug.id), severity), {
        kind: "choices",
        chosen: [{ id: major, label: "Major" }],
      });
    },
  },
  {
    section: "Artifact write payload",
    text: "links is used for artifact-link fields; each link has id and type, such as _is_child",
    async verify({ admin: client }) {
      const tracker = await client.tracker(bugsTrackerId);
      const [one, two] = [await createBug(client, "One"), await createBug(client, "Two")];
      const related = getFieldId(tracker, "related");
      assert.ok(one.version);
      const edit = { kind: "links", links: [{ artifactId: two.id, type: "_is_child" }] } as const;
      await client.updateArtifact(one.id, { changes: [{ fieldId: related, edit }] }, one.version);
      const links = getValue(await client.artifact(one.id), related);
      assert.deepEqual(links?.kind === "links" && links.forward, [{ artifactId: two.id, type: "_is_child" }]);
    },
  },
  {
    section: "Artifact query criteria",
    text: "An object keyed by field shortname with operator contains and value, the id of a possible value",
    async verify(context) {
      const { admin: client } = context;
      const tracker = await client.tracker(bugsTrackerId);
      const critical = getChoiceId(tracker, "severity", "Critical");
      const criteria = [{ kind: "anyOf", field: "severity", ids: [critical] }] as const;
      const found = await client.findArtifacts(tracker, criteria, { offset: 0 });
      const all = await client.artifacts(tracker, { offset: 0 });
      assert.ok((found.total ?? 0) > 0 && (found.total ?? 0) < (all.total ?? 0));
      const [first] = found.items;
      assert.ok(first?.kind === "artifact");
      const severity = getValue(await client.artifact(first.id), getFieldId(tracker, "severity"));
      assert.deepEqual(severity?.kind === "choices" && severity.chosen.map(({ id }) => id), [critical]);
    },
  },
  {
    section: "Artifact file chunk",
    text: "data is a base64-encoded chunk of the file content",
    async verify({ admin: client, server }) {
      const bug = await createBug(client);
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
      assert.deepEqual([download.mode, Buffer.concat(bytes).length], ["chunks", 100]);
    },
  },
];
