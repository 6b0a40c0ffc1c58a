// An account's keys: made, changed, rotated and revoked by its people.
import { type Static, Type } from "typebox";
import { readIsoTime } from "../../../shared/iso-time.ts";
import { ADMIN_LIMITS } from "../../../shared/limits/admin.ts";
import { KEY_LIMITS } from "../../../shared/limits/people.ts";
import { compileQuery, compileSchema, invalidRequest } from "../../../shared/schemas/validate.ts";
import { listKeys } from "../../accounts/manage-keys.ts";
import { changeOwnKey, createOwnKey, revokeOwnKey, rotateOwnKey } from "../../accounts/own-keys.ts";
import { accountOf } from "../../accounts/people/session.ts";
import { SCOPES } from "../../accounts/scopes.ts";
import { selectKeyUses } from "../../db/api-keys.ts";
import { type Call, jsonReply, listReply, type Route, type SessionRoute } from "../../http/route.ts";
import type { ConsoleKeyView } from "../api-types/account.ts";
import type { OperatorKeyView } from "../api-types/operator-accounts.ts";
import type { ConsoleServices } from "./console-services.ts";
import { MEMBER } from "./session-access.ts";

const PATH = "/console/api/keys";
/** A time with its zone. */
const ISO_TIME = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$";
const Rate = Type.Union([Type.Integer({ minimum: 1, maximum: ADMIN_LIMITS.count }), Type.Null()]);
const Terms = {
  name: Type.Optional(Type.Union([Type.String({ maxLength: KEY_LIMITS.nameLength }), Type.Null()])),
  scopes: Type.Optional(Type.Array(Type.Enum([...SCOPES]), { maxItems: SCOPES.length })),
  ips: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: KEY_LIMITS.networkLength }), {
      maxItems: KEY_LIMITS.networks,
    }),
  ),
  expiresAt: Type.Optional(Type.Union([Type.String({ pattern: ISO_TIME }), Type.Null()])),
  perMinute: Type.Optional(Rate),
  perDay: Type.Optional(Rate),
};
const KeyBody = Type.Object(Terms, { additionalProperties: false });
const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: ADMIN_LIMITS.page, default: 1 })),
});

function expiryOf({ expiresAt }: Static<typeof KeyBody>): Date | null | undefined {
  if (expiresAt == null) return expiresAt;
  const time = readIsoTime(expiresAt);
  if (time === null) throw invalidRequest([{ path: "/expiresAt", message: "is not a time that exists" }]);
  return time;
}

function viewOf(key: OperatorKeyView, lastUsedAt: Date | undefined): ConsoleKeyView {
  const { accountId: _, ...shown } = key;
  return { ...shown, lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

function keyIdOf({ params }: Call): string {
  return params.keyId ?? "";
}

/** For members. Only the answers to making and to rotating a key have its secret. */
export function keyRoutes(options: ConsoleServices): Route[] {
  return [
    listRoute(options),
    createRoute(options),
    changeRoute(options),
    rotateRoute(options),
    revokeRoute(options),
  ];
}

function listRoute({ reads }: ConsoleServices): SessionRoute {
  const parse = compileQuery(PageQuery);
  return {
    ...MEMBER,
    body: "none",
    method: "GET",
    path: PATH,
    async handle(call, session) {
      const { page = 1 } = parse(call.query);
      const limit = ADMIN_LIMITS.pageItems.default;
      const { items, pagination } = await listKeys(reads, accountOf(session).id, { page, limit });
      const uses = await selectKeyUses(
        reads,
        items.map(({ id }) => id),
      );
      const views = items.map((key) => viewOf(key, uses.get(key.id)));
      return listReply("Keys listed", views, pagination);
    },
  };
}

function createRoute({ writes, defaultLimits }: ConsoleServices): SessionRoute {
  const check = compileSchema(KeyBody);
  return {
    ...MEMBER,
    body: "json",
    method: "POST",
    path: PATH,
    async handle(call, session) {
      const body = check(call.body);
      const { name = null, scopes = [], ips = [], perMinute = null, perDay = null } = body;
      const expiresAt = expiryOf(body) ?? null;
      const asked = { name, scopes, ips, expiresAt, perMinute, perDay };
      const key = await writes.begin((transaction) =>
        createOwnKey(transaction, session, defaultLimits, asked),
      );
      return jsonReply(201, "Key created", { ...viewOf(key, undefined), key: key.key });
    },
  };
}

function changeRoute({ writes, defaultLimits }: ConsoleServices): SessionRoute {
  const check = compileSchema(KeyBody);
  return {
    ...MEMBER,
    body: "json",
    method: "PUT",
    path: `${PATH}/:keyId`,
    async handle(call, session) {
      const body = check(call.body);
      const change = { ...body, keyId: keyIdOf(call), expiresAt: expiryOf(body) };
      const key = await writes.begin((transaction) =>
        changeOwnKey(transaction, session, defaultLimits, change),
      );
      return jsonReply(200, "Key changed", viewOf(key, undefined));
    },
  };
}

function rotateRoute({ writes }: ConsoleServices): SessionRoute {
  return {
    ...MEMBER,
    body: "none",
    method: "POST",
    path: `${PATH}/:keyId/rotate`,
    async handle(call, session) {
      const key = await writes.begin((transaction) => rotateOwnKey(transaction, session, keyIdOf(call)));
      return jsonReply(201, "Key rotated", { ...viewOf(key, undefined), key: key.key });
    },
  };
}

function revokeRoute({ writes }: ConsoleServices): SessionRoute {
  return {
    ...MEMBER,
    body: "none",
    method: "DELETE",
    path: `${PATH}/:keyId`,
    async handle(call, session) {
      const key = await writes.begin((transaction) => revokeOwnKey(transaction, session, keyIdOf(call)));
      return jsonReply(200, "Key revoked", viewOf(key, undefined));
    },
  };
}
