// The people of an account, and invitations to join them.
import { Type } from "typebox";
import { compileQuery, compileSchema } from "../../../shared/schemas/validate.ts";
import { chooseAccount } from "../../accounts/people/choose-account.ts";
import {
  acceptSignedIn,
  acceptWithPassword,
  invite,
  readInvitation,
} from "../../accounts/people/invitations.ts";
import { changeRole, listPeople, removePerson } from "../../accounts/people/members.ts";
import { accountOf, requireRole } from "../../accounts/people/session.ts";
import { beginProvenSession } from "../../accounts/people/sign-in.ts";
import { throttled } from "../../accounts/people/throttle.ts";
import { jsonReply, type PublicRoute, type Route, type SessionRoute } from "../../http/route.ts";
import type {
  InvitationOfferView,
  MadeInvitationView,
  MemberView,
  PeopleView,
  RemovalView,
} from "../api-types/people.ts";
import { bodyOf, Code, Email, LinkToken, Password } from "./console-bodies.ts";
import {
  type ConsoleServices,
  giveSession,
  originOf,
  requirePasswords,
  strangerRoute,
} from "./console-services.ts";
import { MEMBER, OWNER, PERSON } from "./session-access.ts";
import { showSession } from "./show-session.ts";

const PATH = "/console/api/people";
const Role = Type.Enum(["owner", "member"]);

/** Members list each other and may leave, owners invite, change roles and remove, whoever has a link may join. */
export function peopleRoutes(services: ConsoleServices): Route[] {
  return [
    listRoute(services),
    inviteRoute(services),
    changeRoute(services),
    removeRoute(services),
    readInvitationRoute(services),
    acceptRoute(services),
    acceptSignedInRoute(services),
  ];
}

function listRoute({ reads }: ConsoleServices): SessionRoute {
  return {
    ...MEMBER,
    method: "GET",
    path: PATH,
    body: "none",
    async handle(_call, session) {
      const view: PeopleView = await listPeople(reads, accountOf(session).id);
      return jsonReply(200, "People listed", view);
    },
  };
}

function inviteRoute({ writes, publicUrl }: ConsoleServices): SessionRoute {
  const parse = compileSchema(bodyOf({ email: Email, role: Role }));
  return {
    ...OWNER,
    method: "POST",
    path: PATH,
    body: "json",
    async handle(call, session) {
      const asked = parse(call.body);
      const { path, ...made } = await writes.begin((transaction) => invite(transaction, session, asked));
      const view: MadeInvitationView = { ...made, url: `${publicUrl()}${path}` };
      return jsonReply(201, "Invited: pass the link on, which is shown this once", view);
    },
  };
}

function changeRoute({ writes }: ConsoleServices): SessionRoute {
  const parse = compileSchema(bodyOf({ role: Role }));
  return {
    ...OWNER,
    method: "PUT",
    path: `${PATH}/:id`,
    body: "json",
    async handle(call, session) {
      const { role } = parse(call.body);
      const { id: accountId } = accountOf(session);
      const change = { userId: call.params.id ?? "", role };
      const view: MemberView = await writes.begin((transaction) =>
        changeRole(transaction, accountId, change),
      );
      return jsonReply(200, "Role changed", view);
    },
  };
}

/** Owners remove anybody, and whoever is a member may leave. */
function removeRoute({ writes }: ConsoleServices): SessionRoute {
  const parse = compileQuery(Type.Object({ keepKeys: Type.Optional(Type.Enum(["true", "false"])) }));
  return {
    ...MEMBER,
    method: "DELETE",
    path: `${PATH}/:id`,
    body: "none",
    async handle(call, session) {
      const { id = "" } = call.params;
      if (id !== session.user.id) requireRole(session, "owner");
      const { id: accountId } = accountOf(session);
      const isOwner = accountOf(session).role === "owner";
      const keepsKeys = parse(call.query).keepKeys === "true" && isOwner;
      const view: RemovalView = await writes.begin((transaction) =>
        removePerson(transaction, accountId, { id, keepsKeys }),
      );
      return jsonReply(200, "Removed", view);
    },
  };
}

function readInvitationRoute(services: ConsoleServices): PublicRoute {
  const { work } = services;
  const body = bodyOf({ token: LinkToken });
  return strangerRoute(services, "/console/api/invitations/read", body, async (call, { token }) => {
    const view: InvitationOfferView = await throttled(work, null, originOf(call), () =>
      work.begin((transaction) => readInvitation(transaction, token)),
    );
    return jsonReply(200, "Invitation read", view);
  });
}

function acceptRoute(services: ConsoleServices): PublicRoute {
  const { work: sql, hasher, cipher, settings } = services;
  const body = bodyOf({ token: LinkToken, password: Password, code: Type.Optional(Code) });
  return strangerRoute(services, "/console/api/invitations", body, async (call, answer) => {
    requirePasswords(settings);
    const origin = originOf(call);
    const person = await acceptWithPassword({ sql, hasher, cipher }, answer, origin);
    const secret = await beginProvenSession(sql, person, origin);
    return giveSession(services, call, { status: 201, message: "Joined", secret });
  });
}

function acceptSignedInRoute({ writes }: ConsoleServices): SessionRoute {
  const parse = compileSchema(bodyOf({ token: LinkToken }));
  return {
    ...PERSON,
    method: "PUT",
    path: "/console/api/invitations",
    body: "json",
    async handle(call, session) {
      const { token } = parse(call.body);
      const accountId = await throttled(writes, null, originOf(call), () =>
        writes.begin((transaction) => acceptSignedIn(transaction, session, token)),
      );
      await chooseAccount(writes, session, accountId);
      return jsonReply(200, "Joined", await showSession(writes, session, accountId));
    },
  };
}
