// What git is run with, so that nothing in a repository, its config or our own environment makes it run anything else.

/** Where the person's own config is, and how far git looks for a repository. */
const kept = new Set([
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CEILING_DIRECTORIES",
  "GIT_DISCOVERY_ACROSS_FILESYSTEM",
]);

const own: Readonly<Record<string, string>> = {
  // Failures are told apart by what git says.
  LC_ALL: "C",
  // To look at a repository is never to write into it.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  // A repository can say that its missing objects are to be fetched, by a program that it names. The second one is for
  // a git that does not know the first: no protocol has this name.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};

/** Those variables of the caller's that lead git elsewhere (`GIT_DIR`, `GIT_CONFIG_COUNT`, `GIT_SSH`…) stay behind. */
export function gitEnvironment(callers: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(callers).filter(([name]) => {
    const known = name.toUpperCase();
    return !known.startsWith("GIT_") || kept.has(known);
  });
  return { ...Object.fromEntries(others), ...own };
}

/** Said on the command line, which no config can gainsay. */
const settings = [
  "core.fsmonitor=false",
  // A path that has nothing below it: no hooks.
  "core.hooksPath=/dev/null",
  "log.showSignature=false",
  "log.mailmap=false",
  // One that can't be read would keep git from telling anything.
  "log.date=default",
  "color.ui=false",
  "submodule.recurse=false",
];

export function gitArguments(folder: string, args: readonly string[]): readonly string[] {
  return ["--no-pager", ...settings.flatMap((setting) => ["-c", setting]), "-C", folder, ...args];
}
