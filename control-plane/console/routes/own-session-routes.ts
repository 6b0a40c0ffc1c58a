// Where a person is signed in.
import { endOtherSessions, endOwnSession, listOwnSessions } from "../../accounts/people/own-sessions.ts";
import { jsonReply, type Route, type SessionRoute } from "../../http/route.ts";
import type { EndedSessionsView, OwnSessionView } from "../api-types/session.ts";
import type { ConsoleServices } from "./console-services.ts";
import { PERSON } from "./session-access.ts";

const PATH = "/console/api/sessions";
const WITHOUT_BODY = { ...PERSON, body: "none" } as const;

/** For each person: the list, the end of one of them, and of all but this one. */
export function ownSessionRoutes({ reads, writes }: ConsoleServices): Route[] {
  const list: SessionRoute = {
    ...WITHOUT_BODY,
    method: "GET",
    path: PATH,
    async handle(_call, session) {
      const views: OwnSessionView[] = await listOwnSessions(reads, session);
      return jsonReply(200, "Sessions listed", views);
    },
  };
  const end: SessionRoute = {
    ...WITHOUT_BODY,
    method: "DELETE",
    path: `${PATH}/:id`,
    async handle({ params }, session) {
      await endOwnSession(writes, session, params.id ?? "");
      return jsonReply(200, "Session ended", null);
    },
  };
  const endOthers: SessionRoute = {
    ...WITHOUT_BODY,
    method: "DELETE",
    path: PATH,
    async handle(_call, session) {
      const view: EndedSessionsView = { ended: await endOtherSessions(writes, session) };
      return jsonReply(200, "All other sessions ended", view);
    },
  };
  return [list, end, endOthers];
}
