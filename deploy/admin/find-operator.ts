// Who runs a command, for the audit log: the system's user, and whoever became that user by sudo, on this machine; and
// where from, as the terminal's session says. Nobody proves it: whoever reaches the database may also write there.
import { hostname, userInfo } from "node:os";
import type { Operator } from "../../control-plane/audit/operator-actions.ts";
import { type Environment, readText } from "../../shared/process/environment.ts";

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Who runs the command, for the audit log: the user of the machine, through sudo or SSH too. */
export function findOperator(env: Environment): Operator {
  const user = userName();
  const before = readText(env, "SUDO_USER") ?? user;
  const name = before === user ? user : `${before} as ${user}`;
  const [origin = "local"] = (readText(env, "SSH_CONNECTION") ?? "local").split(" ");
  return { name: `${name}@${hostname()}`, via: "command", origin };
}
