// Fields that the bodies of several creates have, one schema for each.
import { Type } from "typebox";
import { CLIP_LIMITS } from "../../limits/clips.ts";
import { HTTP_LIMITS } from "../../limits/requests.ts";
import { STORAGE_LIMITS } from "../../limits/storage.ts";

/** A point of time in the source, `HH:MM:SS`. */
export const ClockTime = Type.String({
  pattern: "^[0-9]{2}:[0-5][0-9]:[0-5][0-9]$",
  description: "A time in the source, `HH:MM:SS`. Without it, the source's start or end.",
  examples: ["00:05:00"],
});

/** @param purpose what it is for, behind what addresses must be */
function publicUrl(purpose = "") {
  return Type.String({
    minLength: 1,
    maxLength: HTTP_LIMITS.urlLength,
    description: `A public http or https address, without blanks around it or control characters${purpose}.`,
  });
}

export const HttpUrl = publicUrl();

export const CallbackUrl = publicUrl(", that gets a POST when the task has ended; see Webhooks");

export const UploadKey = Type.String({
  minLength: 1,
  maxLength: STORAGE_LIMITS.keyLength,
  description: "A file of your own, from `POST /api/v1/uploads`.",
});

export const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: CLIP_LIMITS.idempotencyKeyLength,
  description:
    "A repeat with the same key and body returns the original task and is not charged again; see Idempotency for what the same body is.",
});
