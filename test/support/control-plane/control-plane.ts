// A whole control plane in the test's own process: the real server on a free port, the real worker, a database and a
// storage folder of its own. Everything is stopped when the test ends.
import assert from "node:assert/strict";
import { after, type TestContext } from "node:test";
import {
  createKey,
  type KeyWithPlaintext,
  type NewKey,
} from "../../../control-plane/accounts/manage-keys.ts";
import { type ControlPlaneConfig, readControlPlaneConfig } from "../../../control-plane/config.ts";
import type { Route } from "../../../control-plane/http/route.ts";
import { startControlPlane } from "../../../control-plane/start-control-plane.ts";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { sessionAddress } from "../../../shared/db/database-addresses.ts";
import type { Logger } from "../../../shared/logger.ts";
import { cleanUp } from "../clean-up.ts";
import { createTestAccount, newKeyFor, type TestAccount } from "../database/test-account.ts";
import { createTestDatabase } from "../database/test-database.ts";
import { logOfFailure } from "../kept-log.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { checkAgainstDocument } from "./api-document.ts";

/** For the results of the tests to reach the runner before their process ends. */
const TELLING_MS = 1_000;

export const TEST_SECRET = "a-signing-secret-that-only-tests-know";

export interface TestControlPlane {
  readonly url: string;
  /** All that it answers. */
  readonly routes: readonly Route[];
  readonly sql: Sql;
  /** Past any pooler. */
  readonly databaseUrl: string;
  readonly storageFolder: string;
  stop(): Promise<void>;
  /** Runs at the test's end, while the control plane and its database are still there. */
  endsFirst(end: () => Promise<unknown>): void;
  /** Makes an approved account that was granted `moods` (100 by default), with a key. */
  account(options?: { moods?: string; approve?: boolean }): Promise<TestAccount>;
  key(accountId: string, options?: Partial<NewKey>): Promise<KeyWithPlaintext>;
}

export interface TestControlPlaneOptions {
  /** Settings besides the database, the storage and the port. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further settings, which depend on the database. */
  readonly envFor?: (databaseUrl: string) => Promise<Readonly<Record<string, string>>>;
  readonly logger?: Logger;
  readonly databaseUrl?: string;
}

async function configFor(
  t: TestContext,
  options: TestControlPlaneOptions,
): Promise<ControlPlaneConfig & { storageFolder: string }> {
  const storageFolder = await temporaryFolder(t);
  const databaseUrl = options.databaseUrl ?? (await createTestDatabase(t)).databaseUrl;
  const config = readControlPlaneConfig({
    CLIPMILL_PORT: "0",
    CLIPMILL_DATABASE_URL: databaseUrl,
    CLIPMILL_STORAGE: `file:${storageFolder}`,
    CLIPMILL_DATA_DIR: await temporaryFolder(t),
    CLIPMILL_SECRET: TEST_SECRET,
    ...options.env,
    ...(await options.envFor?.(databaseUrl)),
  });
  return { ...config, storageFolder };
}

let hasFailedStart = false;

// Of the process, not of a test: it runs once all of them have ended.
after(() => {
  if (hasFailedStart) setTimeout(() => process.exit(1), TELLING_MS);
});

/** What a start that fails has begun ends with its process only, which would go on with it for minutes. */
function endAfterTests(error: unknown): never {
  hasFailedStart = true;
  throw error;
}

/** Starts a control plane for this test. */
export async function testControlPlane(
  t: TestContext,
  options: TestControlPlaneOptions = {},
): Promise<TestControlPlane> {
  // Hooks run in the order of their registration: what is stopped first is registered before its database and folder.
  const ends: (() => Promise<unknown>)[] = [];
  cleanUp(t, async () => {
    for (const end of ends) await end();
  });
  const config = await configFor(t, options);
  const running = await startControlPlane(config, options.logger ?? logOfFailure(t)).catch(endAfterTests);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= running.stop();
    return stopping;
  };
  const databaseUrl = sessionAddress(config);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 4 });
  ends.push(stop, () => sql.end({ timeout: 1 }));
  const { storageFolder } = config;
  return {
    url: running.url,
    routes: running.routes,
    sql,
    databaseUrl,
    storageFolder,
    stop,
    endsFirst: (end) => ends.unshift(end),
    account: (accountOptions) => createTestAccount(sql, accountOptions),
    key: (accountId, keyOptions) => createKey(sql, newKeyFor(accountId, keyOptions)),
  };
}

/** Starts another control plane on the same database, which ends before it. */
export async function besidePlane(
  t: TestContext,
  plane: TestControlPlane,
  options: Omit<TestControlPlaneOptions, "databaseUrl"> = {},
): Promise<TestControlPlane> {
  const beside = await testControlPlane(t, { ...options, databaseUrl: plane.databaseUrl });
  plane.endsFirst(async () => {
    await beside.stop();
    await beside.sql.end({ timeout: 1 });
  });
  return beside;
}

export interface ApiReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty where the reply is not JSON. */
  readonly body: {
    readonly status?: number;
    readonly message?: string;
    readonly data?: Record<string, unknown>;
    readonly error?: {
      readonly statusCode: number;
      readonly message: string;
      readonly code: string;
      readonly details?: readonly { readonly path: string; readonly message: string }[];
      readonly requestId?: string;
    };
  };
}

export interface ApiRequest {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string or bytes. */
  readonly body?: unknown;
}

function encodeBody(body: unknown): { body?: string | Uint8Array<ArrayBuffer> } {
  if (body === undefined) return {};
  if (typeof body === "string" || body instanceof Uint8Array)
    return { body: body as string | Uint8Array<ArrayBuffer> };
  return { body: JSON.stringify(body) };
}

/** Calls the API as a client would, and holds the reply against the API's document; `path` begins with a slash. */
export async function callApi(
  plane: { readonly url: string },
  method: string,
  path: string,
  request: ApiRequest = {},
): Promise<ApiReply> {
  const response = await fetch(`${plane.url}${path}`, {
    method,
    headers: {
      ...(request.key === undefined ? {} : { "x-service-api-key": request.key }),
      ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      ...request.headers,
    },
    ...encodeBody(request.body),
  });
  const text = await response.text();
  const { status, headers } = response;
  await checkAgainstDocument(plane.url, { method, path, status, headers, text });
  const isJson = headers.get("content-type") === "application/json" && text !== "";
  return { status, headers, body: isJson ? (JSON.parse(text) as ApiReply["body"]) : {}, text };
}

/** Status and code of a failure, for short assertions. */
export function failureOf(reply: ApiReply): string {
  assert.equal(reply.body.error?.statusCode, reply.status);
  assert.ok(reply.headers.get("x-request-id"), "an error has a request id, too");
  return `${reply.status} ${reply.body.error?.code}`;
}

/** The least that POST /clips takes. */
export const CLIP_BODY = {
  video_url: "https://93.184.215.14/video.mp4",
  video_duration_seconds: 600,
} as const;
