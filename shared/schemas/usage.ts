// GET /api/v1/usage: its query and its reply.
import { type Static, Type } from "typebox";

const IsoTime = (description: string) =>
  Type.String({
    // A date alone or a time without a zone means UTC.
    pattern:
      "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?$",
    description,
    examples: ["2026-11-01T00:00:00.000Z"],
  });

export const UsageQuery = Type.Object({
  from: Type.Optional(IsoTime("Start of the range, ISO 8601; by default 30 days before now.")),
  to: Type.Optional(IsoTime("End of the range, ISO 8601, itself not included; by default now.")),
});
export type UsageQuery = Static<typeof UsageQuery>;

const Requests = Type.Integer({
  minimum: 0,
  description: "Authenticated requests, whatever they answered, polling and refused ones included.",
});
const ChargedMoods = Type.Number({
  minimum: 0,
  description: "Moods that were charged, before refunds. 0 for everything that creates nothing.",
});
const AverageMs = Type.Number({
  minimum: 0,
  description: "Mean time from a request's arrival to its reply, in milliseconds; 0 without requests.",
});

export const Usage = Type.Object(
  {
    range: Type.Object(
      {
        from: Type.String({ format: "date-time", description: "Start of the range, included." }),
        to: Type.String({ format: "date-time", description: "End of the range, not included." }),
      },
      { description: "The range that is reported." },
    ),
    totals: Type.Object(
      {
        requests: Requests,
        base_moods: Type.Number({ minimum: 0, description: "List price of everything that was charged." }),
        charged_moods: ChargedMoods,
        avg_response_time_ms: AverageMs,
      },
      { description: "Sums over the whole range." },
    ),
    by_endpoint: Type.Array(
      Type.Object({
        endpoint: Type.String({
          description:
            "Path pattern with placeholders such as `:taskId`; unknown paths are counted as `/api/v1/*`.",
          examples: ["/api/v1/jobs/:jobId"],
        }),
        method: Type.String({ description: "HTTP method.", examples: ["GET"] }),
        requests: Requests,
        charged_moods: ChargedMoods,
        avg_response_time_ms: AverageMs,
      }),
      { description: "By endpoint and method, most requests first." },
    ),
    by_day: Type.Array(
      Type.Object({
        day: Type.String({ format: "date", description: "Day in UTC, `YYYY-MM-DD`." }),
        requests: Requests,
        charged_moods: ChargedMoods,
      }),
      { description: "By day in UTC, oldest first; days on which nothing happened are left out." },
    ),
  },
  { title: "Usage", description: "What an account has asked for and been charged in a range of time." },
);
export type Usage = Static<typeof Usage>;
