// Takes a large JSON text apart element by element, so that whoever reads one can let others have their turn in between:
// JSON.parse of a transcription of six hours holds the event loop for 50 to 70 ms (2026-11, one core).

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;

function isOpening(byte: number | undefined): boolean {
  return byte === OBJECT || byte === LIST;
}

function isClosing(byte: number | undefined): boolean {
  return byte === 0x7d || byte === 0x5d;
}

/**
 * The index behind the string that begins at an index. Byte by byte: most strings are short, and a call of indexOf for each
 * takes longer than they do.
 */
function behindString(json: Buffer, start: number): number {
  for (let index = start + 1; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) return index + 1;
    if (byte === BACKSLASH) index += 1;
  }
  return json.length;
}

/** The index of the first comma or closing bracket at the level on which an index lies. */
function behindValue(json: Buffer, start: number): number {
  let depth = 0;
  let index = start;
  while (index < json.length) {
    const byte = json[index];
    if (byte === QUOTE) {
      index = behindString(json, index);
      continue;
    }
    if (depth === 0 && (byte === COMMA || isClosing(byte))) return index;
    if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    index += 1;
  }
  return index;
}

function nameOf(property: string): Buffer {
  return Buffer.from(`${JSON.stringify(property)}:`);
}

/** Where the value behind a name begins in the object between two indices, or -1. */
function findValue(json: Buffer, name: Buffer, start: number, end: number): number {
  for (let index = start + 1; index < end; index = behindValue(json, index) + 1) {
    const nameEnd = index + name.length;
    if (nameEnd < end && json.compare(name, 0, name.length, index, nameEnd) === 0) return nameEnd;
  }
  return -1;
}

/** The text of the object between two indices with null behind a name. */
function textWithout(json: Buffer, name: Buffer, start: number, end: number): string {
  const value = findValue(json, name, start, end);
  if (value === -1) return json.toString("utf8", start, end);
  return `${json.toString("utf8", start, value)}null${json.toString("utf8", behindValue(json, value), end)}`;
}

/**
 * The elements of the list that is a property of the outermost object; none where there is no such list.
 * @param json JSON in UTF-8 without spaces, as JSON.stringify writes it
 * @param omitted a property that is null in every object of the list, whatever it is: the words of a transcription with
 * their times are nine tenths of it, and parsing them took half of the time
 */
export function* listElements(json: Buffer, property: string, omitted?: string): Generator<unknown> {
  const list = findValue(json, nameOf(property), 0, json.length);
  if (list === -1 || json[list] !== LIST) return;
  const name = omitted === undefined ? undefined : nameOf(omitted);
  for (let start = list + 1; start < json.length && !isClosing(json[start]); ) {
    const end = behindValue(json, start);
    const isWhole = name === undefined || json[start] !== OBJECT;
    yield JSON.parse(isWhole ? json.toString("utf8", start, end) : textWithout(json, name, start, end));
    if (json[end] !== COMMA) return;
    start = end + 1;
  }
}
