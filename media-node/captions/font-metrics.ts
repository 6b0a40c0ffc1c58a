// Reads from a TrueType or OpenType font what laying text out takes: which characters it has, how wide they are, and
// how libass scales it. Only the tables that say so are read (cmap formats 4 and 12, hmtx, hhea, OS/2, name). Kerning
// and ligatures are left out: they change the width of a line by less than the space that any layout must leave, save where
// letters melt into others (shaped-widths).

export interface FontMetrics {
  /** The name by which libass finds the font (name id 1). */
  readonly family: string;
  /** Above and below the baseline as libass counts them, in em: the larger their sum, the smaller its letters. */
  readonly ascentEm: number;
  readonly descentEm: number;
  readonly capHeightEm: number;
  /** Width of a character in em; undefined for one that the font lacks. */
  advanceEm(codePoint: number): number | undefined;
}

type Table = DataView;

/** What is read of a font; outlines, which are most of its bytes, are not. */
export const FONT_TABLES = ["cmap", "head", "hhea", "hmtx", "name", "OS/2"] as const;
/** Bytes of a file before its table directory, and of each entry of that. */
export const FONT_HEADER_BYTES = 12;
export const FONT_ENTRY_BYTES = 16;

const COLLECTION = 0x74746366;
const NAME_FAMILY = 1;
const DEFAULT_CAP_HEIGHT_EM = 0.7;

/** Where in a file its first font begins, from the file's first 16 bytes: a collection begins with a list of fonts. */
export function firstFontOffset(start: DataView): number {
  return start.getUint32(0) === COLLECTION ? start.getUint32(12) : 0;
}

/** Where in the file each table lies, by its tag, from the entries of the table directory. */
export function tablePlaces(directory: DataView): Map<string, { offset: number; length: number }> {
  const places = new Map<string, { offset: number; length: number }>();
  for (let at = 0; at < directory.byteLength; at += FONT_ENTRY_BYTES) {
    const letters = [0, 1, 2, 3].map((index) => directory.getUint8(at + index));
    const tag = String.fromCharCode(...letters);
    places.set(tag, { offset: directory.getUint32(at + 8), length: directory.getUint32(at + 12) });
  }
  return places;
}

function need(tables: ReadonlyMap<string, Table>, tag: string): Table {
  const table = tables.get(tag);
  if (table === undefined) throw new RangeError(`The font has no table ${tag}.`);
  return table;
}

/** The glyph of a character in a format 4 subtable, 0 for none. */
function glyphInSegments(table: Table, at: number, codePoint: number): number {
  const doubled = table.getUint16(at + 6);
  const [ends, starts] = [at + 14, at + 16 + doubled];
  for (let segment = 0; segment < doubled; segment += 2) {
    if (table.getUint16(ends + segment) < codePoint) continue;
    const first = table.getUint16(starts + segment);
    if (first > codePoint) return 0;
    const delta = table.getUint16(starts + doubled + segment);
    const rangeAt = starts + 2 * doubled + segment;
    const range = table.getUint16(rangeAt);
    if (range === 0) return (codePoint + delta) & 0xffff;
    const glyph = table.getUint16(rangeAt + range + 2 * (codePoint - first));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

/** The glyph of a character in a format 12 subtable, 0 for none. */
function glyphInGroups(table: Table, at: number, codePoint: number): number {
  let [low, high] = [0, table.getUint32(at + 12) - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const group = at + 16 + 12 * middle;
    if (codePoint < table.getUint32(group)) high = middle - 1;
    else if (codePoint > table.getUint32(group + 4)) low = middle + 1;
    else return table.getUint32(group + 8) + codePoint - table.getUint32(group);
  }
  return 0;
}

function readGlyphs(cmap: Table): (codePoint: number) => number {
  const subtables = Array.from({ length: cmap.getUint16(2) }, (_, index) => cmap.getUint32(8 + 8 * index));
  const whole = subtables.find((at) => cmap.getUint16(at) === 12);
  if (whole !== undefined) return (codePoint) => glyphInGroups(cmap, whole, codePoint);
  const basic = subtables.find((at) => cmap.getUint16(at) === 4);
  if (basic === undefined) throw new RangeError("The font maps characters in no way that is read here.");
  return (codePoint) => (codePoint > 0xffff ? 0 : glyphInSegments(cmap, basic, codePoint));
}

function readFamily(name: Table): string {
  const strings = name.getUint16(4);
  for (let index = 0; index < name.getUint16(2); index += 1) {
    const at = 6 + 12 * index;
    const isWindows = name.getUint16(at) === 3;
    if (!isWindows || name.getUint16(at + 6) !== NAME_FAMILY) continue;
    const [length, offset] = [name.getUint16(at + 8), name.getUint16(at + 10)];
    const bytes = new Uint8Array(name.buffer, name.byteOffset + strings + offset, length);
    return new TextDecoder("utf-16be").decode(bytes);
  }
  throw new RangeError("The font has no family name.");
}

/** libass sizes a font by OS/2's Windows metrics, as VSFilter did, and by hhea's where those are zero. */
function readHeights(
  tables: ReadonlyMap<string, Table>,
): Pick<FontMetrics, "ascentEm" | "descentEm" | "capHeightEm"> {
  const unitsPerEm = need(tables, "head").getUint16(18);
  const [hhea, os2] = [need(tables, "hhea"), tables.get("OS/2")];
  const windows = os2 === undefined ? [0, 0] : [os2.getInt16(74), os2.getInt16(76)];
  const [ascent = 0, descent = 0] =
    (windows[0] ?? 0) + (windows[1] ?? 0) === 0 ? [hhea.getInt16(4), -hhea.getInt16(6)] : windows;
  const hasCapHeight = os2 !== undefined && os2.getUint16(0) >= 2 && os2.getInt16(88) > 0;
  return {
    ascentEm: ascent / unitsPerEm,
    descentEm: descent / unitsPerEm,
    capHeightEm: hasCapHeight ? os2.getInt16(88) / unitsPerEm : DEFAULT_CAP_HEIGHT_EM,
  };
}

/** From the tables of a font, by their tags. @throws RangeError when they are none that are read here */
export function readFontMetrics(tables: ReadonlyMap<string, DataView>): FontMetrics {
  const unitsPerEm = need(tables, "head").getUint16(18);
  const lastAdvance = need(tables, "hhea").getUint16(34) - 1;
  const hmtx = need(tables, "hmtx");
  const glyphOf = readGlyphs(need(tables, "cmap"));
  const advances = new Map<number, number | undefined>();
  const readAdvance = (codePoint: number): number | undefined => {
    const glyph = glyphOf(codePoint);
    return glyph === 0 ? undefined : hmtx.getUint16(4 * Math.min(glyph, lastAdvance)) / unitsPerEm;
  };
  return {
    family: readFamily(need(tables, "name")),
    ...readHeights(tables),
    advanceEm: (codePoint) => {
      if (!advances.has(codePoint)) advances.set(codePoint, readAdvance(codePoint));
      return advances.get(codePoint);
    },
  };
}
