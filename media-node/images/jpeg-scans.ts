// How many scans a JPEG has. A progressive one may have any number, each of which goes over the whole image and may be a
// hundred bytes long: one of 220 kB and 64 million pixels took 8 s, ten thousand of its scans take minutes. Nothing ends that
// from outside: sharp's own timeout looks only between stretches of decoded rows, and here the first comes behind all scans.

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Of markers without a segment: a byte 0xff of the data itself, those of restarts, the image's start, and those that mean
 * nothing: decoders skip no segment behind them, which could hide scans.
 */
function isAlone(code: number): boolean {
  return code < 0xc0 || (code >= 0xd0 && code <= 0xd8);
}

/** Where the next marker with a segment is, from some place on, or the file's end. */
function findSegment(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length) {
    const code = file[at] === MARKER ? file[at + 1] : MARKER;
    if (code !== MARKER && code !== undefined && !isAlone(code)) return at;
    at += code === MARKER ? 1 : 2;
  }
  return at;
}

/** Whether a JPEG's content has more than so many scans. */
export function hasMoreScans(file: Buffer, max: number): boolean {
  let scans = 0;
  for (let at = findSegment(file, 0); at + 4 <= file.length; ) {
    const code = file[at + 1];
    if (code === END_OF_IMAGE) return false;
    if (code === START_OF_SCAN) scans += 1;
    if (scans > max) return true;
    at = findSegment(file, at + 2 + file.readUInt16BE(at + 2));
  }
  return false;
}
