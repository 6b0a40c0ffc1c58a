// Keeps what a transaction, or a reserved connection, asks after its connection has broken from whatever comes in its
// place. The driver (3.4.9) goes on with the slot: while that has no socket, the process ends by it; once it is connected
// again, a statement is carried out outside of its transaction, and a COMMIT or ROLLBACK in somebody else's. So such a
// statement fails here, and the driver never hears that the work of a broken transaction has ended: it would send its
// ROLLBACK, and fails the transaction by itself when it is told of the close.
import postgres from "postgres";
import type { DriverSockets } from "./driver-sockets.ts";
import { isStatement } from "./driver-statement.ts";

type Asking = postgres.TransactionSql | postgres.ReservedSql;
type Work = (transaction: postgres.TransactionSql) => unknown;
type Begin = (options: string, work: Work) => Promise<unknown>;
type Call = (...args: unknown[]) => unknown;

/** A helper for a part of a statement, or the statement, which fails where the connection has ended by then. */
function guardStatement(made: unknown, hasEnded: () => boolean): unknown {
  if (!isStatement(made)) return made;
  const send = made.handler;
  made.handler = (statement) => {
    if (!hasEnded()) return send(statement);
    // As the driver does: a transaction fails as a whole, whether or not somebody waits for this.
    statement.catch(() => undefined);
    const error = new Error("The connection of this transaction has ended.");
    return statement.reject(Object.assign(error, { code: "CONNECTION_CLOSED" }));
  };
  return made;
}

function guard<T extends Asking>(sql: T, hasEnded: () => boolean): T {
  const wrap: Readonly<Record<string, (call: Call) => Call>> = {
    unsafe:
      (call) =>
      (...args) =>
        guardStatement(call(...args), hasEnded),
    file:
      (call) =>
      (...args) =>
        guardStatement(call(...args), hasEnded),
    savepoint:
      (call) =>
      (...args) => {
        const work = args.pop() as Work;
        return call(...args, (inner: postgres.TransactionSql) => whileOpen(inner, work, hasEnded));
      },
    release: (call) => () => {
      // The driver takes a broken connection back by itself.
      if (!hasEnded()) call();
    },
  };
  return new Proxy<T>(sql, {
    apply: (target, self, args) => guardStatement(Reflect.apply(target as Call, self, args), hasEnded),
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      const wrapper = typeof name === "string" ? wrap[name] : undefined;
      return wrapper === undefined || typeof value !== "function" ? value : wrapper(value as Call);
    },
  });
}

/** Settles as the work does, unless the connection has ended by then: never, and `onLost` hears of a failure. */
function whileOpen(
  transaction: postgres.TransactionSql,
  work: Work,
  hasEnded: () => boolean,
  onLost: (error: unknown) => void = () => undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const run = async (): Promise<unknown> => {
      const made = work(guard(transaction, hasEnded));
      return Array.isArray(made) ? Promise.all(made) : made;
    };
    run().then(
      (value) => !hasEnded() && resolve(value),
      (error: unknown) => (hasEnded() ? onLost(error) : reject(error)),
    );
  });
}

/** Changes a pool's `begin` and `reserve` in place; `sockets` are those that the pool was made with. */
export function guardSessions(sql: postgres.Sql, sockets: DriverSockets): void {
  const begin = sql.begin.bind(sql) as Begin;
  const reserve = sql.reserve.bind(sql);
  const guardedBegin = (...args: [Work] | [string, Work]): Promise<unknown> => {
    const [options, work] = args.length === 1 ? ["", args[0]] : args;
    return new Promise((resolve, reject) => {
      begin(options, (transaction) => whileOpen(transaction, work, sockets.watchLastHeard(), reject)).then(
        resolve,
        reject,
      );
    });
  };
  sql.begin = guardedBegin as postgres.Sql["begin"];
  sql.reserve = async () => {
    const session = await reserve();
    try {
      // Its answer tells which of the sockets it is.
      await session`select`;
    } catch (error) {
      if (error instanceof postgres.PostgresError) session.release();
      throw error;
    }
    return guard(session, sockets.watchLastHeard());
  };
}
