import type { CurlSignIn } from "../../model/curl.ts";
import type { Accounts } from "../accounts.ts";

/** How one signs in to a site, without what proves it. */
export async function curlSignIn(accounts: Accounts, api: string): Promise<CurlSignIn> {
  const credential = (await accounts.current(api))?.credential;
  switch (credential?.kind) {
    case undefined:
      return { kind: "none" };
    case "accessKey":
      return { kind: "accessKey" };
    case "token":
      return { kind: "token", userId: credential.userId };
    case "basic":
      return { kind: "basic", username: credential.username };
  }
}
