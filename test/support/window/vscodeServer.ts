import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { collectOutput, startProcess } from "../processes.ts";
import type { RunningProcess } from "../processes.ts";
import type { VSCodeInstallation } from "./installVscode.ts";

export type Settings = Readonly<Record<string, unknown>>;

export interface VSCodeServer {
  /** Contains the connection token, without which other users of this machine could use the editor and its shell. */
  readonly url: string;
  /** The root of its process tree. */
  readonly process: number | undefined;
  /** Rejects with the server's output if it exits before it is stopped. */
  readonly failure: Promise<never>;
  stop(): Promise<void>;
}

interface ServerOptions {
  readonly installation: VSCodeInstallation;
  /** Contains settings (`data/User`), extensions (`extensions`) and everything else the server writes. */
  readonly folder: string;
  /** Whether every folder is trusted without a prompt. */
  readonly trust?: "granted" | "prompted";
  readonly args?: readonly string[];
}

/** Settings of every VS Code in tests: without notifications and network requests. */
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

/** The default trust settings, without the prompt at startup. */
export const restrictedUnlessTrusted: Settings = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};

/** Writes user settings, because machine settings are ignored for settings with application scope. */
export async function writeUserSettings(userDataFolder: string, settings: Settings): Promise<void> {
  await writeSettings(join(userDataFolder, "User"), settings);
}

/** Machine-scoped settings, such as paths of programs, are ignored in user settings. */
export async function writeMachineSettings(userDataFolder: string, settings: Settings): Promise<void> {
  await writeSettings(join(userDataFolder, "Machine"), settings);
}

async function writeSettings(folder: string, settings: Settings): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "settings.json"), JSON.stringify(settings, null, 2));
}

/** Starts VS Code's server on a free port. */
export async function startVSCodeServer(options: ServerOptions): Promise<VSCodeServer> {
  const { installation, folder, trust = "granted", args = [] } = options;
  const token = randomSecret();
  // In a file, because every user of the machine can read arguments.
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
      ...(trust === "granted" ? ["--disable-workspace-trust"] : []),
      `--server-data-dir=${folder}`,
      ...args,
    ],
    {
      env: {
        ...process.env,
        ...createTemporaryEnvironment(folder),
        // Without an extension gallery, because it would be asked for updates of our extension.
        EXTENSIONS_GALLERY: "{}",
      },
    },
  );
  const { output, failure } = watchOutput(running, /listening on (\d+)/);
  const port = await Promise.race([output, failure]);
  return {
    url: `http://127.0.0.1:${port}/?tkn=${token}`,
    process: running.child.pid,
    failure,
    stop: running.stop,
  };
}

/** The URL of a window with a folder or a workspace file. */
export function createWindowUrl({ url: address }: VSCodeServer, path: string): string {
  const url = new URL(address);
  url.searchParams.set(path.endsWith(".code-workspace") ? "workspace" : "folder", path);
  return url.href;
}

interface ProgramOptions {
  readonly installation: VSCodeInstallation;
  /** Contains settings (`User`), state, and the program's own configuration. */
  readonly userData: string;
  readonly extensions: string;
  /** Whether every folder is trusted without a prompt. */
  readonly trust?: "granted" | "prompted";
}

/** Arguments that restrict the program around the server to our folders. */
export function createProgramArguments({
  installation,
  userData,
  extensions,
}: ProgramOptions): readonly string[] {
  return [
    installation.program,
    // Its own file, because it would otherwise be written to the user's home folder.
    `--config=${join(userData, "config.yaml")}`,
    `--user-data-dir=${userData}`,
    `--extensions-dir=${extensions}`,
  ];
}

/** Without variables that would make VS Code use another port, or connect to the VS Code this was started from. */
export function createProgramEnvironment(folder: string): NodeJS.ProcessEnv {
  const excluded = /^(PORT|PASSWORD|HASHED_PASSWORD|CODE_SERVER_.*|VSCODE_.*)$/;
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !excluded.test(name)),
  );
  return { ...environment, ...createTemporaryEnvironment(folder), EXTENSIONS_GALLERY: "{}" };
}

/** Starts VS Code's server with the program around it, which stores secrets across reloads. */
export async function startVSCodeProgram(
  options: ProgramOptions,
  ...args: readonly string[]
): Promise<VSCodeServer> {
  const password = randomSecret();
  const running = startProcess(
    options.installation.node,
    [
      ...createProgramArguments(options),
      "--auth=password",
      "--bind-addr=127.0.0.1:0",
      "--disable-telemetry",
      "--disable-update-check",
      ...(options.trust === "prompted" ? [] : ["--disable-workspace-trust"]),
      ...args,
    ],
    // In the environment, because every user of the machine can read arguments.
    { env: { ...createProgramEnvironment(options.userData), PASSWORD: password } },
  );
  const { output, failure } = watchOutput(running, /listening on (http:\S+)/);
  const program = (await Promise.race([output, failure])).replace(/\/$/, "");
  const signIn = await startSignInServer(program, password);
  const stop = async (): Promise<void> => {
    signIn.close();
    await running.stop();
  };
  return { url: signIn.address, process: running.child.pid, failure, stop };
}

function randomSecret(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * A URL that signs a browser in and redirects to the program, which only has a page with a password field. The program
 * accepts the cookie, because browsers share cookies between ports of a host.
 */
async function startSignInServer(
  program: string,
  password: string,
): Promise<{ readonly address: string; close(): void }> {
  const answer = await fetch(`${program}/login`, {
    method: "POST",
    body: new URLSearchParams({ password }),
    redirect: "manual",
  });
  const cookies = answer.headers.getSetCookie();
  if (cookies.length === 0) throw new Error(`VS Code's server rejected its own password: ${answer.status}`);
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

/** Waits for a process to print something, and detects when it exits. */
function watchOutput(
  running: RunningProcess,
  pattern: RegExp,
): { readonly output: Promise<string>; readonly failure: Promise<never> } {
  const getOutput = collectOutput(running.child);
  const output = new Promise<string>((resolve) => {
    running.child.stdout?.on("data", () => {
      const match = pattern.exec(getOutput());
      if (match !== null) resolve(match[1] ?? match[0]);
    });
  });
  const failure = new Promise<never>((_resolve, reject) => {
    running.child.once("error", reject);
    running.child.once("exit", () => reject(new Error(`VS Code's server ended early:\n${getOutput()}`)));
  });
  // Only relevant to callers that await it: a stopped server exits too.
  failure.catch(() => undefined);
  return { output, failure };
}

/**
 * Moves VS Code's sockets to its own temporary folder if the path is short enough, because a killed process leaves them
 * behind.
 */
function createTemporaryEnvironment(folder: string): NodeJS.ProcessEnv {
  return process.platform === "linux" ? { TMPDIR: folder } : {};
}
