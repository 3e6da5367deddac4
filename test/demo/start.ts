// npm start: runs the installed extension in a real VS Code, with a simulated server and demo data. All processes and
// files are removed at exit.
import { join } from "node:path";
import { runScript, createTemporaryFolder } from "../support/cleanup.ts";
import { runCommand } from "../support/processes.ts";
import { repositoryRoot } from "../support/repositoryRoot.ts";
import { installVSCode } from "../support/window/installVscode.ts";
import {
  createProgramArguments,
  createProgramEnvironment,
  quietSettings,
  startVSCodeProgram,
  writeUserSettings,
} from "../support/window/vscodeServer.ts";
import { createDemoRepository } from "./demoRepository.ts";
import { createDemoQueries, startDemoServer } from "./demoServer.ts";

async function main(): Promise<number> {
  const installation = await installVSCode("newest");
  console.error("Packaging the extension…");
  await runCommand("npm", ["run", "package"], { cwd: repositoryRoot });
  const home = createTemporaryFolder();
  const workspace = join(home, "open-tides");
  await createDemoRepository(workspace);
  const server = await startDemoServer();
  await writeUserSettings(home, {
    ...quietSettings,
    "security.workspace.trust.enabled": true,
    "artifacts.sites": [{ url: server.url, label: "Demo" }],
    "artifacts.queries": createDemoQueries(server.url),
  });

  const program = {
    installation,
    userData: home,
    extensions: join(home, "extensions"),
    trust: "prompted",
  } as const;
  const extension = join(repositoryRoot, "out", "artifacts-for-tuleap.vsix");
  await runCommand(
    installation.node,
    [...createProgramArguments(program), `--install-extension=${extension}`],
    {
      env: createProgramEnvironment(home),
    },
  );
  const { url, failure } = await startVSCodeProgram(program, workspace);

  console.log(`\n${url}\n`);
  console.log(`  Server address  ${server.url}`);
  console.log(`  Access key      ${server.accessKey}\n`);
  console.error("Press Ctrl+C to stop.");
  return failure;
}

await runScript(main);
