// The settings of Subversion repositories, and new ones.
import type { Subject } from "../../../src/model/subject.ts";
import type { Editing } from "../../../src/store/editing.ts";
import type { SvnRepository } from "../../simulator/state/svn.ts";
import { oneOf } from "../../support/fixtures/formFixture.ts";
import { archive, lighthouse, list, plainText } from "../../support/fixtures/svnFormFixture.ts";
import type { Journey } from "../journey.ts";
import { Person } from "../person.ts";
import { ensure } from "../rule.ts";
import { never, type Scene } from "../scene.ts";

/** Where nothing can be read, all has to be given. */
function given(token: string) {
  const row = { path: "/trunk", emails: ["a@b.example"], users: [], groups: [] };
  const choose = (name: string, label: string) => ({
    into: name,
    input: (editing: Editing) => oneOf(editing, name, label),
  });
  return [
    { into: "access_file", input: () => plainText(`[/]\n# ${token}\n`), token },
    choose("is_reference_mandatory", "Yes"),
    choose("is_commit_message_change_allowed", "No"),
    { into: "paths", input: () => list("/tags") },
    { into: "whitelist", input: () => list() },
    { into: "email_notifications", input: () => ({ kind: "notifications", rows: [row] }) as const },
  ];
}

function writes(scene: Scene, method: "POST" | "PUT"): number {
  return scene.server.requests.filter((request) => request.method === method && /svn/.test(request.path))
    .length;
}

export const settings: Journey = async (scene) => {
  const subject = (): Subject => {
    const about = { siteApi: scene.window.site.api, accountId: scene.accountId };
    return { kind: "svn", ...about, repositoryId: archive, projectId: lighthouse };
  };
  const isReadable = scene.dialect === "product";
  const { forms, site } = scene.window;
  await forms.hold(site, subject()).editing.load(undefined, never);
  await scene.openAnother("after closing");
  let theirs = scene.token("nightly");
  const theyAllow = (): void => {
    theirs = scene.token("weekly");
    scene.server.changeSvn(archive, { immutableExceptions: [`/tags/${theirs}`] });
  };
  theyAllow();
  // Servers take no precondition for settings: what comes in between the last look and the change is seen by nobody.
  let canSee = isReadable;
  scene.meanwhile = () => {
    if (scene.server.requests.at(-1)?.method === "PUT") canSee = false;
    theyAllow();
  };
  const token = scene.token("access");
  const all = given(token);
  const person = new Person(scene, {
    subject,
    typing: isReadable ? all.filter(({ into }) => into === "access_file") : all,
    isThere: (word) => Promise.resolve(scene.server.svn(archive).settings.accessFile.includes(word)),
    way: isReadable ? "checked" : "overwrite",
  });
  return {
    act: async () => {
      await person.open();
      person.type();
      await person.save();
      ensure(writes(scene, "PUT") <= 4, "twice", "it was sent again and again");
    },
    look: async () => {
      await person.look();
      // Whoever can't see what is there has said that it may go; nor is it seen where it is told as it was before.
      const { immutableExceptions } = scene.server.svn(archive).settings;
      const isSeen = canSee && !scene.tellsStale;
      ensure(!isSeen || immutableExceptions.includes(`/tags/${theirs}`), "others", `${theirs} is gone`);
    },
    goOn: async () => {
      person.leave();
      await person.comeToAnEnd();
    },
  };
};

/** Numbers are given one after the other. */
const mostRepositories = 30;

function repositories({ server }: Scene): readonly SvnRepository[] {
  return Array.from({ length: mostRepositories }, (_, index) => index + 1).flatMap((id) => {
    try {
      return [server.svn(id)];
    } catch {
      return [];
    }
  });
}

export const creation: Journey = (scene) => {
  const [name, token] = [scene.token("svn"), scene.token("access")];
  const made = (): readonly SvnRepository[] => repositories(scene).filter((each) => each.name === name);
  scene.meanwhile = () => {
    scene.server.changeSvn(archive, { immutableExceptions: [`/tags/${scene.token("weekly")}`] });
  };
  const person = new Person(scene, {
    subject: () => {
      const about = { siteApi: scene.window.site.api, accountId: scene.accountId };
      return { kind: "newSvn", ...about, projectId: lighthouse, key: "a" };
    },
    typing: [
      { into: "name", input: () => ({ kind: "line", text: name }) as const, token: name },
      ...given(token),
    ],
    isThere: (word) =>
      Promise.resolve(made().some((each) => [each.name, each.settings.accessFile].join().includes(word))),
  });
  return Promise.resolve({
    act: async () => {
      await person.open();
      person.type();
      await person.save();
      ensure(writes(scene, "POST") <= 1, "twice", "it was sent more than once");
    },
    look: async () => {
      await person.look();
      ensure(made().length <= 1, "twice", `it was made ${made().length} times`);
    },
    goOn: async () => {
      if (person.hasSaved) return;
      person.leave();
      await person.comeToAnEnd();
    },
  });
};
