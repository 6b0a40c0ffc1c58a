// The body of POST /api/v1/uploads.
import { type Static, Type } from "typebox";
import { DEFAULT_BOUNDS, type RequestBounds } from "../../limits/request-bounds.ts";
import { STORAGE_LIMITS } from "../../limits/storage.ts";

/** The body of an announcement within an appliance's bounds, as it is validated and described there. */
export function uploadRequestWithin({ sourceBytes }: RequestBounds) {
  return Type.Object({
    filename: Type.String({ minLength: 1, maxLength: 255, description: "Name of the file." }),
    content_type: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: "^[A-Za-z0-9.+-]+/[A-Za-z0-9.+-]+(;[ -~]*)?$",
      description:
        "MIME type of the file, in printable ASCII, as headers can carry it. Jobs take video, sound and images by their content; where the type is of none of these, the reply's `message` says so.",
      examples: ["video/mp4"],
    }),
    size_bytes: Type.Integer({
      minimum: 1,
      maximum: sourceBytes,
      description: "Exact size of the file in bytes.",
    }),
    part_size_bytes: Type.Optional(
      Type.Integer({
        minimum: STORAGE_LIMITS.partBytes.min,
        maximum: STORAGE_LIMITS.partBytes.max,
        description: `Sends the file in parts of this size, at most ${STORAGE_LIMITS.parts} of them, so that what broke off is sent again part by part. Worth it for files that take minutes to send; 64 MiB (67108864) suit most.`,
      }),
    ),
  });
}

/** Within the bounds that hold unless an operator sets others. */
export const UploadRequest = uploadRequestWithin(DEFAULT_BOUNDS);
export type UploadRequest = Static<typeof UploadRequest>;
