// Names of files that clients save: of whatever a title holds only what every system takes in a name.

/** What file systems, shells or readers of archives take for something else. */
const NOT_IN_NAMES = /[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|%]+/gu;
/** Devices of Windows, whatever their ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const MAX_BYTES = 120;

/** As much of a text as so many bytes of UTF-8 hold, cut between characters. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let kept = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) return kept;
    kept += character;
  }
  return kept;
}

/** A name without an ending. @param otherwise where nothing of the text can stand in one */
export function fileNameFor(text: string, otherwise: string): string {
  const plain = text
    .normalize("NFC")
    .replace(NOT_IN_NAMES, " ")
    .replace(/\s+/gu, " ")
    .replace(/^[\s.-]+/u, "");
  const name = cut(plain, MAX_BYTES).replace(/[\s.]+$/u, "");
  return name === "" || RESERVED.test(name) ? otherwise : name;
}

/** The header by which a browser saves a reply under a name (RFC 6266). */
export function attachment(name: string): string {
  const plain = name.replace(/[^ -~]/g, "_").replace(/["\\%]/g, "_");
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
