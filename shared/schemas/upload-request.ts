// The body of POST /api/v1/uploads.
import { type Static, Type } from "typebox";
import { STORAGE_LIMITS } from "../limits.ts";

export const UploadRequest = Type.Object({
  filename: Type.String({ minLength: 1, maxLength: 255 }),
  content_type: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: "^[A-Za-z0-9.+-]+/[A-Za-z0-9.+-]+(;.*)?$",
  }),
  size_bytes: Type.Integer({ minimum: 1, maximum: STORAGE_LIMITS.uploadBytes }),
});
export type UploadRequest = Static<typeof UploadRequest>;
