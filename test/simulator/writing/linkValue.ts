import { isObject } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { Refusal } from "../http/refusal.ts";
import { canReadArtifact } from "../state/access.ts";
import type { Artifact } from "../state/artifact.ts";
import type { Field } from "../state/field.ts";
import type { FieldValue, Link } from "../state/value.ts";
import { isList, member, wrongShape } from "./writing.ts";
import type { Writing } from "./writing.ts";

type LinksField = Extract<Field, { kind: "links" }>;

const child = "_is_child";

/**
 * `links` is the complete list of what leads away, `all_links` that of both directions, and `parent` one more that leads here.
 * What the writer can't see stays as it is.
 */
export function linkValue(entry: JsonObject, field: LinksField, writing: Writing): FieldValue | undefined {
  const [links, all, parent] = ["links", "all_links", "parent"].map((name) => member(entry, name));
  if (all !== undefined && (links !== undefined || parent !== undefined)) {
    throw new Refusal(400, "all_links stands alone: neither links nor parent can be beside it");
  }
  if (isList(all)) return inBothDirections(all, field, writing);
  if (!isList(links) && parent === undefined) throw wrongShape(field, '"links": [{"id": 12, "type": ""}]');
  if (isObject(parent)) addParent(Number(parent["id"]), field, writing);
  if (!isList(links)) return undefined;
  return forwardValue(
    links.map((link) => readLink(link, field)),
    field,
    writing,
  );
}

function inBothDirections(all: readonly Json[], field: LinksField, writing: Writing): FieldValue | undefined {
  const read = all.map((link) => {
    const direction = isObject(link) ? link["direction"] : undefined;
    const isTyped = isObject(link) && typeof link["type"] === "string";
    if (!isTyped || (direction !== "forward" && direction !== "reverse")) {
      throw wrongShape(field, '"all_links": [{"id": 12, "direction": "forward", "type": ""}]');
    }
    return { direction, link: readLink(link, field) };
  });
  const only = (wanted: string) => read.filter((each) => each.direction === wanted).map(({ link }) => link);
  setReverse(only("reverse"), field, writing);
  return forwardValue(only("forward"), field, writing);
}

function readLink(link: Json, field: LinksField): Link {
  const { id, type = "" } = isObject(link) ? link : {};
  const artifactId = Number(id);
  if (!Number.isInteger(artifactId)) throw wrongShape(field, '"links": [{"id": 12, "type": ""}]');
  return { artifactId, type: typeof type === "string" ? type : "" };
}

function forwardValue(wanted: readonly Link[], field: LinksField, writing: Writing): FieldValue | undefined {
  const targets = wanted.map((link) => checked(link, field, writing));
  if (targets.includes(undefined)) return undefined;
  const { world, writer, artifact } = writing;
  const hidden = linksOf(artifact, field).forward.filter((link) => {
    const target = world.artifacts.byId(link.artifactId);
    return target !== undefined && !canReadArtifact(writer, target);
  });
  return { kind: "links", forward: [...hidden, ...wanted], reverse: [] };
}

/** The other end, if it is there and may be linked that way. */
function checked({ artifactId, type }: Link, field: LinksField, writing: Writing): Artifact | undefined {
  const { world, writer, complaints, manners, artifact } = writing;
  const target = world.artifacts.byId(artifactId);
  if (target === undefined || !canReadArtifact(writer, target) || target.id === artifact?.id) {
    complaints.say(`${field.label}: there is no artifact ${artifactId} to link.`);
  } else if (type !== "" && !manners.isLinkType(type, field)) {
    complaints.say(`${field.label}: artifact #${artifactId} can't be linked as "${type}".`);
  } else {
    return target;
  }
  return undefined;
}

function addParent(id: number, field: LinksField, writing: Writing): void {
  const parent = checked({ artifactId: id, type: child }, field, writing);
  if (parent === undefined) return;
  writing.afterwards.push((artifact) => {
    const own = { artifactId: artifact.id, type: child };
    rewrite(parent.id, writing, (forward) => (forward.some(isSame(own)) ? forward : [...forward, own]));
  });
}

function setReverse(wanted: readonly Link[], field: LinksField, writing: Writing): void {
  if (wanted.map((link) => checked(link, field, writing)).includes(undefined)) return;
  const { world, writer } = writing;
  writing.afterwards.push((artifact) => {
    const current = linksOf(artifact, field).reverse.filter((link) => {
      const source = world.artifacts.byId(link.artifactId);
      return source !== undefined && canReadArtifact(writer, source);
    });
    const own = (type: string): Link => ({ artifactId: artifact.id, type });
    for (const link of current.filter((each) => !wanted.some(isSame(each)))) {
      rewrite(link.artifactId, writing, (forward) => forward.filter((each) => !isSame(own(link.type))(each)));
    }
    for (const link of wanted.filter((each) => !current.some(isSame(each)))) {
      rewrite(link.artifactId, writing, (forward) => [...forward, own(link.type)]);
    }
  });
}

/** A link that leads here is a change of where it comes from: a new version there, none here. */
function rewrite(
  id: number,
  { world, writer }: Writing,
  change: (forward: readonly Link[]) => readonly Link[],
): void {
  const source = world.artifacts.byId(id);
  const field = source?.tracker.fields.find((each) => each.kind === "links");
  if (source === undefined || field === undefined) return;
  const { forward } = linksOf(source, field);
  const changed = change(forward);
  if (changed === forward) return;
  const value: FieldValue = { kind: "links", forward: changed, reverse: [] };
  world.artifacts.change(source, { by: writer.id, values: new Map([[field, value]]) });
}

function linksOf(artifact: Artifact | undefined, field: Field): Extract<FieldValue, { kind: "links" }> {
  const value = artifact?.valueOf(field);
  return value?.kind === "links" ? value : { kind: "links", forward: [], reverse: [] };
}

function isSame(one: Link): (other: Link) => boolean {
  return (other) => one.artifactId === other.artifactId && one.type === other.type;
}
