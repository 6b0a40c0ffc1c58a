// Uploads by API key: announcing a file, reading what has come of it, and joining its parts.
import type { RequestBounds } from "../../../shared/limits/request-bounds.ts";
import { type UploadRequest, uploadRequestWithin } from "../../../shared/schemas/requests/upload-request.ts";
import { type UnknownFields, unknownFieldsOf } from "../../../shared/schemas/unknown-fields.ts";
import { AnnouncedUpload, DeletedUpload, Upload } from "../../../shared/schemas/upload.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import { deleteUpload } from "../../tasks/removal/delete-upload.ts";
import { announceUpload, type UploadServices } from "../../tasks/uploads/announce-upload.ts";
import { createCompleteUpload } from "../../tasks/uploads/complete-upload.ts";
import { type PartAddress, signWhole } from "../../tasks/uploads/part-addresses.ts";
import { readUpload, type UploadState } from "../../tasks/uploads/read-upload.ts";
import { nameInError, nameInMessage } from "../name-unknown-fields.ts";
import { jsonReply, type KeyRoute, type Route } from "../route.ts";

const CLIPPING = { access: "key", scope: "CLIPPING" } as const;

/** For keys with the scope CLIPPING. @param bounds what an announcement may ask for, as the operator has set it */
export function uploadRoutes(services: UploadServices, bounds: RequestBounds): Route[] {
  return [
    announceRoute(services, bounds),
    readRoute(services),
    completeRoute(services),
    deleteRoute(services),
  ];
}

/** Types of what jobs read, and the one of bytes of any kind, which containers of media are often said to be. */
const MEDIA_TYPE = /^(?:video|audio|image|application)\//i;

/** Nothing is refused for its type, since its content decides: browsers take `.ts` for a text. What jobs take is told. */
function announcedMessage({ content_type: type }: UploadRequest): string {
  if (MEDIA_TYPE.test(type)) return "Upload announced";
  return `Upload announced. content_type says ${type}, and jobs take video, sound and images`;
}

function viewParts(parts: readonly PartAddress[]): unknown[] {
  return parts.map(({ number, sizeBytes, url }) => ({ number, size_bytes: sizeBytes, url }));
}

function viewUpload(
  { row, received, isComplete, missing, expiresAt, leftMs }: UploadState,
  services: UploadServices,
): Readonly<Record<string, unknown>> {
  return {
    upload_id: row.id,
    s3_key: row.storage_key,
    filename: row.filename,
    size_bytes: Number(row.size_bytes),
    part_size_bytes: row.part_size_bytes === null ? null : Number(row.part_size_bytes),
    received,
    complete: isComplete,
    expires_at: expiresAt.toISOString(),
    upload_url: isComplete ? undefined : signWhole(services, row.storage_key, Number(row.size_bytes), leftMs),
    parts: missing === undefined ? undefined : viewParts(missing),
  };
}

function announceRoute(services: UploadServices, bounds: RequestBounds): KeyRoute {
  const body = uploadRequestWithin(bounds);
  const parse = compileSchema(body);
  const findUnknown = unknownFieldsOf(body);
  const readAnnouncement = (value: unknown, unknown: UnknownFields): UploadRequest => {
    try {
      return parse(value);
    } catch (error) {
      throw nameInError(error, unknown);
    }
  };
  return {
    ...CLIPPING,
    method: "POST",
    path: "/api/v1/uploads",
    body: "json",
    operation: {
      id: "createUpload",
      tag: "Clipping",
      summary: "Announce a file of your own",
      description:
        "Send the file with PUT to the `upload_url` of the reply, with the `headers` of the reply and exactly the announced size; then name its `s3_key` as a job's source. It is this account's and no other's. With `part_size_bytes`, PUT each of `parts` to its own `url` instead, in any order, several at a time, and again after a failure; then complete the upload. What is announced takes its room of the account's quota until it expires; 507 says which room is missing.",
      body,
      reply: { status: 201, schema: AnnouncedUpload },
      errors: ["INSUFFICIENT_STORAGE"],
    },
    async handle(call, { accountId }) {
      const unknown = findUnknown(call.body);
      const request = readAnnouncement(call.body, unknown);
      const { id, storageKey, expiresAt, leftMs, parts } = await announceUpload(services, accountId, request);
      return jsonReply(201, nameInMessage(announcedMessage(request), unknown), {
        upload_id: id,
        s3_key: storageKey,
        upload_url: signWhole(services, storageKey, request.size_bytes, leftMs),
        method: "PUT",
        headers: { "content-type": request.content_type },
        expires_at: expiresAt.toISOString(),
        parts: parts === undefined ? undefined : viewParts(parts),
      });
    },
  };
}

function readRoute(services: UploadServices): KeyRoute {
  return {
    ...CLIPPING,
    method: "GET",
    path: "/api/v1/uploads/:uploadId",
    body: "none",
    operation: {
      id: "readUpload",
      tag: "Clipping",
      summary: "Read what has come of an upload",
      description:
        "Names the parts that are there, and gives fresh addresses for those that are not: whoever was interrupted goes on with these. An upload that waits for content is kept for a day after its last new part, and for seven days at most.",
      reply: { status: 200, schema: Upload },
      errors: ["NOT_FOUND"],
    },
    async handle(call, { accountId }) {
      const state = await readUpload(services, accountId, call.params.uploadId ?? "");
      return jsonReply(200, "Upload read", viewUpload(state, services));
    },
  };
}

function completeRoute(services: UploadServices): KeyRoute {
  const complete = createCompleteUpload(services);
  return {
    ...CLIPPING,
    method: "POST",
    path: "/api/v1/uploads/:uploadId/complete",
    body: "none",
    operation: {
      id: "completeUpload",
      tag: "Clipping",
      summary: "Join the parts of an upload",
      description:
        "Afterwards a job may name its `s3_key`. May be repeated; after a 503 a join that has begun goes on by itself, and a repeat finds it done. 409 `PARTS_MISSING` names each part that has not come whole in `details`, by a `path` such as `/parts/3`: send those again, and repeat this.",
      reply: { status: 200, schema: Upload },
      errors: ["NOT_FOUND", "PARTS_MISSING", "INVALID_REQUEST", "BODY_TOO_LARGE"],
    },
    async handle(call, { accountId }) {
      const state = await complete(accountId, call.params.uploadId ?? "");
      return jsonReply(200, "Upload complete", viewUpload(state, services));
    },
  };
}

function deleteRoute(services: UploadServices): KeyRoute {
  return {
    ...CLIPPING,
    method: "DELETE",
    path: "/api/v1/uploads/:uploadId",
    body: "none",
    operation: {
      id: "deleteUpload",
      tag: "Clipping",
      summary: "Remove an upload",
      description:
        "At once and for good, complete or not, with what was transcribed of it; its room of the quota is free again. Results of jobs that were made from it stay: remove those jobs. 409 `NOT_TERMINAL` names the tasks that need it and have not ended, by a `path` such as `/jobs/task_…`. May be repeated. After a 503 the removal goes on by itself.",
      reply: { status: 200, schema: DeletedUpload },
      errors: ["NOT_FOUND", "NOT_TERMINAL"],
    },
    async handle(call, { accountId }) {
      const deleted = await deleteUpload(services, accountId, call.params.uploadId ?? "");
      const { id, storage_key, deleted_at } = deleted;
      const data = { upload_id: id, s3_key: storage_key, deleted_at: deleted_at.toISOString() };
      return jsonReply(200, "Upload removed", data);
    },
  };
}
