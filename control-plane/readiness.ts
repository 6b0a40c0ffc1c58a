// Whether this control plane can do what requests ask of it: admit, read and create. Each is asked on the connections
// that requests would use, and waits its turn for them, so that a pool that hangs is not hidden by another that works.
// Creating is asked by a write, because a database whose disk is full still reads.
import { pingDatabase } from "../shared/db/ping-database.ts";
import type { Databases } from "./databases.ts";
import { writeProbe } from "./db/readiness-probe.ts";
import type { Lanes } from "./http/exchange.ts";

/** Not an account's id. */
const HOLDER = "readiness";

/** Asks all of them. @throws the first failure; the caller bounds the time */
export async function checkReadiness(databases: Databases, lanes: Lanes): Promise<void> {
  await Promise.all([
    pingDatabase(databases.admission),
    lanes.reads.run(HOLDER, () => pingDatabase(databases.reads)),
    lanes.creates.run(HOLDER, () => writeProbe(databases.creates)),
  ]);
}
