// Uploads as clients see them: the reply of POST /api/v1/uploads, which says where to put the file and how to name it
// afterwards, and what has come of one.
import { Type } from "typebox";

const UploadPart = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: "From 1, in the order of the file." }),
    size_bytes: Type.Integer({ minimum: 1, description: "Exact size of this part in bytes." }),
    url: Type.String({ format: "uri", description: "Where to PUT this part; it needs no API key." }),
  },
  { description: "A part of an upload and the address that takes it." },
);

const UPLOAD_ID = { description: "Names the upload in /uploads/{uploadId}." };
const S3_KEY = { description: "Name this as a job's source once the file is stored." };

export const AnnouncedUpload = Type.Object(
  {
    upload_id: Type.String(UPLOAD_ID),
    s3_key: Type.String(S3_KEY),
    upload_url: Type.String({
      format: "uri",
      description: "Where to send the whole file; it needs no API key.",
    }),
    method: Type.Literal("PUT", { description: "How to send it." }),
    headers: Type.Record(Type.String(), Type.String(), { description: "Headers to send with it." }),
    expires_at: Type.String({
      format: "date-time",
      description: "Until when the addresses take the file; in parts, it moves on with each part that comes.",
    }),
    parts: Type.Optional(
      Type.Array(UploadPart, { description: "All parts, where `part_size_bytes` was asked for." }),
    ),
  },
  { description: "An upload that was announced." },
);

export const Upload = Type.Object(
  {
    upload_id: Type.String(UPLOAD_ID),
    s3_key: Type.String(S3_KEY),
    filename: Type.String({ description: "Name of the file, as announced." }),
    size_bytes: Type.Integer({ description: "Size of the whole file in bytes." }),
    part_size_bytes: Type.Union([Type.Integer(), Type.Null()], {
      description: "Size of each part but the last; null of an upload in one piece.",
    }),
    received: Type.Array(Type.Integer(), { description: "Numbers of the parts that are there whole." }),
    complete: Type.Boolean({ description: "Whether the file is stored, and a job may name it." }),
    expires_at: Type.String({
      format: "date-time",
      description: "Until when content may come; of a complete upload, until when the file is kept.",
    }),
    upload_url: Type.Optional(
      Type.String({
        format: "uri",
        description: "A fresh address for the whole file, while it is not complete.",
      }),
    ),
    parts: Type.Optional(
      Type.Array(UploadPart, { description: "The parts that are missing, with fresh addresses." }),
    ),
  },
  { description: "An upload and what has come of it." },
);

export const DeletedUpload = Type.Object(
  {
    upload_id: Type.String(UPLOAD_ID),
    s3_key: Type.String({ description: "What a job could name it by." }),
    deleted_at: Type.String({ format: "date-time", description: "When it was removed." }),
  },
  { description: "An upload that was removed." },
);
