// POST /uploads announces a file; the PUT that it points to takes the content, by the link's signature alone, so that
// whoever holds the file needs no API key.
import type { Sql } from "../../shared/db/connect.ts";
import { AnnouncedUpload } from "../../shared/schemas/upload.ts";
import { UploadRequest } from "../../shared/schemas/upload-request.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { verifySignedPath } from "../../shared/storage/signed-url.ts";
import { announceUpload, storeUpload } from "../tasks/uploads.ts";
import { hasBody } from "./read-body.ts";
import { jsonReply, type KeyRoute, type PublicRoute, type Route } from "./route.ts";
import { type LinkSettings, UPLOADS_PREFIX, uploadLink } from "./signed-links.ts";

export interface UploadRoutesOptions {
  readonly sql: Sql;
  readonly storage: ObjectStorage;
  readonly links: LinkSettings;
}

export function uploadRoutes(options: UploadRoutesOptions): Route[] {
  return [announceRoute(options), putRoute(options)];
}

function announceRoute({ sql, links }: UploadRoutesOptions): KeyRoute {
  const parse = compileSchema(UploadRequest);
  return {
    method: "POST",
    path: "/api/v1/uploads",
    access: "key",
    scope: "CLIPPING",
    body: "json",
    operation: {
      id: "createUpload",
      tag: "Clipping",
      summary: "Announce a file of your own",
      description:
        "Send the file with PUT to the `upload_url` of the reply, with the `headers` of the reply and exactly the announced size; then name its `s3_key` as a job's source. It is this account's and no other's.",
      body: UploadRequest,
      reply: { status: 201, schema: AnnouncedUpload },
      errors: [],
    },
    async handle(call, { accountId }) {
      const request = parse(call.body);
      const { storageKey, expiresAt } = await announceUpload(sql, accountId, request);
      return jsonReply(201, "Upload announced", {
        s3_key: storageKey,
        upload_url: uploadLink(links, storageKey, expiresAt),
        method: "PUT",
        headers: { "content-type": request.content_type },
        expires_at: expiresAt.toISOString(),
      });
    },
  };
}

function putRoute({ sql, storage, links }: UploadRoutesOptions): PublicRoute {
  return {
    method: "PUT",
    path: `${UPLOADS_PREFIX}*`,
    access: "public",
    body: "stream",
    async handle(call) {
      verifySignedPath({ secrets: links.secrets, method: "PUT", path: call.path, query: call.query });
      const length = hasBody(call.headers) ? call.headers["content-length"] : "0";
      const storageKey = call.path.slice(UPLOADS_PREFIX.length);
      await storeUpload(sql, storage, {
        storageKey,
        content: call.stream,
        declaredBytes: length === undefined ? undefined : Number(length),
        signal: call.signal,
      });
      return jsonReply(200, "Upload stored", { s3_key: storageKey });
    },
  };
}
