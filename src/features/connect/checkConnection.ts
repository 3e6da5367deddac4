// Check Connection: checks each part of the connection to a site, in a list that grows.
import * as vscode from "vscode";
import {
  type CertificateProblem,
  type Check,
  checks,
  type CheckVerdict,
  type Finding,
} from "../../model/checkup.ts";
import { oneLine, withoutIcons, withoutLinks } from "../../model/displayText.ts";
import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import { checkName, findingText } from "./findingText.ts";

/** The path of a file of certificates to trust; undefined if the user dismisses the dialog. */
export async function chooseCaFile(): Promise<string | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Certificates to Trust for This Site"),
      openLabel: vscode.l10n.t("Trust for This Site"),
      filters: { [vscode.l10n.t("Certificates")]: ["pem", "crt", "cer"] },
    })) ?? [];
  return file?.fsPath;
}

/** What people know it by. */
export function caFileName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
}

// What was found, as a text to send to whoever helps. It holds addresses, versions and names, and nothing secret.

function reportOf(site: Site, findings: readonly Finding[]): string {
  const where = vscode.env.remoteName === undefined ? "" : `, ${vscode.env.remoteName}`;
  const lines = findings.map((finding) => {
    const { name, fact, advice } = findingText(finding, site.label);
    return `- [${finding.verdict}] ${name}: ${fact}${advice === undefined ? "" : `. ${advice}`}`;
  });
  return [
    `${vscode.l10n.t("Connection to {0}", site.label)}: ${site.api}`,
    `VS Code ${vscode.version}${where}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    ...lines,
    "",
  ].join("\n");
}

// The doctor: looks at the way to a site, thing by thing, in a list that grows while it looks.

type Remedy = "signIn" | "proxySetting" | "caFile";

interface FindingItem extends vscode.QuickPickItem {
  readonly remedy?: Remedy | undefined;
}

const icons: Readonly<Record<CheckVerdict, readonly [icon: string, color?: string]>> = {
  good: ["pass", "testing.iconPassed"],
  note: ["info", "notificationsInfoIcon.foreground"],
  bad: ["error", "testing.iconFailed"],
  failed: ["error", "testing.iconFailed"],
  skipped: ["circle-slash"],
};

function iconOf(verdict: CheckVerdict): vscode.ThemeIcon {
  const [icon, color] = icons[verdict];
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** What another CA file can help against. */
const mendable: ReadonlySet<CertificateProblem> = new Set(["selfSigned", "incompleteChain", "untrusted"]);

function remedyFor(finding: Finding): Remedy | undefined {
  const { check, verdict } = finding;
  if (verdict === "failed" && finding.failure.kind === "unreachable") {
    if (finding.failure.reason === "proxy") return "proxySetting";
    if (finding.failure.reason === "caFile") return "caFile";
  }
  if (check === "credentials") {
    const isSignedOut =
      verdict === "bad" || verdict === "note" || (verdict === "skipped" && finding.because === "notSignedIn");
    return isSignedOut ? "signIn" : undefined;
  }
  return check === "certificate" && verdict === "bad" && mendable.has(finding.problem) ? "caFile" : undefined;
}

function remedyText(remedy: Remedy): string {
  switch (remedy) {
    case "signIn":
      return vscode.l10n.t("Press Enter to sign in.");
    case "proxySetting":
      return vscode.l10n.t("Press Enter to open the setting of the proxy.");
    case "caFile":
      return vscode.l10n.t("Press Enter to choose a CA file to trust.");
  }
}

function itemOf(finding: Finding, site: string): FindingItem {
  const { name, fact, advice } = findingText(finding, site);
  const remedy = remedyFor(finding);
  const detail = [advice, remedy === undefined ? undefined : remedyText(remedy)]
    .filter((part) => part !== undefined)
    .join(" ");
  return {
    label: name,
    iconPath: iconOf(finding.verdict),
    description: withoutIcons(fact),
    ...(detail === "" ? {} : { detail }),
    remedy,
  };
}

function pendingItem(check: Check, isNext: boolean): FindingItem {
  return {
    label: checkName(check),
    iconPath: new vscode.ThemeIcon(isNext ? "loading~spin" : "circle-outline"),
  };
}

function itemsOf(findings: readonly Finding[], site: string): readonly FindingItem[] {
  const rest = checks.slice(findings.length);
  return [
    resultItem(findings),
    ...findings.map((finding) => itemOf(finding, site)),
    ...rest.map((check, at) => pendingItem(check, at === 0)),
  ];
}

function isInTheWay({ verdict }: Finding): boolean {
  return verdict === "bad" || verdict === "failed";
}

/** Above what was found stays in sight what that comes to. */
function resultItem(findings: readonly Finding[]): FindingItem {
  if (findings.length < checks.length) {
    return { label: vscode.l10n.t("Checking…"), iconPath: new vscode.ThemeIcon("info"), alwaysShow: true };
  }
  const count = findings.filter(isInTheWay).length;
  const [label, detail] =
    count === 0
      ? [vscode.l10n.t("No problems found")]
      : count === 1
        ? [vscode.l10n.t("1 problem found")]
        : [
            vscode.l10n.t("{0} problems found", count),
            vscode.l10n.t("Start with the first one: the others may come from it."),
          ];
  const iconPath = iconOf(count === 0 ? "good" : "bad");
  return { label, ...(detail === undefined ? {} : { detail }), iconPath, alwaysShow: true };
}

/** Checked again with the file at once: that says whether it helps. */
async function mendTrust(services: Services, { api }: Site): Promise<void> {
  const { sites } = services;
  const caFile = await chooseCaFile();
  if (caFile !== undefined) await sites.add(api, caFile);
  const site = sites.find(api);
  if (site !== undefined) new Checkup(services, site).start();
}

async function carryOut(remedy: Remedy, site: Site, services: Services): Promise<void> {
  switch (remedy) {
    case "signIn":
      return services.commands.run("artifacts.signIn", { siteApi: site.api });
    case "caFile":
      return mendTrust(services, site);
    case "proxySetting":
      await vscode.commands.executeCommand("workbench.action.openSettings", "http.proxy");
  }
}

/** Which file it is that was chosen, and is trusted besides the usual certificates. */
function caFileText({ caFile }: Site): string | undefined {
  return caFile === undefined ? undefined : vscode.l10n.t("Trusted CA file: {0}", oneLine(caFile));
}

export class Checkup implements vscode.Disposable {
  readonly #services: Services;
  readonly #site: Site;
  readonly #list = vscode.window.createQuickPick<FindingItem>();
  #findings: readonly Finding[] = [];
  #looking = new AbortController();

  constructor(services: Services, site: Site) {
    this.#services = services;
    this.#site = site;
    const list = this.#list;
    list.title = vscode.l10n.t("Connection to {0}", site.label);
    list.placeholder = vscode.l10n.t("Filter the checks");
    list.matchOnDescription = true;
    list.matchOnDetail = true;
    this.#say(caFileText(site));
    list.ignoreFocusOut = true;
    const copy = { iconPath: new vscode.ThemeIcon("copy"), tooltip: vscode.l10n.t("Copy Report") };
    const again = { iconPath: new vscode.ThemeIcon("refresh"), tooltip: vscode.l10n.t("Check Again") };
    list.buttons = [again, copy];
    const { boundary } = services;
    list.onDidTriggerButton((button) => {
      if (button === copy) boundary.start("copy report", () => this.#copy());
      else this.start();
    });
    list.onDidAccept(() => {
      const [item] = list.selectedItems;
      if (item?.remedy === undefined) return;
      const { remedy } = item;
      list.hide();
      boundary.start("mend connection", () => carryOut(remedy, site, services));
    });
    list.onDidHide(() => this.dispose());
    list.show();
  }

  start(): void {
    this.#looking.abort();
    this.#looking = new AbortController();
    const { signal } = this.#looking;
    this.#services.boundary.start("check connection", () => this.#look(signal));
  }

  dispose(): void {
    this.#looking.abort();
    this.#list.dispose();
  }

  async #look(signal: AbortSignal): Promise<void> {
    this.#findings = [];
    this.#list.busy = true;
    this.#draw();
    for await (const finding of this.#services.connections.checkup(this.#site, signal)) {
      if (signal.aborted) return;
      this.#findings = [...this.#findings, finding];
      this.#draw();
    }
    this.#list.busy = false;
    // What comes first is the result.
    const first = this.#list.items[this.#findings.findIndex(isInTheWay) + 1];
    if (first !== undefined) this.#list.activeItems = [first];
  }

  #draw(): void {
    const [active] = this.#list.activeItems;
    const at = active === undefined ? -1 : this.#list.items.indexOf(active);
    this.#list.items = itemsOf(this.#findings, this.#site.label);
    const same = this.#list.items[at];
    if (same !== undefined) this.#list.activeItems = [same];
  }

  async #copy(): Promise<void> {
    await vscode.env.clipboard.writeText(reportOf(this.#site, this.#findings));
    this.#say(vscode.l10n.t("The report is in the clipboard. It holds no secrets."));
  }

  #say(text: string | undefined): void {
    this.#list.prompt = text === undefined ? undefined : withoutLinks(text);
  }
}
