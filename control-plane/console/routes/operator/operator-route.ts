// What routes for operators have in common: who is an operator stands in the role, each change goes through the audit log
// under the name of the command that does the same, and lists come by pages.
import { type TProperties, type TSchema, Type } from "typebox";
import type { Sql } from "../../../../shared/db/connect.ts";
import { ADMIN_LIMITS, OPERATOR_VIEW_LIMITS } from "../../../../shared/limits/admin.ts";
import type { PageRequest, Pagination } from "../../../../shared/pagination.ts";
import { compileQuery, compileSchema } from "../../../../shared/schemas/validate.ts";
import type { Session } from "../../../accounts/people/session.ts";
import { actAsOperator, type Operator, type OperatorWork } from "../../../audit/operator-actions.ts";
import {
  type Call,
  jsonReply,
  listReply,
  type Method,
  type Reply,
  type SessionRoute,
} from "../../../http/route.ts";
import { OPERATOR } from "../session-access.ts";

export const OPERATOR_API = "/console/api/operator";

/** The person behind a session, as the audit log names them. */
function operatorOf({ user, origin }: Session): Operator {
  return { name: user.email, via: "console", origin };
}

/** A value of the path. */
export function param({ params }: Call, name: string): string {
  return params[name] ?? "";
}

const { max, default: usual } = OPERATOR_VIEW_LIMITS.pageItems;

const PAGE = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: ADMIN_LIMITS.page })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: max })),
};

interface List<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/** A route that reads one thing. */
export function readRoute<View>(
  path: string,
  message: string,
  read: (call: Call, session: Session) => Promise<View>,
): SessionRoute {
  return {
    ...OPERATOR,
    method: "GET",
    path: `${OPERATOR_API}${path}`,
    body: "none",
    handle: async (call, session) => jsonReply(200, message, await read(call, session)),
  };
}

/** A route that reads a page of a list; its filters stand in the query beside `page` and `limit`. */
export function listRoute<View, Filters extends TProperties = Record<never, never>>(
  path: string,
  message: string,
  filters: Filters,
  read: (filter: Type.Static<Type.TObject<Filters>>, page: PageRequest, call: Call) => Promise<List<View>>,
): SessionRoute {
  const parse = compileQuery(Type.Object({ ...PAGE, ...filters }));
  return {
    ...OPERATOR,
    method: "GET",
    path: `${OPERATOR_API}${path}`,
    body: "none",
    async handle(call) {
      const query = parse(call.query) as Partial<PageRequest> & Type.Static<Type.TObject<Filters>>;
      const { page = 1, limit = usual } = query;
      const { items, pagination } = await read(query, { page, limit }, call);
      return listReply(message, items, pagination);
    },
  };
}

export interface Change<Body> {
  readonly call: Call;
  readonly session: Session;
  readonly body: Body;
}

export interface ChangeRouteOptions<S extends TSchema | null> {
  readonly writes: Sql;
  readonly method: Exclude<Method, "GET" | "HEAD" | "OPTIONS">;
  readonly path: string;
  /** The words of the command that does the same. */
  readonly action: string;
  readonly message: string;
  /** Null where no body is read. */
  readonly schema: S;
  /** Of the body; the usual bound where it is missing. */
  readonly maxBodyBytes?: number;
  readonly work: (change: Change<S extends TSchema ? Type.Static<S> : undefined>) => OperatorWork<unknown>;
  /** Before anything is changed. */
  readonly check?: (change: Change<S extends TSchema ? Type.Static<S> : undefined>) => Promise<void>;
}

/** A route that changes something, in one transaction with its line in the audit log. */
export function changeRoute<S extends TSchema | null>(options: ChangeRouteOptions<S>): SessionRoute {
  const { writes, method, path, action, message, schema, maxBodyBytes, work, check } = options;
  type Body = S extends TSchema ? Type.Static<S> : undefined;
  const parse = schema === null ? () => undefined : compileSchema(schema);
  return {
    method,
    path: `${OPERATOR_API}${path}`,
    ...OPERATOR,
    body: schema === null ? "none" : "json",
    ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
    async handle(call, session): Promise<Reply> {
      const change = { call, session, body: parse(call.body) as Body };
      await check?.(change);
      const result = await actAsOperator(writes, operatorOf(session), action, work(change));
      return jsonReply(method === "POST" ? 201 : 200, message, result ?? null);
    },
  };
}
