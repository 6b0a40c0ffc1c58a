// The reply of POST /api/v1/uploads: where to put the file, and how to name it afterwards.
import { Type } from "typebox";

export const AnnouncedUpload = Type.Object(
  {
    s3_key: Type.String({ description: "Name this as a job's source once the file is stored." }),
    upload_url: Type.String({ format: "uri", description: "Where to send the file; it needs no API key." }),
    method: Type.Literal("PUT", { description: "How to send it." }),
    headers: Type.Record(Type.String(), Type.String(), { description: "Headers to send with it." }),
    expires_at: Type.String({ format: "date-time", description: "Until when upload_url takes the file." }),
  },
  { description: "An upload that was announced." },
);
