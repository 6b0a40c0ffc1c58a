// What `npm start` says while the appliance has no operator: a link by which the person at this terminal becomes one.
import { hostname } from "node:os";
import { makeFirstLink } from "../../control-plane/accounts/people/set-up-operator.ts";
import { isUnavailable } from "../../shared/db/classify-error.ts";
import { connectDatabase } from "../../shared/db/connect.ts";
import type { Appliance } from "./appliance.ts";

/**
 * A sentence with the link; undefined where there is an operator, or a database that does not answer just then: the
 * appliance runs all the same, and the control plane's log has a link.
 */
export async function offerFirstOperator({
  url,
  databaseUrl,
}: Pick<Appliance, "url" | "databaseUrl">): Promise<string | undefined> {
  const sql = connectDatabase(databaseUrl, { applicationName: "clipmill start", connections: 1 });
  try {
    const link = await sql.begin((transaction) => makeFirstLink(transaction, hostname()));
    return link && `It has no operator yet. Become one within 24 hours: ${url}${link.path}`;
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
