// The body of POST /api/v1/uploads.
import { type Static, Type } from "typebox";
import { STORAGE_LIMITS } from "../limits/storage.ts";

export const UploadRequest = Type.Object({
  filename: Type.String({ minLength: 1, maxLength: 255, description: "Name of the file." }),
  content_type: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: "^[A-Za-z0-9.+-]+/[A-Za-z0-9.+-]+(;.*)?$",
    description: "MIME type of the file.",
    examples: ["video/mp4"],
  }),
  size_bytes: Type.Integer({
    minimum: 1,
    maximum: STORAGE_LIMITS.uploadBytes,
    description: "Exact size of the file in bytes.",
  }),
});
export type UploadRequest = Static<typeof UploadRequest>;
