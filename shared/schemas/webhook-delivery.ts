// A webhook delivery as the API shows it: an element of a task's `webhooks`, and the reply of the manual retry.
import { type Static, Type } from "typebox";

const NullableTime = (description: string) =>
  Type.Union([
    Type.String({ format: "date-time", description: `${description} ISO 8601, UTC, milliseconds.` }),
    Type.Null(),
  ]);

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: "Id of the delivery.", examples: ["whd_01k9a1b2c3d4e5f6g7h8j9k0m1"] }),
    status: Type.Enum(["PENDING", "RETRYING", "FAILED", "DELIVERED"], {
      description:
        "`PENDING` before the first attempt, `RETRYING` after a failed one, `FAILED` after the last one, `DELIVERED` after a 2xx. A receiver that fails three calls in a row is asked less and less, down to once in 60 s, until it answers: what waits for it meanwhile loses no attempt. After 24 h of that a delivery is `FAILED` with the attempts that it had.",
    }),
    attempts: Type.Integer({ minimum: 0, description: "Attempts made so far." }),
    max_attempts: Type.Integer({
      minimum: 1,
      description: "Attempts after which it is given up; see `status` for an earlier end.",
    }),
    last_attempt_at: NullableTime("When the last attempt ended."),
    next_retry_at: NullableTime(
      "When the next attempt is made at the earliest: 60 s after the failure of the last.",
    ),
    delivered_at: NullableTime("When a 2xx came."),
    last_status_code: Type.Union([
      Type.Integer({ description: "HTTP status of the last attempt's answer; null where none came." }),
      Type.Null(),
    ]),
    last_error: Type.Union([
      Type.String({ description: "Why the last attempt failed, one sentence; null when it did not." }),
      Type.Null(),
    ]),
  },
  { description: "One delivery of a webhook: up to three attempts." },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;
