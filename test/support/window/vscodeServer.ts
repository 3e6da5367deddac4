import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { collectOutput, startProcess } from "../processes.ts";
import type { RunningProcess } from "../processes.ts";
import type { VSCodeInstallation } from "./vscodeInstall.ts";

export type Settings = Readonly<Record<string, unknown>>;

export interface VSCodeServer {
  /** Has the secret in it without which the server refuses to be an editor, and a shell, for other users of this machine. */
  readonly address: string;
  /** The process at the root of all that belong to it. */
  readonly process: number | undefined;
  /** Rejects with what the server printed when it ends before it was stopped. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

interface ServerOptions {
  readonly installation: VSCodeInstallation;
  /** Holds settings (`data/User`), extensions (`extensions`) and whatever else the server writes. */
  readonly folder: string;
  /** Whether every folder is trusted without a question. */
  readonly trust?: "given" | "asked";
  readonly args?: readonly string[];
}

/** What every VS Code of ours starts with: quiet, and with nothing that asks the network. */
export const quietSettings: Settings = {
  "chat.disableAIFeatures": true,
  "editor.cursorBlinking": "solid",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "remote.autoForwardPorts": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** As people have it, but for the question at the start. */
export const restrictedUnlessTrusted: Settings = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};

/** User settings, as a machine's settings are ignored for those of application scope. */
export async function writeUserSettings(userDataFolder: string, settings: Settings): Promise<void> {
  await writeSettings(join(userDataFolder, "User"), settings);
}

/** What is about the machine, such as the paths of programs, is ignored in user settings. */
export async function writeMachineSettings(userDataFolder: string, settings: Settings): Promise<void> {
  await writeSettings(join(userDataFolder, "Machine"), settings);
}

async function writeSettings(folder: string, settings: Settings): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "settings.json"), JSON.stringify(settings, null, 2));
}

/** Starts VS Code's server on a port that the system chooses. */
export async function startVSCodeServer(options: ServerOptions): Promise<VSCodeServer> {
  const { installation, folder, trust = "given", args = [] } = options;
  const token = randomSecret();
  // In a file, as every user of the machine can read arguments.
  const tokenFile = join(folder, "connection-token");
  await mkdir(folder, { recursive: true });
  await writeFile(tokenFile, token, { mode: 0o600 });
  const running = startProcess(
    installation.node,
    [
      installation.server,
      "--host=127.0.0.1",
      "--port=0",
      `--connection-token-file=${tokenFile}`,
      "--accept-server-license-terms",
      ...(trust === "given" ? ["--disable-workspace-trust"] : []),
      `--server-data-dir=${folder}`,
      ...args,
    ],
    {
      env: {
        ...process.env,
        ...ownTemporaryFiles(folder),
        // No gallery of extensions, or it would be asked over the network for updates of ours.
        EXTENSIONS_GALLERY: "{}",
      },
    },
  );
  const { found, failed } = watchOutput(running, /listening on (\d+)/);
  const port = await Promise.race([found, failed]);
  return {
    address: `http://127.0.0.1:${port}/?tkn=${token}`,
    process: running.child.pid,
    failed,
    stop: running.stop,
  };
}

/** Where a browser finds a window with a folder, or with the workspace of a file. */
export function windowAddress({ address }: VSCodeServer, path: string): string {
  const url = new URL(address);
  url.searchParams.set(path.endsWith(".code-workspace") ? "workspace" : "folder", path);
  return url.href;
}

interface ProgramOptions {
  readonly installation: VSCodeInstallation;
  /** Holds what is written: settings (`User`), state, and the program's own configuration. */
  readonly userData: string;
  readonly extensions: string;
  /** Whether every folder is trusted without a question. */
  readonly trust?: "given" | "asked";
}

/** The arguments that keep the program around the server to folders of ours. */
export function programArguments({ installation, userData, extensions }: ProgramOptions): readonly string[] {
  return [
    installation.program,
    // Of its own, as it would otherwise write one to the person's home.
    `--config=${join(userData, "config.yaml")}`,
    `--user-data-dir=${userData}`,
    `--extensions-dir=${extensions}`,
  ];
}

/** Without what would make VS Code take another port, or speak to a VS Code this was started from. */
export function programEnvironment(folder: string): NodeJS.ProcessEnv {
  const foreign = /^(PORT|PASSWORD|HASHED_PASSWORD|CODE_SERVER_.*|VSCODE_.*)$/;
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  return { ...own, ...ownTemporaryFiles(folder), EXTENSIONS_GALLERY: "{}" };
}

/** Starts VS Code's server with the program around it, which keeps secrets over a reload. */
export async function startVSCodeProgram(
  options: ProgramOptions,
  ...args: readonly string[]
): Promise<VSCodeServer> {
  const password = randomSecret();
  const running = startProcess(
    options.installation.node,
    [
      ...programArguments(options),
      "--auth=password",
      "--bind-addr=127.0.0.1:0",
      "--disable-telemetry",
      "--disable-update-check",
      ...(options.trust === "asked" ? [] : ["--disable-workspace-trust"]),
      ...args,
    ],
    // In the environment, as every user of the machine can read arguments.
    { env: { ...programEnvironment(options.userData), PASSWORD: password } },
  );
  const { found, failed } = watchOutput(running, /listening on (http:\S+)/);
  const program = (await Promise.race([found, failed])).replace(/\/$/, "");
  const signIn = await startSignIn(program, password);
  const stop = async (): Promise<void> => {
    signIn.close();
    await running.stop();
  };
  return { address: signIn.address, process: running.child.pid, failed, stop };
}

function randomSecret(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * An address that signs a browser in and leads on to the program, which itself knows only a page with a field for the password.
 * The cookie is taken by the program too, since browsers don't tell ports of a host apart.
 */
async function startSignIn(
  program: string,
  password: string,
): Promise<{ readonly address: string; close(): void }> {
  const answer = await fetch(`${program}/login`, {
    method: "POST",
    body: new URLSearchParams({ password }),
    redirect: "manual",
  });
  const cookies = answer.headers.getSetCookie();
  if (cookies.length === 0) throw new Error(`VS Code's server refuses its own password: ${answer.status}`);
  const path = `/${randomSecret()}`;
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "", program);
    if (pathname !== path) {
      response.writeHead(403).end();
      return;
    }
    response.writeHead(302, { "set-cookie": cookies, location: `${program}/${search}` }).end();
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}${path}`, close: () => server.close() };
}

/** Waits for a process to print something, and notices when it ends. */
function watchOutput(
  running: RunningProcess,
  pattern: RegExp,
): { readonly found: Promise<string>; readonly failed: Promise<never> } {
  const output = collectOutput(running.child);
  const found = new Promise<string>((resolve) => {
    running.child.stdout?.on("data", () => {
      const match = pattern.exec(output());
      if (match !== null) resolve(match[1] ?? match[0]);
    });
  });
  const failed = new Promise<never>((_resolve, reject) => {
    running.child.once("error", reject);
    running.child.once("exit", () => reject(new Error(`VS Code's server ended early:\n${output()}`)));
  });
  // It is only of interest to whoever waits for it: a server that is stopped ends too.
  failed.catch(() => undefined);
  return { found, failed };
}

/** Sends a VS Code's sockets to a folder of its own where paths are short enough; killed, it leaves them. */
function ownTemporaryFiles(folder: string): NodeJS.ProcessEnv {
  return process.platform === "linux" ? { TMPDIR: folder } : {};
}
