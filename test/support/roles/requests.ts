// Requests to every route: paths with the ids of what the guarded account has, or of nothing, and bodies that reach as far
// as a handler's look for what they name.
import assert from "node:assert/strict";
import type { Route } from "../../../control-plane/http/route.ts";
import { nameOf } from "./expected.ts";
import { EDITOR, type GuardedObjects } from "./objects.ts";

export interface Answer {
  readonly status: number;
  /** `204`, or `404 NOT_FOUND`. */
  readonly outcome: string;
  readonly text: string;
}

export interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const TAKES_JSON = new Set(["json", "optional-json"]);

/** The body by route of everything that takes one from others than operators, with ids of the guarded account. */
const BODIES: Readonly<Record<string, (of: GuardedObjects) => unknown>> = {
  "POST /api/v1/clips": ({ uploadKey }) => ({ s3_key: uploadKey, video_duration_seconds: 600 }),
  "POST /api/v1/highlights": ({ uploadKey }) => ({ s3_key: uploadKey, sport: "FOOTBALL" }),
  "POST /api/v1/transcriptions": ({ uploadKey }) => ({ s3_key: uploadKey }),
  "POST /api/v1/generation-tasks": ({ uploadKey }) => ({
    model: EDITOR.model,
    input: { prompt: "own", image: uploadKey },
  }),
  "POST /api/v1/jobs/:jobId/clips/:clipId/renders": () => ({ title: "Mine" }),
  "POST /api/v1/uploads": () => ({ filename: "own.mp4", content_type: "video/mp4", size_bytes: 4 }),
  "PUT /console/api/session/account": ({ account }) => ({ accountId: account.id }),
  "PUT /console/api/password": () => ({ current: "not the password", next: "another password" }),
  "POST /console/api/oidc/link": () => ({ password: "not the password" }),
  "POST /console/api/totp": () => ({ password: "not the password" }),
  "PUT /console/api/totp": () => ({ code: "000000" }),
  "DELETE /console/api/totp": () => ({ password: "not the password", code: "000000" }),
  "POST /console/api/totp/recovery-codes": () => ({ password: "not the password", code: "000000" }),
  "PUT /console/api/invitations": ({ invitationToken }) => ({ token: invitationToken }),
  "POST /console/api/keys": () => ({ scopes: ["BALANCE"] }),
  "PUT /console/api/keys/:keyId": () => ({ scopes: ["BALANCE"] }),
  "POST /console/api/people": () => ({ email: "own-newcomer@example.com", role: "owner" }),
  "PUT /console/api/people/:id": () => ({ role: "owner" }),
};

/** A body for a route, undefined where it takes none. Fails for a route that nobody has told of. */
export function bodyFor(route: Route, objects: GuardedObjects): unknown {
  if (!TAKES_JSON.has(route.body)) return undefined;
  if (route.access === "session" && route.role === "operator") return {};
  const make = BODIES[nameOf(route)];
  assert.ok(make !== undefined, `${nameOf(route)}: say in BODIES what reaches its handler`);
  return make(objects);
}

function idsFor({ path }: Route, parameter: string, objects: GuardedObjects): readonly string[] {
  const { account, clipId, uploadId, jobId, generationId, transcriptionId, runningId } = objects;
  if (path.startsWith("/console/api/operator/queue/")) return ["1"];
  switch (parameter) {
    case "jobId":
      return /captions\.\w+$/.test(path) ? [transcriptionId] : [jobId, runningId];
    case "taskId":
      return path.includes("/generation-tasks/") ? [generationId] : [objects.deliveredId];
    case "clipId":
      return [clipId];
    case "uploadId":
      return [uploadId];
    case "keyId":
      return [account.keyId];
    case "id":
      return [account.member.userId, account.owner.userId, objects.invitationId];
    case "accountId":
      return [account.id];
    case "templateId":
    case "slug":
    case "node":
    case "installId":
      return ["none"];
    default:
      assert.fail(`${path}: say in idsFor what :${parameter} names`);
  }
}

/** The paths of a route, one for each id of the guarded account that may stand in it. */
export function pathsFor(route: Route, objects: GuardedObjects): string[] {
  const parameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  let paths = [route.path];
  for (const parameter of parameters) {
    const ids = idsFor(route, parameter, objects);
    paths = paths.flatMap((path) => ids.map((id) => path.replace(`:${parameter}`, id)));
  }
  return paths;
}

/** A path of a route that names nothing which exists. */
export function emptyPathFor({ path }: Route): string {
  return path.replaceAll(/:\w+/g, "none");
}

/** Sends a request; of a stream only its head is read. */
export async function send(
  { url }: { readonly url: string },
  { method }: Pick<Route, "method">,
  { path, headers, body }: Sent,
): Promise<Answer> {
  const end = new AbortController();
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: "manual",
    signal: end.signal,
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status } = response;
  if (response.headers.get("content-type") === "text/event-stream") {
    end.abort();
    return { status, outcome: String(status), text: "" };
  }
  const text = await response.text();
  const code = /"code":"([A-Z_]+)"/.exec(status >= 400 ? text : "")?.[1];
  return { status, outcome: code === undefined ? String(status) : `${status} ${code}`, text };
}
