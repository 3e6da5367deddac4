// Words that code and interface no longer use, and what to use instead. docs/glossary.md has the terms.

/** Parts of identifiers: `told` is found in `told`, `#told`, `toldAt` and `isToldGone`, but not in `toldest`. */
export const retiredInIdentifiers: Readonly<Record<string, string>> = {
  cargo: "the name of what the fixture sets up",
  contest: "conflict or remoteChange",
  contested: "conflicting",
  desk: "fixture",
  encounter: "mergeState",
  errand: "task",
  essence: "the name of what is compared",
  gathered: "results",
  handover: "the name of what is passed on",
  heed: "apply, or ignore for its opposite",
  heeded: "applied",
  heeds: "applies",
  immodest: "tooLarge",
  knock: "probe",
  lamps: "the name of what the fixture sets up",
  manners: "rules",
  modesty: "limits",
  somebody: "user",
  told: "resolved, reported or the name of the data",
  unheard: "pendingEdits",
  unhurried: "debounce",
  whereabouts: "context",
  whoever: "user or caller",
  wish: "editRequest",
  wished: "requested",
};

export interface RetiredText {
  readonly pattern: RegExp;
  readonly use: string;
  /** A text that the pattern finds. */
  readonly example: string;
}

export const retiredInTexts: readonly RetiredText[] = [
  { pattern: /\bany more\b/i, use: "no longer", example: "{0} is not there any more." },
  { pattern: /\ball the same\b/i, use: "anyway", example: "Delete All the Same" },
  { pattern: /\bcalled off\b/i, use: "canceled", example: "Loading was called off." },
  { pattern: /\bcancelled\b/i, use: "canceled", example: "The upload was cancelled." },
  { pattern: /\be-mail\b/i, use: "email", example: "E-mail addresses" },
  { pattern: /\bgo on\b/i, use: "continue", example: "Go On Here" },
  { pattern: /\bgit\b/, use: "Git", example: "There is no git repository here." },
  { pattern: /\bheeds?\b/i, use: "ignores", example: "{0} does not heed these conditions." },
  { pattern: /\bin its present state\b/i, use: "now", example: "Not possible in its present state." },
  { pattern: /\bis so already\b/i, use: "already set", example: "{0} is so already" },
  { pattern: /\blook (?:again|at|into|whether)\b/i, use: "check, review or refresh", example: "Look Again" },
  {
    pattern: /\bmakes? no\b/i,
    use: "invalid, or an unexpected response",
    example: "The answer makes no sense.",
  },
  { pattern: /\bno (?:day|number|file)\b/i, use: "isn't a date, number or file", example: "This is no day." },
  { pattern: /\bnobody\b/i, use: "no user, or the passive voice", example: "Nobody listens at {0}." },
  { pattern: /\bof now\b/i, use: "current", example: "The state of now" },
  { pattern: /\bof this name\b/i, use: "with this name", example: "There is a query of this name." },
  { pattern: /\borganisation\b/i, use: "organization", example: "Your organisation's CA file" },
  { pattern: /\bpass(?:es|ed)? over\b/i, use: "ignores", example: "{0} passed over the condition." },
  { pattern: /\bplatform\b/i, use: "server or site", example: "The platform's administrators" },
  { pattern: /\bread on\b/i, use: "load more", example: "Read On" },
  { pattern: /\bsay who you are\b/i, use: "select your user", example: "Say Who You Are…" },
  { pattern: /\bshall\b/i, use: "should, or the present tense", example: "What shall be changed" },
  { pattern: /\bsomebody\b/i, use: "someone else or a user", example: "Somebody changed it." },
  { pattern: /\bstands?\b/i, use: "is", example: "What happened stands in the log" },
  { pattern: /\btells?\b/i, use: "reports or shows", example: "The server tells nothing." },
  { pattern: /\bthat you may see\b/i, use: "you have access to", example: "No project that you may see" },
  { pattern: /\bunsent\b/i, use: "draft", example: "1 unsent draft" },
  { pattern: /\bwhat becomes of\b/i, use: "resolve", example: "What becomes of {0}" },
  { pattern: /\bwhoever\b/i, use: "the user who", example: "Whoever saved it" },
];

const comment = /\/\*[\s\S]*?\*\/|\/\/.*/y;
const text = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const regularExpression =
  /(?<=[(,=:[!&|?{};\n]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/y;
/** From the start or the end of a substitution to the next one or to the end of the template. */
const templateText = /[`}](?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)/y;

/** The source with blanks for comments, strings, regular expressions, and the texts of templates. */
function blankTexts(source: string): string {
  let code = "";
  let position = 0;
  // For each open substitution of a template: how many braces are open inside.
  const braces: number[] = [];
  while (position < source.length) {
    const char = source.charAt(position);
    const endsSubstitution = char === "}" && braces.at(-1) === 0;
    const patterns = char === "`" || endsSubstitution ? [templateText] : [comment, text, regularExpression];
    let match: string | undefined;
    for (const pattern of patterns) {
      pattern.lastIndex = position;
      match ??= pattern.exec(source)?.[0];
    }
    if (match === undefined) {
      if (braces.length > 0 && (char === "{" || char === "}")) {
        braces.push((braces.pop() ?? 0) + (char === "{" ? 1 : -1));
      }
      code += char;
      position += 1;
      continue;
    }
    if (endsSubstitution) braces.pop();
    if (match.endsWith("${")) braces.push(0);
    code += match.replaceAll(/[^\n]/g, " ");
    position += match.length;
  }
  return code;
}

const identifier = /[A-Za-z_$][\w$]*/g;
const partOfIdentifier = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/;

export interface RetiredWord {
  readonly line: number;
  readonly text: string;
  readonly use: string;
}

/** Identifiers with a retired part; strings and comments are not searched. */
export function findRetiredIdentifiers(source: string): readonly RetiredWord[] {
  return blankTexts(source)
    .split("\n")
    .flatMap((line, index) =>
      [...line.matchAll(identifier)].flatMap(([name]) => {
        const part = name
          .split(partOfIdentifier)
          .find((each) => Object.hasOwn(retiredInIdentifiers, each.toLowerCase()));
        const use = part === undefined ? undefined : retiredInIdentifiers[part.toLowerCase()];
        return use === undefined ? [] : [{ line: index + 1, text: name, use }];
      }),
    );
}

export function findRetiredTexts(texts: Iterable<string>): readonly Omit<RetiredWord, "line">[] {
  return [...texts].flatMap((text) => {
    const found = retiredInTexts.find(({ pattern }) => pattern.test(text));
    return found === undefined ? [] : [{ text, use: found.use }];
  });
}
