/** What proves who we are. Lives in SecretStorage and in the headers of requests to its own site only. */
export interface Credential {
  readonly kind: "accessKey";
  readonly key: string;
}

export function credentialHeaders(credential: Credential | undefined): Record<string, string> {
  return credential === undefined ? {} : { "X-Auth-AccessKey": credential.key };
}
