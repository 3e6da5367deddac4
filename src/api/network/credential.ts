/** Stored in SecretStorage, and sent in the headers of requests to its own site only. */
export type Credential =
  | { readonly kind: "accessKey"; readonly key: string }
  /** Deprecated by the specification, and valid for 24 hours; the password isn't stored. */
  | {
      readonly kind: "token";
      readonly username: string;
      readonly userId: string;
      readonly token: string;
      readonly uri: string;
    }
  /** Discouraged by the specification: slower and riskier than a key. */
  | { readonly kind: "basic"; readonly username: string; readonly password: string };

export function credentialHeaders(credential: Credential | undefined): Record<string, string> {
  switch (credential?.kind) {
    case undefined:
      return {};
    case "accessKey":
      return { "X-Auth-AccessKey": credential.key };
    case "token":
      return { "X-Auth-Token": credential.token, "X-Auth-UserId": credential.userId };
    case "basic": {
      const pair = Buffer.from(`${credential.username}:${credential.password}`, "utf8");
      return { Authorization: `Basic ${pair.toString("base64")}` };
    }
  }
}
