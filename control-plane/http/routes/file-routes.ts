// Serves stored files by signed links, with byte ranges, so that a browser can play and seek in a clip.
import { extname } from "node:path/posix";
import { AppError } from "../../../shared/errors.ts";
import { parseByteRange } from "../../../shared/storage/byte-range.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { verifySignedPath } from "../../../shared/storage/signed-url.ts";
import type { Call, Method, Reply, Route } from "../route.ts";
import { FILES_PREFIX, type LinkSettings } from "../signed-links.ts";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".mp4": "video/mp4",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".vtt": "text/vtt; charset=utf-8",
  ".srt": "application/x-subrip; charset=utf-8",
};

async function serveFile(storage: ObjectStorage, method: Method, call: Call): Promise<Reply> {
  const storageKey = call.path.slice(FILES_PREFIX.length);
  const info = await storage.stat(storageKey);
  if (info === undefined) throw new AppError("NOT_FOUND", "This file is gone: files are kept for 30 days.");
  const range = parseByteRange(call.headers.range, info.sizeBytes);
  const headers: Record<string, string> = {
    "content-type": CONTENT_TYPES[extname(storageKey)] ?? "application/octet-stream",
    "accept-ranges": "bytes",
    "last-modified": info.modifiedAt.toUTCString(),
    "cache-control": "private, max-age=3600",
  };
  if (range !== undefined) headers["content-range"] = `bytes ${range.start}-${range.end}/${info.sizeBytes}`;
  return {
    kind: "file",
    status: range === undefined ? 200 : 206,
    headers,
    sizeBytes: range === undefined ? info.sizeBytes : range.end - range.start + 1,
    content: method === "HEAD" ? null : await storage.open(storageKey, range),
  };
}

export function fileRoutes({ storage, links }: { storage: ObjectStorage; links: LinkSettings }): Route[] {
  return (["GET", "HEAD"] as const).map((method) => ({
    method,
    path: `${FILES_PREFIX}*`,
    access: "public",
    body: "none",
    handle(call) {
      verifySignedPath({ secrets: links.secrets, method: "GET", path: call.path, query: call.query });
      return serveFile(storage, method, call);
    },
  }));
}
