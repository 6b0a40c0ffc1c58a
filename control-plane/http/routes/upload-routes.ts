// POST /uploads announces a file; the PUT that it points to takes the content, by the link's signature alone, so that
// whoever holds the file needs no API key.

import { unknownFieldsOf } from "../../../shared/schemas/unknown-fields.ts";
import { AnnouncedUpload } from "../../../shared/schemas/upload.ts";
import { UploadRequest } from "../../../shared/schemas/upload-request.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { verifySignedPath } from "../../../shared/storage/signed-url.ts";
import { announceUpload, storeUpload, type UploadServices } from "../../tasks/uploads.ts";
import { nameInMessage } from "../name-unknown-fields.ts";
import { hasBody } from "../read-body.ts";
import { jsonReply, type KeyRoute, type PublicRoute, type Route } from "../route.ts";
import { type LinkSettings, UPLOADS_PREFIX, uploadLink } from "../signed-links.ts";

export interface UploadRoutesOptions extends UploadServices {
  readonly links: LinkSettings;
}

export function uploadRoutes(options: UploadRoutesOptions): Route[] {
  return [announceRoute(options), putRoute(options)];
}

function announceRoute(options: UploadRoutesOptions): KeyRoute {
  const parse = compileSchema(UploadRequest);
  const findUnknown = unknownFieldsOf(UploadRequest);
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
        "Send the file with PUT to the `upload_url` of the reply, with the `headers` of the reply and exactly the announced size; then name its `s3_key` as a job's source. It is this account's and no other's. What is announced takes its room of the account's quota until it expires; 507 says which room is missing.",
      body: UploadRequest,
      reply: { status: 201, schema: AnnouncedUpload },
      errors: ["INSUFFICIENT_STORAGE"],
    },
    async handle(call, { accountId }) {
      const request = parse(call.body);
      const { storageKey, expiresAt } = await announceUpload(options, accountId, request);
      return jsonReply(201, nameInMessage("Upload announced", findUnknown(call.body)), {
        s3_key: storageKey,
        upload_url: uploadLink(options.links, storageKey, expiresAt),
        method: "PUT",
        headers: { "content-type": request.content_type },
        expires_at: expiresAt.toISOString(),
      });
    },
  };
}

function putRoute(options: UploadRoutesOptions): PublicRoute {
  return {
    method: "PUT",
    path: `${UPLOADS_PREFIX}*`,
    access: "public",
    body: "stream",
    async handle(call) {
      verifySignedPath({ secrets: options.links.secrets, method: "PUT", path: call.path, query: call.query });
      const length = hasBody(call.headers) ? call.headers["content-length"] : "0";
      const storageKey = call.path.slice(UPLOADS_PREFIX.length);
      await storeUpload(options, {
        storageKey,
        content: call.stream,
        declaredBytes: length === undefined ? undefined : Number(length),
        signal: call.signal,
      });
      return jsonReply(200, "Upload stored", { s3_key: storageKey });
    },
  };
}
