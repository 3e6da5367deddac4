import assert from "node:assert/strict";
import * as vscode from "vscode";
import { registerAuthentication } from "../../src/features/connect/authentication.ts";
import type { CommandArguments } from "../../src/protocol/commands.ts";
import { Commands } from "../../src/vscode/commands.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { openStore, signIn } from "../support/fixtures/openStore.ts";

describe("the accounts that VS Code's menu and other extensions see", () => {
  const log = new Log("Accounts under test");
  const { registerAuthenticationProvider } = vscode.authentication;
  let provider: vscode.AuthenticationProvider | undefined;

  function register(replacement: unknown): void {
    Object.defineProperty(vscode.authentication, "registerAuthenticationProvider", {
      value: replacement,
      configurable: true,
      writable: true,
    });
  }

  before(() => {
    register((_id: string, _label: string, registered: vscode.AuthenticationProvider) => {
      provider = registered;
      return { dispose: () => undefined };
    });
  });
  after(() => {
    register(registerAuthenticationProvider);
    log.dispose();
  });

  it("have a name and a site, and no key", async () => {
    const accessKey = `tlp-k1-12.${"0123456789abcdef".repeat(4)}`;
    const store = openStore([{ url: "https://a.example", label: "Demo" }]);
    await signIn(store, "https://a.example/api", { id: 42, realName: "Mara Lindqvist", accessKey });
    const boundary = new Boundary(log, () => undefined);
    const secrets = { onDidChange: () => ({ dispose: () => undefined }) } as unknown as vscode.SecretStorage;
    const commands = new Commands<CommandArguments>(boundary);
    const registration = registerAuthentication({ ...store, secrets, boundary, commands });
    const sessions = (await provider?.getSessions(undefined, {})) ?? [];
    registration.dispose();
    assert.deepEqual(
      sessions.map(({ account, accessToken }) => [account.label, accessToken]),
      [["Mara Lindqvist (Demo)", ""]],
    );
    assert.ok(!JSON.stringify(sessions).includes("0123456789abcdef"));
  });
});
