// The signed addresses of uploads: PUT takes the content, of the whole file or of one part, and HEAD says what is there.
// The signature alone permits it, so that whoever holds the file needs no API key.
import { verifySignedPath } from "../../../shared/storage/signed-url.ts";
import type { UploadServices } from "../../tasks/uploads/announce-upload.ts";
import { sizeAt, storePart, storeUpload } from "../../tasks/uploads/store-upload.ts";
import { hasBody } from "../read-body.ts";
import { type Call, jsonReply, type PublicRoute, type Reply, type Route } from "../route.ts";
import { type LinkSettings, PART_CONSTRAINT, UPLOADS_PREFIX } from "../signed-links.ts";

export interface UploadContentOptions extends UploadServices {
  readonly links: LinkSettings;
}

interface SignedUpload {
  readonly storageKey: string;
  /** Undefined of the whole file. */
  readonly partNumber: number | undefined;
}

/** PUT and HEAD, of one pattern: what is signed beside the path tells a part from the whole. */
export function uploadContentRoutes(options: UploadContentOptions): Route[] {
  return [putRoute(options), headRoute(options)];
}

/** @throws AppError UNAUTHENTICATED */
function signedUpload({ links }: UploadContentOptions, { path, query }: Call): SignedUpload {
  const constraints = verifySignedPath({ secrets: links.secrets, method: "PUT", path, query });
  const part = constraints[PART_CONSTRAINT];
  return {
    storageKey: path.slice(UPLOADS_PREFIX.length),
    partNumber: part === undefined ? undefined : Number(part),
  };
}

function putRoute(options: UploadContentOptions): PublicRoute {
  return {
    method: "PUT",
    path: `${UPLOADS_PREFIX}*`,
    access: "public",
    body: "stream",
    async handle(call) {
      const { storageKey, partNumber } = signedUpload(options, call);
      const length = hasBody(call.headers) ? call.headers["content-length"] : "0";
      const upload = {
        storageKey,
        content: call.stream,
        declaredBytes: length === undefined ? undefined : Number(length),
        signal: call.signal,
      };
      if (partNumber === undefined) {
        await storeUpload(options, upload);
        return jsonReply(200, "Upload stored", { s3_key: storageKey });
      }
      const sizeBytes = await storePart(options, { ...upload, partNumber });
      return jsonReply(200, "Part stored", { s3_key: storageKey, number: partNumber, size_bytes: sizeBytes });
    },
  };
}

function headRoute(options: UploadContentOptions): PublicRoute {
  return {
    method: "HEAD",
    path: `${UPLOADS_PREFIX}*`,
    access: "public",
    body: "none",
    async handle(call): Promise<Reply> {
      const { storageKey, partNumber } = signedUpload(options, call);
      const sizeBytes = await sizeAt(options, storageKey, partNumber);
      return { kind: "file", status: 200, headers: {}, sizeBytes, content: null };
    },
  };
}
