// What Prometheus sees of a process's connections to the database: how many of each pool are open and busy, and how many
// there may be. A pool that is all busy for long is what requests or runs wait for.
import { Gauge, type Registry } from "prom-client";
import type { Sql } from "../db/connect.ts";
import { poolUse } from "../db/connect.ts";

/** Shows the pools by their names whenever the metrics are read. */
export function registerPoolMetrics(registry: Registry, pools: Readonly<Record<string, Sql>>): void {
  const gauge = (name: string, help: string, read: (sql: Sql) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ["pool"],
      registers: [registry],
      collect() {
        for (const [pool, sql] of Object.entries(pools)) this.set({ pool }, read(sql));
      },
    });
  gauge(
    "clipmill_database_connections",
    "Connections to the database that are open, by pool.",
    (sql) => poolUse(sql).open,
  );
  gauge(
    "clipmill_database_busy_connections",
    "Connections with a statement under way, by pool.",
    (sql) => poolUse(sql).busy,
  );
  gauge("clipmill_database_max_connections", "Connections that a pool may open.", (sql) => sql.options.max);
}
