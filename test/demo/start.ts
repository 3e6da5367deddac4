// npm start: the extension as a person would have it, in a real VS Code, beside a simulated server with
// believable data. Everything it starts and writes is gone when it ends.
import { join } from "node:path";
import { runScript, temporaryFolder } from "../support/ending.ts";
import { runCommand } from "../support/processes.ts";
import { repository } from "../support/repository.ts";
import { installVSCode } from "../support/window/vscodeInstall.ts";
import {
  programArguments,
  programEnvironment,
  quietSettings,
  startVSCodeProgram,
  writeUserSettings,
} from "../support/window/vscodeServer.ts";
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
    "security.workspace.trust.enabled": true,
    "artifacts.sites": [{ url: server.url, label: "Demo" }],
  });

  const program = {
    installation,
    userData: home,
    extensions: join(home, "extensions"),
    trust: "asked",
  } as const;
  const extension = join(repository, "out", "artifacts-for-tuleap.vsix");
  await runCommand(installation.node, [...programArguments(program), `--install-extension=${extension}`], {
    env: programEnvironment(home),
  });
  const { address, failed } = await startVSCodeProgram(program, workspace);

  console.log(`\n${address}\n`);
  console.log(`  Server address  ${server.url}`);
  console.log(`  Access key      ${server.accessKey}\n`);
  console.error("Ctrl+C stops it all.");
  return failed;
}

await runScript(main);
