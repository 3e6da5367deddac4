import * as z from "zod";

const listed = z.array(z.unknown());
const resource = z.object({ type: z.string(), uri: z.string() });

/**
 * The address of a collection below a resource: the one that its representation lists or, where it lists
 * none, the specification's path, which is the type appended to the resource's own address.
 */
export function subResource(
  owner: { readonly uri: string; readonly resources?: unknown },
  type: string,
): string {
  const resources = listed.safeParse(owner.resources);
  for (const each of resources.success ? resources.data : []) {
    const known = resource.safeParse(each);
    if (known.success && known.data.type === type) return known.data.uri;
  }
  return `${owner.uri}/${type}`;
}
