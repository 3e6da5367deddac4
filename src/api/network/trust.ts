// Which certificates are trusted.
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

class CaFileUnreadable extends Error {
  readonly code = "CA_FILE_UNREADABLE";
}

/** The platform's own trust, the system's, and the site's file: added to verification, never instead of it. */
async function trustedCertificates(caFile: string | undefined): Promise<string[]> {
  const usual = [...getCACertificates("default"), ...getCACertificates("system")];
  if (caFile === undefined) return usual;
  try {
    const text = await readFile(caFile, "utf8");
    // Throws if the file holds no certificate, which would otherwise be ignored silently.
    return [...usual, new X509Certificate(text).toString(), text];
  } catch (error) {
    throw new CaFileUnreadable(`The certificate file ${caFile} could not be read.`, { cause: error });
  }
}

/** Made once: reading some hundred certificates takes longer than a request, and would be done per connection. */
export async function trust(caFile: string | undefined): Promise<{ readonly secureContext: SecureContext }> {
  return { secureContext: createSecureContext({ ca: [...new Set(await trustedCertificates(caFile))] }) };
}
