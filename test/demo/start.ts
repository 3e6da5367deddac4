// npm start: the extension as a person would have it, in a real VS Code, beside a simulated server with
// believable data. Everything it starts and writes is gone when it ends.
import { join } from "node:path";
import { runScript, temporaryFolder } from "../support/ending.ts";
import { runCommand, startProcess } from "../support/processes.ts";
import { repository } from "../support/repository.ts";
import { installVSCode } from "../support/vscodeInstall.ts";
import { ownTemporaryFiles, quietSettings, watchOutput, writeUserSettings } from "../support/vscodeServer.ts";
import { makeDemoRepository } from "./demoRepository.ts";
import { startDemoServer } from "./demoServer.ts";

async function main(): Promise<number> {
  const installation = await installVSCode("newest");
  console.error("Packaging the extension…");
  await runCommand("npm", ["run", "package"], { cwd: repository });
  const home = temporaryFolder();
  const workspace = join(home, "open-tides");
  await makeDemoRepository(workspace);
  const server = await startDemoServer();
  await writeUserSettings(home, {
    ...quietSettings,
    "artifacts.sites": [{ url: server.url, label: "Demo" }],
  });

  const program = [
    installation.program,
    // Of its own, as it would otherwise write one to the person's home.
    `--config=${join(home, "config.yaml")}`,
    `--user-data-dir=${home}`,
    `--extensions-dir=${join(home, "extensions")}`,
  ];
  const env = { ...ownEnvironment(), ...ownTemporaryFiles(home) };
  const extension = join(repository, "out", "artifacts-for-tuleap.vsix");
  await runCommand(installation.node, [...program, `--install-extension=${extension}`], { env });
  const running = startProcess(
    installation.node,
    [
      ...program,
      "--auth=none",
      "--bind-addr=127.0.0.1:0",
      "--disable-telemetry",
      "--disable-update-check",
      "--disable-workspace-trust",
      workspace,
    ],
    { env },
  );
  const { found, failed } = watchOutput(running, /listening on (http:\S+)/);
  const address = await Promise.race([found, failed]);

  console.log(`\n${address}\n`);
  console.log(`  Server address  ${server.url}`);
  console.log(`  Access key      ${server.accessKey}\n`);
  console.error("Ctrl+C stops it all.");
  return failed;
}

/** Without what would make VS Code take another port, or speak to a VS Code this was started from. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(PORT|PASSWORD|HASHED_PASSWORD|CODE_SERVER_.*|VSCODE_.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

await runScript(main);
