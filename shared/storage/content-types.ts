// What kind of content a stored file has, by the end of its key.
import { extname } from "node:path/posix";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".mp4": "video/mp4",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".vtt": "text/vtt; charset=utf-8",
  ".srt": "application/x-subrip; charset=utf-8",
  ".json": "application/json",
  ".gz": "application/gzip",
};

/** A media type for a `content-type` header. */
export function contentTypeOf(key: string): string {
  return CONTENT_TYPES[extname(key)] ?? "application/octet-stream";
}
