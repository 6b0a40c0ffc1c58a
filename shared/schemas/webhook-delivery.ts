// A webhook delivery as the API shows it: an element of a task's `webhooks`, and the reply of the manual retry.
import { type Static, Type } from "typebox";

const OptionalTime = Type.Union([Type.String({ description: "ISO 8601, UTC, milliseconds" }), Type.Null()]);

export const WebhookDelivery = Type.Object({
  id: Type.String(),
  status: Type.Enum(["PENDING", "RETRYING", "FAILED", "DELIVERED"]),
  attempts: Type.Integer({ minimum: 0, description: "Attempts made so far" }),
  max_attempts: Type.Integer({ minimum: 1 }),
  last_attempt_at: OptionalTime,
  next_retry_at: OptionalTime,
  delivered_at: OptionalTime,
  last_status_code: Type.Union([
    Type.Integer({ description: "HTTP status of the receiver's last answer; null where none came" }),
    Type.Null(),
  ]),
  last_error: Type.Union([Type.String(), Type.Null()]),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;
