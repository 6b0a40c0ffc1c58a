// What of the text of subtitles is said: tags, references to characters, and what ASS writes between words are not. A tag
// begins as one of HTML's does, because people write "x < 3" and "<3" too. What begins a tag ends the search for another
// one's end, or a stranger's line of nothing but such beginnings would be read from each of them to its end.

/** Also an instruction of ASS such as {\an8}, which converters leave in other formats. */
const TAG = /<\/?[a-z][^<>]*>|<\d+:\d{2}[\d:.]*>|\{\\[^{}]*\}/gi;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+\d?));/gi;
/**
 * What ASS draws, such as a banner behind a name: ffmpeg writes the pen's ways down as text. With a bound on those of one
 * drawing: an engine of patterns remembers each, and has no room for millions.
 */
const DRAWING = /(?<!\S)m(?: -?\d+(?:\.\d+)?){2}(?: (?:[mnlbspc]|-?\d+(?:\.\d+)?)){1,100000}(?!\S)/g;
/** What is escaped is text; players of ASS show nothing that is in braces, whether an instruction or a note. */
const ASS_BRACES = /\\([{}])|\{[^{}\n]*\}/g;
/** Other formats have no notes, and may speak of the set {a, b}; instructions are copied into them. */
const OTHER_BRACES = /\\([{}])|\{\\[^{}\n]*\}/g;

/** HTML's names of the characters from U+00A0 to U+00FF, in their order. */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para " +
  "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave " +
  "Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc " +
  "Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc " +
  "iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
/** Names of those that other subtitles have; the others of HTML's two thousand are shown as they are written. */
const OTHER_NAMES =
  "amp lt gt quot apos lrm rlm ndash mdash hellip bull euro trade lsquo rsquo sbquo ldquo rdquo bdquo lsaquo rsaquo";
const OTHER_CHARACTERS = "&<>\"'\u200e\u200f–—…•€™‘’‚“”„‹›";
const NAMED = new Map([
  ...LATIN_1.split(" ").map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
  ...OTHER_NAMES.split(" ").map((name, index) => [name, OTHER_CHARACTERS.charAt(index)] as const),
]);

function referredTo(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
  const isCharacter = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : whole;
}

/**
 * The text of a line of WebVTT as read aloud: without tags, with the characters that references stand for, and letters
 * composed (NFC).
 */
export function plainText(line: string): string {
  const plain = line.replaceAll(TAG, "").replaceAll(REFERENCE, referredTo).replaceAll(/\s+/g, " ").trim();
  return plain.normalize("NFC");
}

/** Text of other formats, of which ffmpeg makes WebVTT by way of ASS, without what it leaves of that. */
export function withoutAss(text: string, isAss: boolean): string {
  const braces = isAss ? ASS_BRACES : OTHER_BRACES;
  return text.replaceAll("\\h", " ").replaceAll(braces, "$1").replaceAll(DRAWING, "");
}
