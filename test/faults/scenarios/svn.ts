// Changing Subversion settings and creating repositories.
import type { FormSubject } from "../../../src/model/form/formSubject.ts";
import type { FormSession } from "../../../src/store/formSession.ts";
import type { SvnRepository } from "../../simulator/state/svn.ts";
import { createChoiceInput } from "../../support/fixtures/formFixture.ts";
import {
  archiveRepositoryId,
  lighthouseProjectId,
  createOpenListInput,
  createTextInput,
} from "../../support/fixtures/svnFormFixture.ts";
import type { Scenario } from "../scenario.ts";
import { FormUser } from "../formUser.ts";
import { assertInvariant } from "../invariant.ts";
import { neverAborted, type ScenarioContext } from "../scenarioContext.ts";

/** All inputs: a server with unreadable settings requires every field. */
function createSettingsInputs(token: string) {
  const row = { path: "/trunk", emails: ["a@b.example"], users: [], groups: [] };
  const createChoice = (name: string, label: string) => ({
    field: name,
    createInput: (session: FormSession) => createChoiceInput(session, name, label),
  });
  return [
    { field: "access_file", createInput: () => createTextInput(`[/]\n# ${token}\n`), token },
    createChoice("is_reference_mandatory", "Yes"),
    createChoice("is_commit_message_change_allowed", "No"),
    { field: "paths", createInput: () => createOpenListInput("/tags") },
    { field: "whitelist", createInput: () => createOpenListInput() },
    { field: "email_notifications", createInput: () => ({ kind: "notifications", rows: [row] }) as const },
  ];
}

function countWrites(context: ScenarioContext, method: "POST" | "PUT"): number {
  return context.server.requests.filter((request) => request.method === method && /svn/.test(request.path))
    .length;
}

export const svnSettingsScenario: Scenario = async (context) => {
  const createSubject = (): FormSubject => {
    const origin = { siteApi: context.window.site.api, accountId: context.accountId };
    return { kind: "svn", ...origin, repositoryId: archiveRepositoryId, projectId: lighthouseProjectId };
  };
  const isReadable = context.dialect === "product";
  const { forms, site } = context.window;
  await forms.open(site, createSubject()).session.load(undefined, neverAborted);
  await context.openNextWindow("after closing");
  let theirs = context.createToken("nightly");
  const changeSettingsAsOther = (): void => {
    theirs = context.createToken("weekly");
    context.server.updateSvnSettings(archiveRepositoryId, { immutableExceptions: [`/tags/${theirs}`] });
  };
  changeSettingsAsOther();
  // Settings have no precondition: a change between the last read and the write is overwritten unnoticed.
  let isDetectable = isReadable;
  context.changeConcurrently = () => {
    if (context.server.requests.at(-1)?.method === "PUT") isDetectable = false;
    changeSettingsAsOther();
  };
  const token = context.createToken("access");
  const all = createSettingsInputs(token);
  const user = new FormUser(context, {
    createSubject,
    inputs: isReadable ? all.filter(({ field }) => field === "access_file") : all,
    isStored: (text) =>
      Promise.resolve(
        context.server.getSvnRepository(archiveRepositoryId).settings.accessFile.includes(text),
      ),
    saveMode: isReadable ? "checked" : "overwrite",
  });
  return {
    run: async () => {
      await user.open();
      user.type();
      await user.save();
      assertInvariant(
        countWrites(context, "PUT") <= 4,
        "noDuplicates",
        "the settings were sent more than 4 times",
      );
    },
    check: async () => {
      await user.check();
      // Settings that are unreadable or returned outdated may be overwritten.
      const { immutableExceptions } = context.server.getSvnRepository(archiveRepositoryId).settings;
      const mustBeKept = isDetectable && !context.mayReturnStale;
      assertInvariant(
        !mustBeKept || immutableExceptions.includes(`/tags/${theirs}`),
        "noOverwrites",
        `${theirs} was overwritten`,
      );
    },
    recover: async () => {
      user.closeForm();
      await user.saveEventually();
    },
  };
};

/** Number of ids to search for repositories; ids are sequential. */
const maxRepositories = 30;

function listRepositories({ server }: ScenarioContext): readonly SvnRepository[] {
  return Array.from({ length: maxRepositories }, (_, index) => index + 1).flatMap((id) => {
    try {
      return [server.getSvnRepository(id)];
    } catch {
      return [];
    }
  });
}

export const svnCreateScenario: Scenario = (context) => {
  const [name, token] = [context.createToken("svn"), context.createToken("access")];
  const findCreated = (): readonly SvnRepository[] =>
    listRepositories(context).filter((repository) => repository.name === name);
  context.changeConcurrently = () => {
    context.server.updateSvnSettings(archiveRepositoryId, {
      immutableExceptions: [`/tags/${context.createToken("weekly")}`],
    });
  };
  const user = new FormUser(context, {
    createSubject: () => {
      const origin = { siteApi: context.window.site.api, accountId: context.accountId };
      return { kind: "newSvn", ...origin, projectId: lighthouseProjectId, key: "a" };
    },
    inputs: [
      { field: "name", createInput: () => ({ kind: "line", text: name }) as const, token: name },
      ...createSettingsInputs(token),
    ],
    isStored: (text) =>
      Promise.resolve(
        findCreated().some(({ name, settings }) => [name, settings.accessFile].join().includes(text)),
      ),
  });
  return Promise.resolve({
    run: async () => {
      await user.open();
      user.type();
      await user.save();
      assertInvariant(
        countWrites(context, "POST") <= 1,
        "noDuplicates",
        "the repository was sent more than once",
      );
    },
    check: async () => {
      await user.check();
      assertInvariant(
        findCreated().length <= 1,
        "noDuplicates",
        `the repository was created ${findCreated().length} times`,
      );
    },
    recover: async () => {
      if (user.hasSaved) return;
      user.closeForm();
      await user.saveEventually();
    },
  });
};
