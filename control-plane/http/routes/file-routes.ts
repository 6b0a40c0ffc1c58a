// Serves stored files by signed links, with byte ranges, so that a browser can play and seek in a clip. Who holds a file's
// version already is told so instead of being sent it again.
import { AppError } from "../../../shared/errors.ts";
import { parseByteRange } from "../../../shared/storage/byte-range.ts";
import { contentTypeOf } from "../../../shared/storage/content-types.ts";
import type { ObjectInfo, ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { verifySignedPath } from "../../../shared/storage/signed-url.ts";
import { checkVersion, isNotModifiedSince } from "../conditional-request.ts";
import type { Call, Method, Reply, Route } from "../route.ts";
import { FILES_PREFIX, type LinkSettings } from "../signed-links.ts";

/** Changes whenever the file does: what lies under a key is replaced whole. */
function entityTag({ sizeBytes, modifiedAt }: ObjectInfo): string {
  return `"${sizeBytes.toString(36)}-${modifiedAt.getTime().toString(36)}"`;
}

async function serveFile(storage: ObjectStorage, method: Method, call: Call): Promise<Reply> {
  const storageKey = call.path.slice(FILES_PREFIX.length);
  const info = await storage.stat(storageKey);
  if (info === undefined)
    throw new AppError("NOT_FOUND", "This file is gone: its time was up, or it was removed.");
  const etag = entityTag(info);
  const lastModified = info.modifiedAt.toUTCString();
  const version = { etag, "last-modified": lastModified, "cache-control": "private, max-age=3600" };
  checkVersion(call, etag, info.modifiedAt);
  if (isNotModifiedSince(call, etag, info.modifiedAt))
    return { kind: "file", status: 304, headers: version, sizeBytes: info.sizeBytes, content: null };
  // Whoever goes on with a part of another version gets the whole of this one (RFC 9110, section 13.1.5).
  const { "if-range": condition } = call.headers;
  const isSame = condition === undefined || condition === etag || condition === lastModified;
  // Of HEAD the RFC has servers ignore it (section 14.2).
  const range = isSame && method === "GET" ? parseByteRange(call.headers.range, info.sizeBytes) : undefined;
  const headers: Record<string, string> = {
    "content-type": contentTypeOf(storageKey),
    "accept-ranges": "bytes",
    ...version,
  };
  if (range !== undefined) headers["content-range"] = `bytes ${range.first}-${range.last}/${info.sizeBytes}`;
  return {
    kind: "file",
    status: range === undefined ? 200 : 206,
    headers,
    sizeBytes: range === undefined ? info.sizeBytes : range.last - range.first + 1,
    content: method === "HEAD" ? null : await storage.open(storageKey, range),
  };
}

/**
 * Files by signed links, for GET and HEAD. No key is asked for: who has a link may read, until it expires.
 */
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
