// Where a person is signed in.
import { endOtherSessions, endOwnSession, listOwnSessions } from "../../accounts/people/own-sessions.ts";
import { jsonReply, type Route, type SessionRoute } from "../../http/route.ts";
import type { EndedSessionsView, OwnSessionView } from "../api-types/session.ts";
import type { ConsoleServices } from "./console-services.ts";

const PATH = "/console/api/sessions";
const PERSON = { access: "session", role: "person", body: "none" } as const;

export function ownSessionRoutes({ reads, writes }: ConsoleServices): Route[] {
  const list: SessionRoute = {
    ...PERSON,
    method: "GET",
    path: PATH,
    async handle(_call, session) {
      const views: OwnSessionView[] = await listOwnSessions(reads, session);
      return jsonReply(200, "Sessions listed", views);
    },
  };
  const end: SessionRoute = {
    ...PERSON,
    method: "DELETE",
    path: `${PATH}/:id`,
    async handle({ params }, session) {
      await endOwnSession(writes, session, params.id ?? "");
      return jsonReply(200, "Session ended", null);
    },
  };
  const endOthers: SessionRoute = {
    ...PERSON,
    method: "DELETE",
    path: PATH,
    async handle(_call, session) {
      const view: EndedSessionsView = { ended: await endOtherSessions(writes, session) };
      return jsonReply(200, "All other sessions ended", view);
    },
  };
  return [list, end, endOthers];
}
