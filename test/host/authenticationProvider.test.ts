import assert from "node:assert/strict";
import * as vscode from "vscode";
import { registerAuthenticationProvider } from "../../src/features/connect/authenticationProvider.ts";
import type { CommandArguments } from "../../src/protocol/commandArguments.ts";
import { CommandRegistry } from "../../src/vscode/commandRegistry.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { createTestStore, signIn } from "../support/fixtures/testStore.ts";

describe("the accounts in VS Code's Accounts menu", () => {
  const log = new Log("Accounts under test");
  const original = vscode.authentication.registerAuthenticationProvider;
  let provider: vscode.AuthenticationProvider | undefined;

  function replaceRegister(replacement: unknown): void {
    Object.defineProperty(vscode.authentication, "registerAuthenticationProvider", {
      value: replacement,
      configurable: true,
      writable: true,
    });
  }

  before(() => {
    replaceRegister((_id: string, _label: string, registered: vscode.AuthenticationProvider) => {
      provider = registered;
      return { dispose: () => undefined };
    });
  });
  after(() => {
    replaceRegister(original);
    log.dispose();
  });

  it("have a name and a site, but no access key", async () => {
    const accessKey = `tlp-k1-12.${"0123456789abcdef".repeat(4)}`;
    const store = createTestStore([{ url: "https://a.example", label: "Demo" }]);
    await signIn(store, "https://a.example/api", { id: 42, realName: "Mara Lindqvist", accessKey });
    const errorHandler = new ErrorHandler(log, () => undefined);
    const secrets = { onDidChange: () => ({ dispose: () => undefined }) } as unknown as vscode.SecretStorage;
    const commands = new CommandRegistry<CommandArguments>(errorHandler);
    const registration = registerAuthenticationProvider({ ...store, secrets, errorHandler, commands });
    const sessions = (await provider?.getSessions(undefined, {})) ?? [];
    registration.dispose();
    assert.deepEqual(
      sessions.map(({ account, accessToken }) => [account.label, accessToken]),
      [["Mara Lindqvist (Demo)", ""]],
    );
    assert.ok(!JSON.stringify(sessions).includes("0123456789abcdef"));
  });
});
