// A browser at the console, as far as requests go: it keeps the cookie that it was given and sends the session's token.
import assert from "node:assert/strict";
import { changeAccount } from "../../../control-plane/accounts/manage-accounts.ts";
import type { SessionView } from "../../../control-plane/console/api-types/session.ts";
import type { ApiReply, TestControlPlane } from "./control-plane.ts";

export interface ConsoleRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A person's browser; one without a session is a stranger's. */
export class ConsoleClient {
  readonly #url: string;
  /** As `name=value`; empty before sign-in. */
  cookie = "";
  /** Of the last session that was shown. */
  csrf = "";

  constructor(plane: { readonly url: string }) {
    this.#url = plane.url;
  }

  /** Calls a path as a page of the console does. */
  async call(method: string, path: string, { body, headers = {} }: ConsoleRequest = {}): Promise<ApiReply> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(this.cookie === "" ? {} : { cookie: this.cookie }),
        ...(this.csrf === "" ? {} : { "x-clipmill-csrf": this.csrf }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        "sec-fetch-site": "same-origin",
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const [given = ""] = response.headers.getSetCookie();
    if (/clipmill=/.test(given)) this.cookie = given.split(";")[0] ?? "";
    const isJson = response.headers.get("content-type") === "application/json" && text !== "";
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as ApiReply["body"]) : {},
    };
  }

  /** Signs in, or asks for an account, and keeps the session. */
  async enter(path: "session" | "accounts", body: object): Promise<SessionView> {
    const reply = await this.call("POST", `/console/api/${path}`, { body });
    assert.equal(reply.status, 201, reply.text);
    const view = reply.body.data as unknown as SessionView;
    this.csrf = view.csrf;
    return view;
  }
}

export const TEST_PASSWORD = "correct horse battery";

/** Somebody with an approved account of their own, signed in. */
export interface SignedIn {
  readonly client: ConsoleClient;
  readonly email: string;
  readonly userId: string;
  readonly accountId: string;
}

/** Asks for an account with this address, and approves it. */
export async function approvedOwner(plane: TestControlPlane, email: string): Promise<SignedIn> {
  const client = new ConsoleClient(plane);
  const view = await client.enter("accounts", { email, password: TEST_PASSWORD });
  const accountId = view.account?.id ?? "";
  await changeAccount(plane.sql, accountId, "approve");
  return { client, email, userId: view.user.id, accountId };
}

/** Makes somebody a person of an account, and has them act for it. */
export async function joinAs(
  plane: TestControlPlane,
  { client, userId }: Pick<SignedIn, "client" | "userId">,
  accountId: string,
  role: "owner" | "member",
): Promise<void> {
  await plane.sql`insert into memberships (account_id, user_id, role) values (${accountId}, ${userId}, ${role})`;
  const reply = await client.call("PUT", "/console/api/session/account", { body: { accountId } });
  assert.equal(reply.status, 200, reply.text);
}
