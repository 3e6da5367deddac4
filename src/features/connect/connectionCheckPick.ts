// The command Check Connection, which shows the result of each check in a quick pick.
import * as vscode from "vscode";
import {
  type CertificateProblem,
  type ConnectionCheckName,
  connectionCheckNames,
  type CheckStatus,
  type CheckResult,
} from "../../model/connectionCheck.ts";
import { toDisplayLine, escapeIcons, escapeLinks } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import { getCheckName, formatCheckResult } from "./checkResultText.ts";

/** The path of a file of certificates to trust; undefined if the user dismisses the dialog. */
export async function selectCaFile(): Promise<string | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Select a CA File to Trust for This Site"),
      openLabel: vscode.l10n.t("Trust for This Site"),
      filters: { [vscode.l10n.t("Certificates")]: ["pem", "crt", "cer"] },
    })) ?? [];
  return file?.fsPath;
}

export function getCaFileName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
}

// The report for support requests. It contains URLs, versions and names, and no credentials.

function formatReport(site: Site, results: readonly CheckResult[]): string {
  const remote = vscode.env.remoteName === undefined ? "" : `, ${vscode.env.remoteName}`;
  const lines = results.map((result) => {
    const { name, fact, advice } = formatCheckResult(result, site.label);
    return `- [${result.status}] ${name}: ${fact}${advice === undefined ? "" : `. ${advice}`}`;
  });
  return [
    `${vscode.l10n.t("Connection to {0}", site.label)}: ${site.api}`,
    `VS Code ${vscode.version}${remote}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    ...lines,
    "",
  ].join("\n");
}

type Remedy = "signIn" | "proxySetting" | "caFile";

interface CheckItem extends vscode.QuickPickItem {
  readonly remedy?: Remedy | undefined;
}

const statusIcons: Readonly<Record<CheckStatus, readonly [icon: string, color?: string]>> = {
  passed: ["pass", "testing.iconPassed"],
  warning: ["info", "notificationsInfoIcon.foreground"],
  problem: ["error", "testing.iconFailed"],
  failed: ["error", "testing.iconFailed"],
  skipped: ["circle-slash"],
};

function getStatusIcon(status: CheckStatus): vscode.ThemeIcon {
  const [icon, color] = statusIcons[status];
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** Problems that a CA file can fix. */
const fixableProblems: ReadonlySet<CertificateProblem> = new Set([
  "selfSigned",
  "incompleteChain",
  "untrusted",
]);

function findRemedy(result: CheckResult): Remedy | undefined {
  const { check, status } = result;
  if (status === "failed" && result.failure.kind === "unreachable") {
    if (result.failure.reason === "proxy") return "proxySetting";
    if (result.failure.reason === "caFile") return "caFile";
  }
  if (check === "credentials") {
    const isSignedOut =
      status === "problem" ||
      status === "warning" ||
      (status === "skipped" && result.skipReason === "notSignedIn");
    return isSignedOut ? "signIn" : undefined;
  }
  return check === "certificate" && status === "problem" && fixableProblems.has(result.problem)
    ? "caFile"
    : undefined;
}

function formatRemedy(remedy: Remedy): string {
  switch (remedy) {
    case "signIn":
      return vscode.l10n.t("Press Enter to sign in.");
    case "proxySetting":
      return vscode.l10n.t("Press Enter to open the proxy setting.");
    case "caFile":
      return vscode.l10n.t("Press Enter to select a CA file to trust.");
  }
}

function createResultItem(result: CheckResult, site: string): CheckItem {
  const { name, fact, advice } = formatCheckResult(result, site);
  const remedy = findRemedy(result);
  const detail = [advice, remedy === undefined ? undefined : formatRemedy(remedy)]
    .filter((part) => part !== undefined)
    .join(" ");
  return {
    label: name,
    iconPath: getStatusIcon(result.status),
    description: escapeIcons(fact),
    ...(detail === "" ? {} : { detail }),
    remedy,
  };
}

function createPendingItem(check: ConnectionCheckName, isNext: boolean): CheckItem {
  return {
    label: getCheckName(check),
    iconPath: new vscode.ThemeIcon(isNext ? "loading~spin" : "circle-outline"),
  };
}

function createItems(results: readonly CheckResult[], site: string): readonly CheckItem[] {
  const pendingChecks = connectionCheckNames.slice(results.length);
  return [
    createSummaryItem(results),
    ...results.map((result) => createResultItem(result, site)),
    ...pendingChecks.map((check, at) => createPendingItem(check, at === 0)),
  ];
}

function isProblem({ status }: CheckResult): boolean {
  return status === "problem" || status === "failed";
}

/** Always shown as the first item. */
function createSummaryItem(results: readonly CheckResult[]): CheckItem {
  if (results.length < connectionCheckNames.length) {
    return { label: vscode.l10n.t("Checking…"), iconPath: new vscode.ThemeIcon("info"), alwaysShow: true };
  }
  const count = results.filter(isProblem).length;
  const [label, detail] =
    count === 0
      ? [vscode.l10n.t("No problems found")]
      : count === 1
        ? [vscode.l10n.t("1 problem found")]
        : [
            vscode.l10n.t("{0} problems found", count),
            vscode.l10n.t("Start with the first problem. It might cause the others."),
          ];
  const iconPath = getStatusIcon(count === 0 ? "passed" : "problem");
  return { label, ...(detail === undefined ? {} : { detail }), iconPath, alwaysShow: true };
}

/** Runs the check again, which shows whether the file helps. */
async function trustCaFile(services: Services, { api }: Site): Promise<void> {
  const { sites } = services;
  const caFile = await selectCaFile();
  if (caFile !== undefined) await sites.add(api, caFile);
  const site = sites.find(api);
  if (site !== undefined) new ConnectionCheckPick(services, site).start();
}

async function applyRemedy(remedy: Remedy, site: Site, services: Services): Promise<void> {
  switch (remedy) {
    case "signIn":
      return services.commands.execute("artifacts.signIn", { siteApi: site.api });
    case "caFile":
      return trustCaFile(services, site);
    case "proxySetting":
      await vscode.commands.executeCommand("workbench.action.openSettings", "http.proxy");
  }
}

function formatCaFile({ caFile }: Site): string | undefined {
  return caFile === undefined ? undefined : vscode.l10n.t("Trusted CA file: {0}", toDisplayLine(caFile));
}

export class ConnectionCheckPick implements vscode.Disposable {
  readonly #services: Services;
  readonly #site: Site;
  readonly #quickPick = vscode.window.createQuickPick<CheckItem>();
  #results: readonly CheckResult[] = [];
  #controller = new AbortController();

  constructor(services: Services, site: Site) {
    this.#services = services;
    this.#site = site;
    const quickPick = this.#quickPick;
    quickPick.title = vscode.l10n.t("Connection to {0}", site.label);
    quickPick.placeholder = vscode.l10n.t("Filter checks");
    quickPick.matchOnDescription = true;
    quickPick.matchOnDetail = true;
    this.#showPrompt(formatCaFile(site));
    quickPick.ignoreFocusOut = true;
    const copy = { iconPath: new vscode.ThemeIcon("copy"), tooltip: vscode.l10n.t("Copy Report") };
    const refresh = { iconPath: new vscode.ThemeIcon("refresh"), tooltip: vscode.l10n.t("Check Again") };
    quickPick.buttons = [refresh, copy];
    const { errorHandler } = services;
    quickPick.onDidTriggerButton((button) => {
      if (button === copy) errorHandler.runInBackground("copy report", () => this.#copyReport());
      else this.start();
    });
    quickPick.onDidAccept(() => {
      const [item] = quickPick.selectedItems;
      if (item?.remedy === undefined) return;
      const { remedy } = item;
      quickPick.hide();
      errorHandler.runInBackground("fix connection", () => applyRemedy(remedy, site, services));
    });
    quickPick.onDidHide(() => this.dispose());
    quickPick.show();
  }

  start(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#services.errorHandler.runInBackground("check connection", () => this.#runChecks(signal));
  }

  dispose(): void {
    this.#controller.abort();
    this.#quickPick.dispose();
  }

  async #runChecks(signal: AbortSignal): Promise<void> {
    this.#results = [];
    this.#quickPick.busy = true;
    this.#updateItems();
    for await (const result of this.#services.connections.checkConnection(this.#site, signal)) {
      if (signal.aborted) return;
      this.#results = [...this.#results, result];
      this.#updateItems();
    }
    this.#quickPick.busy = false;
    // The first item is the summary.
    const first = this.#quickPick.items[this.#results.findIndex(isProblem) + 1];
    if (first !== undefined) this.#quickPick.activeItems = [first];
  }

  #updateItems(): void {
    const [active] = this.#quickPick.activeItems;
    const at = active === undefined ? -1 : this.#quickPick.items.indexOf(active);
    this.#quickPick.items = createItems(this.#results, this.#site.label);
    const previouslyActive = this.#quickPick.items[at];
    if (previouslyActive !== undefined) this.#quickPick.activeItems = [previouslyActive];
  }

  async #copyReport(): Promise<void> {
    await vscode.env.clipboard.writeText(formatReport(this.#site, this.#results));
    this.#showPrompt(vscode.l10n.t("Copied the report to the clipboard. It doesn't contain credentials."));
  }

  #showPrompt(text: string | undefined): void {
    this.#quickPick.prompt = text === undefined ? undefined : escapeLinks(text);
  }
}
