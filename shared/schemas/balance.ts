// GET /api/v1/balance.
import { type Static, Type } from "typebox";

const Limit = (description: string) => Type.Integer({ minimum: 1, description });

export const Balance = Type.Object(
  {
    moodsBalance: Type.Number({ description: "What is left to spend: granted less used." }),
    moodsUsed: Type.Number({ minimum: 0, description: "Charges less refunds." }),
    moodsGranted: Type.Number({ description: "All that was ever granted." }),
    priceMultiplier: Type.Number({
      minimum: 0,
      description: "List prices are multiplied by this when a task is charged.",
    }),
    rateLimit: Type.Object(
      {
        perMinute: Limit("Requests a minute of this key; the minute bucket resets on the minute."),
        perDay: Limit("Requests a day of this key; the day bucket resets at midnight UTC."),
        accountPerMinute: Limit("The account's default a minute, which a key inherits without its own."),
        accountPerDay: Limit("The account's default a day, which a key inherits without its own."),
      },
      { description: "Effective limits. Every authenticated request counts, polling included." },
    ),
  },
  { title: "Balance", description: "The account's moods and the limits of the key that asks." },
);
export type Balance = Static<typeof Balance>;
