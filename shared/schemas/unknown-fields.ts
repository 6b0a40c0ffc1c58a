// Fields of a body that its schema does not know. They are ignored, so that clients of a later version keep working;
// but a misspelt field that silently does nothing is found by nobody, so the reply names it with the field most like it.
import { distance } from "fastest-levenshtein";
import type { TSchema } from "typebox";
import { cutText } from "../cut-text.ts";
import { plainLine } from "../plain-line.ts";

/** Names of fields, and places in lists. */
export type FieldPath = readonly (string | number)[];

export interface UnknownField {
  /** From the body's root, such as `["subtitle", "font_sise"]`; of a list, where its first item with such a field is. */
  readonly path: FieldPath;
  /** The known field most like it, in the same way; null where none is. */
  readonly nearest: FieldPath | null;
}

export interface UnknownFields {
  /** Those that are like a known one come first. */
  readonly fields: readonly UnknownField[];
  /** How many there are, of which no more than a bound are in `fields`. */
  readonly count: number;
}

/** Characters that are shown of a name, and of all sentences save for the last one. */
const MAX_NAME_LENGTH = 64;
const MAX_TEXT_LENGTH = 1_000;
/** Each is compared with all known ones, some 5 µs. */
const MAX_COMPARED = 1_000;
/** Of a name's characters, this many may differ from those of the field that was probably meant. */
const MAX_DIFFERENT_SHARE = 0.4;
/** Any place in a list. */
const ITEM = -1;

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  /** Of a list. */
  readonly items?: ObjectSchema;
  /** True where any field is part of the value, as in a model's input. */
  readonly additionalProperties?: unknown;
}

function knownPaths({ properties = {}, items }: ObjectSchema, parent: FieldPath = []): FieldPath[] {
  if (items !== undefined) return knownPaths(items, [...parent, ITEM]);
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...parent, name];
    return [path, ...knownPaths(schema, path)];
  });
}

/** As it is compared: `clipCount` and `clip-count` are `clip_count` to whoever reads them. */
function plain(name: string | number | undefined): string {
  return String(name)
    .slice(0, MAX_NAME_LENGTH)
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/** `video_url` and `videoUrl` as the words "video" and "url". */
function wordsOf(name: string | number | undefined): string[] {
  return String(name)
    .slice(0, MAX_NAME_LENGTH)
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** Whether one has all words of the other: one operation's `url` is another one's `video_url`. */
function holdsOther(a: readonly string[], b: readonly string[]): boolean {
  const [fewer, more] = a.length < b.length ? [a, b] : [b, a];
  return fewer.length > 0 && fewer.every((word) => more.includes(word));
}

interface KnownField {
  readonly path: FieldPath;
  readonly plain: string;
  readonly words: readonly string[];
}

function inAnyItem(path: FieldPath): FieldPath {
  return path.map((step) => (typeof step === "number" ? ITEM : step));
}

function isSibling(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && a.slice(0, -1).every((step, index) => step === b[index]);
}

/**
 * The field most like an unknown one: beside it one of the same words, or else by its letters; or of the same name elsewhere.
 * Words come first, since by its letters `title` is `subtitle` before it is `video_title`.
 */
function nearestTo(path: FieldPath, known: readonly KnownField[]): FieldPath | null {
  const place = inAnyItem(path);
  const name = plain(path.at(-1));
  const words = wordsOf(path.at(-1));
  const rated = known.map((field) => {
    const isBeside = isSibling(place, field.path);
    const differs = distance(name, field.plain);
    const mostDiffering = isBeside ? MAX_DIFFERENT_SHARE * Math.max(name.length, field.plain.length) : 0;
    const isSameWords = isBeside && holdsOther(words, field.words);
    return { field, differs, isSameWords, isLike: differs <= mostDiffering };
  });
  const ofSameWords = rated.filter(({ isSameWords }) => isSameWords);
  const alike = ofSameWords.length > 0 ? ofSameWords : rated.filter(({ isLike }) => isLike);
  const [nearest] = alike.toSorted((a, b) => a.differs - b.differs);
  return nearest?.field.path ?? null;
}

interface Found {
  /** As many as are compared. */
  readonly paths: FieldPath[];
  count: number;
  /** Of the items of a list, the first that has a field stands for all that have it. */
  readonly inItems: Set<string>;
}

function note(found: Found, parent: FieldPath, name: string): void {
  if (parent.some((step) => typeof step === "number")) {
    const key = JSON.stringify([...inAnyItem(parent), name]);
    if (found.inItems.has(key)) return;
    found.inItems.add(key);
  }
  found.count += 1;
  if (found.paths.length < MAX_COMPARED) found.paths.push([...parent, name]);
}

function findUnknown(schema: ObjectSchema, value: unknown, found: Found, parent: FieldPath = []): void {
  const { properties, items, additionalProperties } = schema;
  if (items !== undefined && Array.isArray(value)) {
    for (const [index, item] of value.entries()) findUnknown(items, item, found, [...parent, index]);
    return;
  }
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (properties === undefined || additionalProperties === true || !isObject) return;
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known === undefined) note(found, parent, name);
    else findUnknown(known, inner, found, [...parent, name]);
  }
}

/** Makes the search for fields of a body that an object's schema does not know. */
export function unknownFieldsOf(schema: TSchema): (body: unknown) => UnknownFields {
  const known = knownPaths(schema as ObjectSchema).map(
    (path): KnownField => ({ path, plain: plain(path.at(-1)), words: wordsOf(path.at(-1)) }),
  );
  return (body) => {
    const found: Found = { paths: [], count: 0, inItems: new Set() };
    findUnknown(schema as ObjectSchema, body, found);
    const { paths, count } = found;
    const fields = paths.map((path) => ({ path, nearest: nearestTo(path, known) }));
    const isLikeNone = ({ nearest }: UnknownField): number => (nearest === null ? 1 : 0);
    return { fields: fields.toSorted((a, b) => isLikeNone(a) - isLikeNone(b)), count };
  };
}

/** In one line, whatever the client has called it; without the half of a character, which strict readers of JSON refuse. */
function showName(name: string): string {
  return cutText(plainLine(name.slice(0, 2 * MAX_NAME_LENGTH)), MAX_NAME_LENGTH);
}

/** For a client to read, such as `subtitle.font_size` or `words[].word`. */
export function showPath(path: FieldPath): string {
  return path
    .map((step) => (typeof step === "number" ? "[]" : `.${showName(step)}`))
    .join("")
    .slice(1);
}

function describeUnknownField({ path, nearest }: UnknownField): string {
  const meant = nearest === null ? "." : `, did you mean \`${showPath(nearest)}\`?`;
  return `\`${showPath(path)}\` is not known${meant}`;
}

/** For a client to read: "`clip_cuont` is not known, did you mean `clip_count`?" Empty where there are none. */
export function describeUnknownFields({ fields, count }: UnknownFields): string {
  const sentences: string[] = [];
  let length = 0;
  for (const field of fields) {
    const sentence = describeUnknownField(field);
    length += sentence.length + 1;
    if (length > MAX_TEXT_LENGTH) break;
    sentences.push(sentence);
  }
  const more = count - sentences.length;
  if (more > 0)
    sentences.push(more === 1 ? "1 more field is not known." : `${more} more fields are not known.`);
  return sentences.join(" ");
}
