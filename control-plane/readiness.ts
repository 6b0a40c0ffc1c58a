// Whether this control plane can serve requests: admit, read and create. Each check runs on the pool that requests use and
// waits its turn there, so that one pool that hangs is noticed while another works. Creating is checked by a write,
// because a database with a full disk still answers reads.
import { pingDatabase } from "../shared/db/ping-database.ts";
import type { Databases } from "./databases.ts";
import { writeProbe } from "./db/readiness-probe.ts";
import type { Lanes } from "./http/exchange.ts";

/** Not an account's id. */
const HOLDER = "readiness";

/** Runs all checks. @throws the first failure; the caller bounds the time */
export async function checkReadiness(databases: Databases, lanes: Lanes): Promise<void> {
  await Promise.all([
    pingDatabase(databases.admission),
    lanes.reads.run(HOLDER, () => pingDatabase(databases.reads)),
    lanes.creates.run(HOLDER, () => writeProbe(databases.creates)),
  ]);
}
