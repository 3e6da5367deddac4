// The only place that loads the REST client, a bundle of its own, on the first request.
import type { Client, ClientOptions } from "../api/client.ts";

export async function openClient(options: ClientOptions): Promise<Client> {
  const { createClient } = await import("../api/client.ts");
  return createClient(options);
}
