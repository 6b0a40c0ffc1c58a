// The appliance itself for operators: its health, live figures, processes, storage, and the audit log.
import { Type } from "typebox";
import { cacheAnswer } from "../../../../shared/cached-answer.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { readIsoTime } from "../../../../shared/iso-time.ts";
import { OPERATOR_VIEW_LIMITS } from "../../../../shared/limits/admin.ts";
import type { Logger } from "../../../../shared/logger.ts";
import { invalidRequest } from "../../../../shared/schemas/validate.ts";
import { listActions } from "../../../audit/operator-actions.ts";
import {
  countFailingRemovals,
  selectDatabaseFigures,
  selectKeptFiles,
  selectOperatorSessions,
} from "../../../db/operators/health-figures.ts";
import type { Route, SessionRoute } from "../../../http/route.ts";
import { setDrain } from "../../../operators/node-work.ts";
import { createBooksView, type KnownBooks } from "../../../worker/books-view.ts";
import type {
  HealthView,
  LiveFigures,
  OperatorActionView,
  StorageView,
  WorkerView,
} from "../../api-types/operator.ts";
import { type HealthReading, judgeHealth } from "../../monitoring/judge-health.ts";
import { LiveFeed } from "../../monitoring/live-feed.ts";
import { readLive, viewLive } from "../../monitoring/live-reading.ts";
import { type StorageViewOptions, viewStorage } from "../../monitoring/storage-view.ts";
import { OPERATOR } from "../session-access.ts";
import { changeRoute, listRoute, OPERATOR_API, param, readRoute } from "./operator-route.ts";

export interface SystemRoutesOptions extends StorageViewOptions {
  readonly reads: Sql;
  readonly writes: Sql;
  /** For what the streams ask. */
  readonly work: Sql;
  readonly logger: Logger;
  /** When the certificate in use ends; null without HTTPS of our own. */
  readonly certificateEndsAt: () => Date | null;
}

export interface SystemRoutes {
  readonly routes: readonly Route[];
  /** Ends the streams. */
  stop(): void;
}

const FAILING_FROM = OPERATOR_VIEW_LIMITS.failingRemovals;

async function readHealth(
  options: SystemRoutesOptions,
  sql: Sql,
  readBooks: () => Promise<KnownBooks | undefined>,
): Promise<HealthReading> {
  const { room, certificateEndsAt } = options;
  const [live, failingRemovals] = await Promise.all([
    readLive(sql, readBooks),
    countFailingRemovals(sql, FAILING_FROM),
  ]);
  const storage = await room.check().catch(() => null);
  return {
    ...live,
    failingRemovals,
    storage,
    shortage: room.shortage() ?? null,
    certificateEndsAt: certificateEndsAt(),
  };
}

function eventsRoute(feed: LiveFeed<LiveFigures>): SessionRoute {
  return {
    ...OPERATOR,
    method: "GET",
    path: `${OPERATOR_API}/events`,
    body: "none",
    async handle(_call, session) {
      const { events, close } = feed.open(session);
      const { heartbeatMs } = OPERATOR_VIEW_LIMITS;
      return { kind: "events", status: 200, events, close, heartbeatMs };
    },
  };
}

function nodeRoutes({ writes }: SystemRoutesOptions): Route[] {
  const change = (name: "drain" | "undrain", method: "POST" | "DELETE", message: string) =>
    changeRoute({
      writes,
      method,
      path: "/nodes/:node/drain",
      action: `node ${name}`,
      message,
      schema: null,
      work: ({ call }) => setDrain(name, param(call, "node")),
    });
  return [
    change("drain", "POST", "The node is being drained"),
    change("undrain", "DELETE", "The node takes jobs again"),
  ];
}

function readTime(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = readIsoTime(text);
  if (time !== null) return time;
  throw invalidRequest([{ path: "/since", message: "must be an ISO 8601 time" }]);
}

function auditRoute({ reads }: SystemRoutesOptions): Route {
  const filters = {
    account: Type.Optional(Type.String({ maxLength: 100 })),
    action: Type.Optional(Type.String({ maxLength: 100 })),
    since: Type.Optional(Type.String({ maxLength: 40 })),
  };
  return listRoute<OperatorActionView, typeof filters>(
    "/audit",
    "Actions listed",
    filters,
    ({ account = null, action = null, since }, page) =>
      listActions(reads, { accountId: account, action, since: readTime(since) }, page),
  );
}

/** Figures are read once for all streams, and slow ones kept for `slowFiguresMs`; `stop` ends the streams. */
export function systemRoutes(options: SystemRoutesOptions): SystemRoutes {
  const { reads, work, logger } = options;
  const { slowFiguresMs } = OPERATOR_VIEW_LIMITS;
  const readBooks = createBooksView(work, slowFiguresMs);
  const view = async (sql: Sql): Promise<LiveFigures> => {
    const reading = await readHealth(options, sql, readBooks);
    return { ...viewLive(reading), health: judgeHealth(reading) };
  };
  const feed = new LiveFeed<LiveFigures>({
    read: () => view(work),
    filterSessions: (ids) => selectOperatorSessions(work, ids),
    logger,
  });
  const slowFigures = cacheAnswer(async () => {
    const [database, files] = await Promise.all([
      selectDatabaseFigures(reads, OPERATOR_VIEW_LIMITS.tables),
      selectKeptFiles(reads, FAILING_FROM),
    ]);
    return { database, files };
  }, slowFiguresMs);
  return {
    stop: () => feed.stop(),
    routes: [
      readRoute<LiveFigures>("/live", "Figures read", () => view(reads)),
      readRoute<HealthView>("/health", "Health read", async () =>
        judgeHealth(await readHealth(options, reads, readBooks)),
      ),
      eventsRoute(feed),
      readRoute<readonly WorkerView[]>("/nodes", "Processes listed", async () => (await view(reads)).workers),
      ...nodeRoutes(options),
      readRoute<StorageView>("/storage", "Storage read", async () =>
        viewStorage(options, await slowFigures()),
      ),
      auditRoute(options),
    ],
  };
}
