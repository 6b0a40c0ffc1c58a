// Media types of files by the ends of their names. Clients announce files by this table; what is served knows a few more
// (storage/content-types.ts).

/** What the client announces of a file of its user; anything else it sends as `application/octet-stream`. */
export const ANNOUNCED_TYPES: ReadonlyMap<string, string> = new Map([
  ["mp4", "video/mp4"],
  ["m4v", "video/mp4"],
  ["mov", "video/quicktime"],
  ["mkv", "video/x-matroska"],
  ["webm", "video/webm"],
  ["avi", "video/x-msvideo"],
  ["ts", "video/mp2t"],
  ["mp3", "audio/mpeg"],
  ["m4a", "audio/mp4"],
  ["wav", "audio/wav"],
  ["flac", "audio/flac"],
  ["ogg", "audio/ogg"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
]);

/** The type that is announced for a file; a name of any kind gives one. */
export function announcedType(filename: string): string {
  return ANNOUNCED_TYPES.get(filename.split(".").at(-1)?.toLowerCase() ?? "") ?? "application/octet-stream";
}
