// What kind of content a stored file has, by the end of its key. Uploads keep the ending that a stranger chose, so neither
// table may have a type that a browser runs, such as HTML or SVG.
import { extname } from "node:path/posix";
import { ANNOUNCED_TYPES } from "../media-types.ts";

const SERVED_TYPES: ReadonlyMap<string, string> = new Map([
  ...ANNOUNCED_TYPES,
  ["ogv", "video/ogg"],
  ["mpg", "video/mpeg"],
  ["mpeg", "video/mpeg"],
  ["3gp", "video/3gpp"],
  ["oga", "audio/ogg"],
  ["opus", "audio/ogg"],
  ["aac", "audio/aac"],
  ["vtt", "text/vtt; charset=utf-8"],
  ["srt", "application/x-subrip; charset=utf-8"],
  ["json", "application/json"],
  ["gz", "application/gzip"],
]);

/** A media type for a `content-type` header. */
export function contentTypeOf(key: string): string {
  return SERVED_TYPES.get(extname(key).slice(1)) ?? "application/octet-stream";
}
