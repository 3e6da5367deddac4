// A desk at which the settings of Subversion repositories are worked at.
import type { Input } from "../../src/model/form/input.ts";
import type { Subject } from "../../src/model/subject.ts";
import type { Editing } from "../../src/store/editing.ts";
import type { Fault } from "../simulator/faults.ts";
import type { Dialect } from "../simulator/simulator.ts";
import type { SvnSettings } from "../simulator/state/svn.ts";
import { Desk, oneOf, type } from "./desk.ts";
import { signIn } from "./openStore.ts";

export const lighthouse = 101;
/** The repository that has every setting set. */
export const archive = 2;

export function list(...labels: readonly string[]): Input {
  return { kind: "openList", entries: labels.map((label) => ({ id: undefined, label })) };
}

export function plainText(source: string): Input {
  return { kind: "text", source, format: "text" };
}

export class SvnDesk {
  readonly desk: Desk;
  /** Only one dialect tells settings. */
  readonly isReadable: boolean;
  #accountId: string;

  private constructor(desk: Desk, isReadable: boolean) {
    this.desk = desk;
    this.isReadable = isReadable;
    this.#accountId = String(desk.server.accounts.admin.id);
  }

  static async open(dialect: Dialect): Promise<SvnDesk> {
    return new SvnDesk(await Desk.open(dialect), dialect === "product");
  }

  subject(repositoryId: number): Subject {
    return { kind: "svn", ...this.#owner, repositoryId, projectId: lighthouse };
  }

  fresh(): Subject {
    return { kind: "newSvn", ...this.#owner, projectId: lighthouse, key: "a" };
  }

  settings(repositoryId: number): SvnSettings {
    return this.desk.server.svn(repositoryId).settings;
  }

  once(method: string, fault: Fault): void {
    this.desk.server.faults.add({ method, path: /\/svn/, times: 1, fault });
  }

  /** Who works here from now on administers nothing. */
  async becomeMember(): Promise<void> {
    const { store, site, server } = this.desk;
    await signIn(store, site.api, server.accounts.member);
    await store.catalog.forget(site.api);
    this.#accountId = String(server.accounts.member.id);
  }

  /** Types all that has to be given where nothing can be read. */
  giveAll(editing: Editing): void {
    const choose = (name: string, label: string): void => type(editing, name, oneOf(editing, name, label));
    choose("is_reference_mandatory", "Yes");
    choose("is_commit_message_change_allowed", "No");
    type(editing, "paths", list("/tags"));
    type(editing, "whitelist", list());
    type(editing, "access_file", plainText("[/]\n* = r\n"));
    const members = { id: `${lighthouse}_3`, label: "Project members" };
    const row = { path: "/trunk", emails: ["a@b.example"], users: [], groups: [members] };
    type(editing, "email_notifications", { kind: "notifications", rows: [row] });
    if (this.isReadable) choose("has_default_permissions", "No");
  }

  /** What the server has after that. */
  get given(): SvnSettings {
    return {
      isReferenceMandatory: true,
      isCommitMessageChangeAllowed: false,
      immutablePaths: ["/tags"],
      immutableExceptions: [],
      accessFile: "[/]\n* = r\n",
      notifications: [
        { path: "/trunk", emails: ["a@b.example"], userIds: [], groupIds: [`${lighthouse}_3`] },
      ],
      hasDefaultPermissions: !this.isReadable,
    };
  }

  close(): Promise<void> {
    return this.desk.close();
  }

  get #owner(): { readonly siteApi: string; readonly accountId: string } {
    return { siteApi: this.desk.site.api, accountId: this.#accountId };
  }
}
