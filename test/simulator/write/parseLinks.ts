import { isObject } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { HttpError } from "../http/httpError.ts";
import { canReadArtifact } from "../state/access.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { FieldValue, Link } from "../state/value.ts";
import { isJsonArray, getMember, createFormatError } from "./writeContext.ts";
import type { WriteContext } from "./writeContext.ts";

type LinksField = Extract<Field, { kind: "links" }>;

const child = "_is_child";

/**
 * `links` is the complete list of forward links, `all_links` that of both directions, and `parent` one more reverse
 * link. Links to artifacts that the user can't read are kept.
 */
export function parseLinks(
  entry: JsonObject,
  field: LinksField,
  context: WriteContext,
): FieldValue | undefined {
  const [links, all, parent] = ["links", "all_links", "parent"].map((name) => getMember(entry, name));
  if (all !== undefined && (links !== undefined || parent !== undefined)) {
    throw new HttpError(400, "all_links stands alone: neither links nor parent can be beside it");
  }
  if (isJsonArray(all)) return parseAllLinks(all, field, context);
  if (!isJsonArray(links) && parent === undefined) {
    throw createFormatError(field, '"links": [{"id": 12, "type": ""}]');
  }
  if (isObject(parent)) addParent(Number(parent["id"]), field, context);
  if (!isJsonArray(links)) return undefined;
  return toForwardValue(
    links.map((link) => parseLink(link, field)),
    field,
    context,
  );
}

function parseAllLinks(
  all: readonly Json[],
  field: LinksField,
  context: WriteContext,
): FieldValue | undefined {
  const parsedLinks = all.map((link) => {
    const direction = isObject(link) ? link["direction"] : undefined;
    const isTyped = isObject(link) && typeof link["type"] === "string";
    if (!isTyped || (direction !== "forward" && direction !== "reverse")) {
      throw createFormatError(field, '"all_links": [{"id": 12, "direction": "forward", "type": ""}]');
    }
    return { direction, link: parseLink(link, field) };
  });
  const filterLinks = (requested: string) =>
    parsedLinks.filter((each) => each.direction === requested).map(({ link }) => link);
  setReverseLinks(filterLinks("reverse"), field, context);
  return toForwardValue(filterLinks("forward"), field, context);
}

function parseLink(link: Json, field: LinksField): Link {
  const { id, type = "" } = isObject(link) ? link : {};
  const artifactId = Number(id);
  if (!Number.isInteger(artifactId)) throw createFormatError(field, '"links": [{"id": 12, "type": ""}]');
  return { artifactId, type: typeof type === "string" ? type : "" };
}

function toForwardValue(
  requested: readonly Link[],
  field: LinksField,
  context: WriteContext,
): FieldValue | undefined {
  const targets = requested.map((link) => requireTarget(link, field, context));
  if (targets.includes(undefined)) return undefined;
  const { server, user, artifact } = context;
  const hidden = getLinks(artifact, field).forward.filter((link) => {
    const target = server.artifacts.find(link.artifactId);
    return target !== undefined && !canReadArtifact(user, target);
  });
  return { kind: "links", forward: [...hidden, ...requested], reverse: [] };
}

/** The linked artifact, if it exists and can be linked with that type. */
function requireTarget(
  { artifactId, type }: Link,
  field: LinksField,
  context: WriteContext,
): Artifact | undefined {
  const { server, user, errors, rules, artifact } = context;
  const target = server.artifacts.find(artifactId);
  if (target === undefined || !canReadArtifact(user, target) || target.id === artifact?.id) {
    errors.add(`${field.label}: there is no artifact ${artifactId} to link.`);
  } else if (type !== "" && !rules.isLinkType(type, field)) {
    errors.add(`${field.label}: artifact #${artifactId} can't be linked as "${type}".`);
  } else {
    return target;
  }
  return undefined;
}

function addParent(id: number, field: LinksField, context: WriteContext): void {
  const parent = requireTarget({ artifactId: id, type: child }, field, context);
  if (parent === undefined) return;
  context.afterWrite.push((artifact) => {
    const ownLink = { artifactId: artifact.id, type: child };
    updateForwardLinks(parent.id, context, (forward) =>
      forward.some(isSameLink(ownLink)) ? forward : [...forward, ownLink],
    );
  });
}

function setReverseLinks(requested: readonly Link[], field: LinksField, context: WriteContext): void {
  if (requested.map((link) => requireTarget(link, field, context)).includes(undefined)) return;
  const { server, user } = context;
  context.afterWrite.push((artifact) => {
    const current = getLinks(artifact, field).reverse.filter((link) => {
      const source = server.artifacts.find(link.artifactId);
      return source !== undefined && canReadArtifact(user, source);
    });
    const ownLink = (type: string): Link => ({ artifactId: artifact.id, type });
    for (const link of current.filter((each) => !requested.some(isSameLink(each)))) {
      updateForwardLinks(link.artifactId, context, (forward) =>
        forward.filter((each) => !isSameLink(ownLink(link.type))(each)),
      );
    }
    for (const link of requested.filter((each) => !current.some(isSameLink(each)))) {
      updateForwardLinks(link.artifactId, context, (forward) => [...forward, ownLink(link.type)]);
    }
  });
}

/** A reverse link is a change of its source: it creates a new version there, and none here. */
function updateForwardLinks(
  id: number,
  { server, user }: WriteContext,
  change: (forward: readonly Link[]) => readonly Link[],
): void {
  const source = server.artifacts.find(id);
  const field = source?.tracker.fields.find((each) => each.kind === "links");
  if (source === undefined || field === undefined) return;
  const { forward } = getLinks(source, field);
  const changed = change(forward);
  if (changed === forward) return;
  const value: FieldValue = { kind: "links", forward: changed, reverse: [] };
  server.artifacts.update(source, { by: user.id, values: new Map([[field, value]]) });
}

function getLinks(artifact: Artifact | undefined, field: Field): Extract<FieldValue, { kind: "links" }> {
  const value = artifact?.getValue(field);
  return value?.kind === "links" ? value : { kind: "links", forward: [], reverse: [] };
}

function isSameLink(first: Link): (second: Link) => boolean {
  return (second) => first.artifactId === second.artifactId && first.type === second.type;
}
