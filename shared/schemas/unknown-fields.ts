// Fields of a body that its schema does not know. They are ignored, so that clients of a later version keep working;
// but a misspelt field that silently does nothing is found by nobody, so the reply names it with the field most like it.
import { distance } from "fastest-levenshtein";
import type { TSchema } from "typebox";

export interface UnknownField {
  /** From the body's root, such as `["subtitle", "font_sise"]`. */
  readonly path: readonly string[];
  /** The known field most like it, in the same way; null where none is. */
  readonly nearest: readonly string[] | null;
}

/** Fields that one reply names, and characters that it shows of a name. */
const MAX_NAMED = 5;
const MAX_NAME_LENGTH = 64;
/** Of a name's characters, this many may differ from those of the field that was probably meant. */
const MAX_DIFFERENT_SHARE = 0.4;

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  /** True where any field is part of the value, as in a model's input. */
  readonly additionalProperties?: unknown;
}

type Path = readonly string[];

function knownPaths({ properties = {} }: ObjectSchema, parent: Path = []): Path[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...parent, name];
    return [path, ...knownPaths(schema, path)];
  });
}

/** As it is compared: `clipCount` and `clip-count` are `clip_count` to whoever reads them. */
function plain(name: string): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

function isSibling(a: Path, b: Path): boolean {
  return a.length === b.length && a.slice(0, -1).every((name, index) => name === b[index]);
}

/** The field most like an unknown one: by its letters among those beside it, or of the same name elsewhere. */
function nearestTo(path: Path, known: readonly Path[]): Path | null {
  const name = plain(path.at(-1) ?? "");
  const rated = known.map((candidate) => {
    const other = plain(candidate.at(-1) ?? "");
    const differs = distance(name, other);
    const isLike = isSibling(path, candidate)
      ? differs <= MAX_DIFFERENT_SHARE * Math.max(name.length, other.length)
      : differs === 0;
    return { candidate, differs: isLike ? differs : Number.POSITIVE_INFINITY };
  });
  const best = rated.reduce((a, b) => (b.differs < a.differs ? b : a));
  return Number.isFinite(best.differs) ? best.candidate : null;
}

function unknownPaths(schema: ObjectSchema, value: unknown, parent: Path = []): Path[] {
  const { properties, additionalProperties } = schema;
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (properties === undefined || additionalProperties === true || !isObject) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...parent, name];
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known === undefined ? [path] : unknownPaths(known, inner, path);
  });
}

/** Makes the search for fields of a body that an object's schema does not know; it finds a bounded number. */
export function unknownFieldsOf(schema: TSchema): (body: unknown) => UnknownField[] {
  const known = knownPaths(schema as ObjectSchema);
  return (body) =>
    unknownPaths(schema as ObjectSchema, body)
      .slice(0, MAX_NAMED)
      .map((path) => ({ path, nearest: known.length === 0 ? null : nearestTo(path, known) }));
}

function shown(path: Path): string {
  return `\`${path.map((name) => name.slice(0, MAX_NAME_LENGTH)).join(".")}\``;
}

/** For a client to read: "`clip_cuont` is not known, did you mean `clip_count`?" */
export function describeUnknownField({ path, nearest }: UnknownField): string {
  return nearest === null
    ? `${shown(path)} is not known.`
    : `${shown(path)} is not known, did you mean ${shown(nearest)}?`;
}
