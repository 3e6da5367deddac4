// A request as a command for a terminal. Secrets stay out of it: the shell puts them in, from its environment, or curl asks.

/** How one signs in, without what proves it. */
export type CurlSignIn =
  | { readonly kind: "none" }
  | { readonly kind: "accessKey" }
  | { readonly kind: "token"; readonly userId: string }
  | { readonly kind: "basic"; readonly username: string };

export interface CurlRequest {
  readonly url: string;
  readonly signIn: CurlSignIn;
  /** Certificates that are trusted for the site. */
  readonly caFile: string | undefined;
}

/** One word for a POSIX shell, which takes it as it stands. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A header can't hold the end of its line: curl would send the rest as another one. */
function header(name: string, value: string): string {
  return `--header ${quoted(`${name}: ${value.replaceAll(/[\r\n\0]/g, "")}`)}`;
}

/** The environment variable that holds the secret; undefined where none is needed. */
export function curlVariable({ kind }: CurlSignIn): string | undefined {
  switch (kind) {
    case "accessKey":
      return "TULEAP_ACCESS_KEY";
    case "token":
      return "TULEAP_TOKEN";
    case "basic":
    case "none":
      return undefined;
  }
}

function signInOptions(signIn: CurlSignIn): readonly string[] {
  switch (signIn.kind) {
    case "none":
      return [];
    case "accessKey":
      return [`--header "X-Auth-AccessKey: $TULEAP_ACCESS_KEY"`];
    case "token":
      return [`--header "X-Auth-Token: $TULEAP_TOKEN"`, header("X-Auth-UserId", signIn.userId)];
    case "basic":
      // Without a password curl asks for it.
      return [`--user ${quoted(signIn.username.replaceAll("\0", ""))}`];
  }
}

export function curlCommand({ url, signIn, caFile }: CurlRequest): string {
  return [
    // Brackets and braces in an address are no patterns.
    "curl --globoff",
    ...signInOptions(signIn),
    header("Accept", "application/json"),
    header("Content-Type", "application/json"),
    ...(caFile === undefined ? [] : [`--cacert ${quoted(caFile)}`]),
    quoted(url),
  ].join(" ");
}
