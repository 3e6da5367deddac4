// Compares the user guide with package.json. A description has a form that nothing else in the guide has, so that commands,
// settings and keys can be mentioned anywhere:
// - a command: a list item that starts with its title in bold, or with several titles: "- **Save**: …"
// - a setting: a list item that starts with its ID, its default, and who can change it if that isn't everyone, "user" or
//   "trusted" (workspaces): "- `artifacts.commit.offer` (`true`), _trusted_: …"
// - a keybinding: a row of a table whose first column is "Command": "| Save | `Ctrl+S` | `Cmd+S` | … |"
import { listLines, type MarkdownLine, type MarkdownPage } from "./markdown.ts";

export interface GuidedManifest {
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
    }[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope: string; readonly default?: unknown }>>;
    };
  };
}

interface Description {
  readonly name: string;
  /** What has to agree with the manifest besides the name. */
  readonly details: string;
  readonly place: string;
}

const titlePattern = /\*\*([^*]+)\*\*/g;

function findCommands({ text, place }: MarkdownLine): readonly Description[] {
  const [start = ""] = /^- \*\*[^*]+\*\*(?:(?:,| and|, and) \*\*[^*]+\*\*)*/.exec(text) ?? [];
  return [...start.matchAll(titlePattern)].map(([, name = ""]) => ({ name, details: "", place }));
}

function findSettings({ text, place }: MarkdownLine): readonly Description[] {
  const [, name, details = ""] = /^- `(artifacts\.[^`]+)`(?: (\(`[^`]*`\)(?:, _\w+_)?))?/.exec(text) ?? [];
  return name === undefined ? [] : [{ name, details, place }];
}

function toCells({ text }: MarkdownLine): readonly string[] {
  return text.startsWith("|")
    ? text
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim())
    : [];
}

function findKeybindings(lines: readonly MarkdownLine[]): readonly Description[] {
  let isInTable = false;
  return lines.flatMap((line) => {
    const [name = "", keys = "", macKeys = ""] = toCells(line);
    const isHeader = name === "Command";
    isInTable = isHeader || (isInTable && name !== "");
    const isRow = isInTable && !isHeader && !/^-+$/.test(name);
    return isRow ? [{ name, details: `${keys} | ${macKeys}`, place: line.place }] : [];
  });
}

const keyNames: Readonly<Record<string, string>> = { pagedown: "Page Down", pageup: "Page Up" };

/** "shift+alt+pagedown" as in the guide: "Shift+Alt+Page Down". */
function formatKeys(keys: readonly string[]): string {
  const formatKey = (key: string): string =>
    key
      .split("+")
      .map((part) => keyNames[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
      .join("+");
  return [...new Set(keys)].map((key) => `\`${formatKey(key)}\``).join(", ");
}

/** As in the guide: "(`5`), _user_". */
function formatSetting(
  id: string,
  { capabilities: { untrustedWorkspaces }, contributes }: GuidedManifest,
): string {
  const setting = contributes.configuration.properties[id];
  const isTrusted = untrustedWorkspaces.restrictedConfigurations.includes(id);
  const decider = setting?.scope === "application" ? ", _user_" : isTrusted ? ", _trusted_" : "";
  return `(\`${JSON.stringify(setting?.default)}\`)${decider}`;
}

/** The details that are expected for each name. */
type Expected = ReadonlyMap<string, string>;

function compareDescriptions(
  kind: string,
  form: (name: string) => string,
  expected: Expected,
  found: readonly Description[],
): readonly string[] {
  const problems = found.flatMap(({ name, details, place }) => {
    const expectedDetails = expected.get(name);
    if (expectedDetails === undefined) {
      return [`${place} describes “${name}”, which isn't a ${kind} of package.json.`];
    }
    return details === expectedDetails
      ? []
      : [
          `${place} describes the ${kind} “${name}” with ${details || "nothing"}, not with ${expectedDetails}.`,
        ];
  });
  const counts = [...expected.keys()].flatMap((name) => {
    const places = found.filter((each) => each.name === name).map(({ place }) => place);
    if (places.length === 0) {
      return [`The ${kind} “${name}” isn't described in the guide. Add ${form(name)}.`];
    }
    return places.length === 1
      ? []
      : [`The ${kind} “${name}” is described more than once: ${places.join(", ")}. Keep one.`];
  });
  return [...problems, ...counts];
}

/** `texts` are those of package.nls.json. Commands of several views may have the same title, which is described once. */
export function findGuideProblems(
  pages: readonly MarkdownPage[],
  manifest: GuidedManifest,
  texts: Readonly<Record<string, string>>,
): readonly string[] {
  const { commands, keybindings, configuration } = manifest.contributes;
  const getTitle = (title: string): string => texts[title.replaceAll("%", "")] ?? title;
  const titles = new Map(commands.map(({ command, title }) => [command, getTitle(title)]));
  const getBindings = (title: string) =>
    keybindings.filter(({ command }) => (titles.get(command) ?? command) === title);
  const boundTitles = new Set(keybindings.map(({ command }) => titles.get(command) ?? command));
  const lines = pages.map(listLines);
  return [
    ...compareDescriptions(
      "command",
      (title) => `a list item that starts with **${title}** to one of its pages`,
      new Map([...titles.values()].map((title) => [title, ""])),
      lines.flat().flatMap(findCommands),
    ),
    ...compareDescriptions(
      "setting",
      (id) => `a list item that starts with \`${id}\` ${formatSetting(id, manifest)} to settings.md`,
      new Map(Object.keys(configuration.properties).map((id) => [id, formatSetting(id, manifest)])),
      lines.flat().flatMap(findSettings),
    ),
    ...compareDescriptions(
      "keybinding",
      (title) => `a row for “${title}” to the table of commands in keyboard-shortcuts.md`,
      new Map(
        [...boundTitles].map((title) => {
          const bindings = getBindings(title);
          const keys = formatKeys(bindings.map(({ key }) => key));
          return [title, `${keys} | ${formatKeys(bindings.map(({ key, mac }) => mac ?? key))}`];
        }),
      ),
      lines.flatMap(findKeybindings),
    ),
  ];
}

/** `{0}` stands for anything; texts of placeholders alone would match everything. */
function toTextPattern(text: string): RegExp | undefined {
  const plain = text.replace(/^\$\([\w-]+\) /, "");
  if (!/\p{L}{2}/u.test(plain.replaceAll(/\{\d\}/g, ""))) return undefined;
  const escaped = plain.replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/\{\d\}/g, ".+")}$`);
}

/** Commands, buttons and rows are in bold, so everything in bold is a text of the interface. */
export function findUnknownNames(
  pages: readonly MarkdownPage[],
  interfaceTexts: readonly string[],
): readonly string[] {
  const texts = new Set(interfaceTexts);
  const patterns = interfaceTexts.flatMap((text) => toTextPattern(text) ?? []);
  const isKnown = (name: string): boolean =>
    texts.has(name) || patterns.some((pattern) => pattern.test(name));
  return pages.flatMap((page) => {
    // Names may be wrapped.
    const text = listLines(page)
      .map((line) => line.text.trim())
      .join(" ");
    const names = new Set([...text.matchAll(titlePattern)].map(([, name = ""]) => name));
    return [...names]
      .filter((name) => !isKnown(name))
      .map((name) => `${page.path} has “${name}” in bold, which isn't a text of the interface.`);
  });
}

/** Messages in the tables of symptoms: `| "The host name of … couldn't be resolved" | … |`. */
export function findUnknownMessages(
  pages: readonly MarkdownPage[],
  interfaceTexts: readonly string[],
): readonly string[] {
  const texts = interfaceTexts.map((text) => text.replaceAll(/\{\d\}/g, "…"));
  return pages.flatMap(listLines).flatMap(({ text, place }) => {
    const [, message] = /^\| "([^"]+)"/.exec(text) ?? [];
    return message === undefined || texts.some((each) => each.includes(message))
      ? []
      : [`${place} quotes “${message}”, which isn't a text of the interface.`];
  });
}
