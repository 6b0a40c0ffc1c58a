// GET /console/api/events: the changes of an account's tasks as server-sent events, one stream for each tab that is seen.
// `ready` comes first, once changes are seen, and after each reconnection: what was read before may be older. Then `task`
// with the id of one that has changed, which the page reads where it shows it, and `reload` where more has changed than is
// told.
import { EVENT_LIMITS } from "../../../shared/limits/requests.ts";
import { accountOf } from "../../accounts/people/session.ts";
import type { Route, ServerEvent, SessionRoute } from "../../http/route.ts";
import type { AccountStream } from "../../tasks/events/account-stream.ts";
import type { AccountWatch } from "../../tasks/events/account-watch.ts";
import type { TaskEventView } from "../api-types/live.ts";
import { MEMBER } from "./session-access.ts";

export interface LiveRoutesOptions {
  readonly accountWatch: AccountWatch;
}

async function* eventsOf(stream: AccountStream): AsyncGenerator<ServerEvent> {
  try {
    for (let count = 0; ; count += 1) {
      const change = await stream.next();
      if (change === undefined) return;
      const id = String(count);
      if (change.kind !== "task") {
        yield { id, event: change.kind, data: {} };
        continue;
      }
      const data: TaskEventView = { taskId: change.taskId };
      yield { id, event: "task", data };
    }
  } finally {
    stream.close();
  }
}

/** For members. A stream tells of the account that is chosen as it begins. */
export function liveRoutes({ accountWatch }: LiveRoutesOptions): Route[] {
  const events: SessionRoute = {
    ...MEMBER,
    method: "GET",
    path: "/console/api/events",
    body: "none",
    async handle(_call, session) {
      const { id: accountId } = accountOf(session);
      const { sessionId, user } = session;
      const stream = accountWatch.open({ sessionId, userId: user.id, accountId });
      return {
        kind: "events",
        status: 200,
        events: eventsOf(stream),
        close: () => stream.close(),
        heartbeatMs: EVENT_LIMITS.heartbeatMs,
      };
    },
  };
  return [events];
}
