// The name of a source's file, by which an editing program looks for it at its owner's: so it stays as it is, whatever other
// systems would not take of it, where names of what is exported are made fit for all of them (see file-names).
import { decodedUri } from "../../../shared/decoded-uri.ts";

const MEDIA_FILE = /\.(?:3gp|asf|avi|f4v|flv|m2ts|m2v|m4v|mkv|mov|mp4|mpe?g|mts|mxf|ogv|ts|vob|webm|wmv)$/i;
/** What no path or XML can hold. */
const NOT_IN_PATHS = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** What is behind the last slash; undefined where nothing is. */
function lastPart(path: string): string | undefined {
  const name = path.split(/[/\\]/).at(-1)?.replace(NOT_IN_PATHS, "") ?? "";
  return ["", ".", ".."].includes(name) ? undefined : name;
}

/**
 * The file's name of an upload, as it was announced; undefined where nothing stands behind its last slash.
 */
export function nameOfUpload(announced: string): string | undefined {
  return lastPart(announced);
}

/** A name that people know footage by, without the ending of its file. */
export function withoutMediaEnding(name: string): string {
  return name.replace(MEDIA_FILE, "");
}

/** The name of the file behind an address; undefined where it does not end as one of video does, as of a page. */
export function nameOfAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const name = lastPart(decodedUri(new URL(url).pathname));
  return name !== undefined && MEDIA_FILE.test(name) ? name : undefined;
}
