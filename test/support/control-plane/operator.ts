// An operator of a test's control plane at the console, and what the audit log keeps of them.
import assert from "node:assert/strict";
import type { Sql } from "../../../shared/db/connect.ts";
import { ConsoleClient, TEST_PASSWORD } from "./console-client.ts";
import type { ApiReply, TestControlPlane } from "./control-plane.ts";

export const OPERATOR_EMAIL = "olga@example.com";
const API = "/console/api/operator";

/** Makes somebody an operator who has asked for an account. */
async function makeOperator(sql: Sql, email: string): Promise<void> {
  const made = await sql`update users set is_operator = true where email = ${email}`;
  assert.equal(made.count, 1);
}

export class OperatorClient extends ConsoleClient {
  /** Calls a path below the operators' API. */
  send(method: string, path: string, body?: unknown): Promise<ApiReply> {
    return this.call(method, `${API}${path}`, body === undefined ? {} : { body });
  }

  /** The data of a call that succeeds. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.send(method, path, body);
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body.data as T;
  }
}

/** Signs an operator in. */
export async function signInOperator(plane: TestControlPlane): Promise<OperatorClient> {
  const client = new OperatorClient(plane);
  await client.enter("accounts", { email: OPERATOR_EMAIL, password: TEST_PASSWORD });
  await makeOperator(plane.sql, OPERATOR_EMAIL);
  return client;
}

/** The audit log as `action target details`, the oldest first; who and how are checked for every line. */
export async function readAudit(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string; who: string }[]>`
    select action || ' ' || target || ' ' || details as line, operator || ' ' || via || ' ' || origin as who
    from operator_actions order by id`;
  for (const { who } of rows) assert.equal(who, `${OPERATOR_EMAIL} console 127.0.0.1`);
  return rows.map(({ line }) => line);
}
