// Every route that the server answers with everybody who may call it: who is admitted, and that nobody reaches what is
// another account's, or changes anything by a request that no page of ours has sent.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { newSecretText } from "../../../control-plane/accounts/people/secret-text.ts";
import type { Route } from "../../../control-plane/http/route.ts";
import { type TestControlPlane, testControlPlane } from "../../support/control-plane/control-plane.ts";
import { type Actor, makeActors, makeAlmighty, makeGuardedAccount } from "../../support/roles/actors.ts";
import { expectedOf, nameOf, namesOwned, PUBLIC_ROUTES } from "../../support/roles/expected.ts";
import {
  type GuardedObjects,
  lookAt,
  MARK,
  makeGuardedObjects,
  secretsOf,
} from "../../support/roles/objects.ts";
import {
  type Answer,
  bodyFor,
  emptyPathFor,
  pathsFor,
  type Sent,
  send,
} from "../../support/roles/requests.ts";
import { testProvider } from "../../support/sign-on/test-provider.ts";

type GuardedRoute = Exclude<Route, { access: "public" }>;

interface Scene {
  readonly plane: TestControlPlane;
  readonly objects: GuardedObjects;
  readonly guarded: readonly GuardedRoute[];
  readonly almighty: Actor;
}

/** Ends the caller's session, so that it comes last. */
const SIGN_OUT = "DELETE /console/api/session";
const AT_ONCE = 12;
const READS = new Set(["GET", "HEAD"]);

async function matrixScene(t: TestContext): Promise<Scene> {
  const provider = await testProvider(t);
  const plane = await testControlPlane(t, {
    env: provider.settings({ CLIPMILL_RATE_PER_MINUTE: "100000" }),
  });
  provider.serve(plane.url);
  const account = await makeGuardedAccount(plane, MARK);
  const almighty = await makeAlmighty(plane, account.id);
  const objects = await makeGuardedObjects(plane, account, almighty);
  const guarded = plane.routes
    .filter((route) => route.access !== "public")
    .sort((a, b) => Number(nameOf(a) === SIGN_OUT) - Number(nameOf(b) === SIGN_OUT));
  return { plane, objects, guarded, almighty };
}

/** Fails where a reply tells anything of the guarded account that the request did not name itself. */
function assertTellsNothing({ objects }: Scene, { path, body }: Sent, { text }: Answer, what: string): void {
  const asked = `${path} ${JSON.stringify(body ?? null)}`;
  const told = secretsOf(objects).filter((secret) => text.includes(secret) && !asked.includes(secret));
  assert.deepEqual(told, [], `${what} tells of the account of others: ${text.slice(0, 500)}`);
}

/** A request by whoever is not of the account, with its ids. */
async function assertForeign(
  scene: Scene,
  route: GuardedRoute,
  actor: Actor,
  expected: string,
): Promise<void> {
  const { plane, objects } = scene;
  const body = bodyFor(route, objects);
  const refers = secretsOf(objects).some((secret) => JSON.stringify(body ?? null).includes(secret));
  for (const path of pathsFor(route, objects)) {
    const sent = { path, headers: actor.headers, body };
    const answer = await send(plane, route, sent);
    const what = `${actor.name}: ${route.method} ${path}`;
    if (expected !== "admitted") assert.equal(answer.outcome, expected, what);
    else if (namesOwned(route)) assert.equal(answer.outcome, "404 NOT_FOUND", what);
    else if (refers) assert.ok([400, 403, 404].includes(answer.status), `${what}: ${answer.outcome}`);
    else assert.ok(![401, 500, 503].includes(answer.status), `${what}: ${answer.outcome}`);
    if (expected === "admitted" && refers && route.creates === true) {
      assert.match(answer.text, /is not an upload of this account/, what);
    }
    assertTellsNothing(scene, sent, answer, what);
  }
  if (route.method !== "GET" || expected !== "admitted") return;
  const { account, jobId } = objects;
  const query = new URLSearchParams({ before: jobId, account: account.id, accountId: account.id, page: "1" });
  const sent = { path: `${emptyPathFor(route)}?${query}`, headers: actor.headers };
  assertTellsNothing(scene, sent, await send(plane, route, sent), `${actor.name}: GET ${sent.path}`);
}

/** A request by whoever is of the account or operates: reads answer, and changes of nothing are refused for that alone. */
async function assertOwn({ plane, objects }: Scene, route: GuardedRoute, actor: Actor): Promise<void> {
  const isRead = READS.has(route.method);
  const [path = ""] = isRead ? pathsFor(route, objects) : [emptyPathFor(route)];
  const body = route.body === "none" ? undefined : { "no such field": 1 };
  const { status, outcome } = await send(plane, route, { path, headers: actor.headers, body });
  const what = `${actor.name}: ${route.method} ${path}: ${outcome}`;
  const isFound = status < 300 || path.includes("/none");
  if (isRead) assert.ok(isFound, what);
  else assert.ok(status < 500 && status !== 401 && status !== 403, what);
}

async function tryRoute(scene: Scene, route: GuardedRoute, actor: Actor): Promise<string> {
  const expected = expectedOf(route, actor);
  const operates = actor.isOperator && route.access === "session" && route.role === "operator";
  const isOwn = expected === "admitted" && (operates || actor.account?.isA === true);
  await (isOwn ? assertOwn(scene, route, actor) : assertForeign(scene, route, actor, expected));
  return expected;
}

async function tryAll(scene: Scene, actor: Actor): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const routes = [...scene.guarded];
  while (routes.length > 0) {
    // Signing out is the last route, and a batch of its own.
    const batch = routes.splice(0, Math.min(AT_ONCE, Math.max(1, routes.length - 1)));
    for (const outcome of await Promise.all(batch.map((route) => tryRoute(scene, route, actor)))) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
  }
  return counts;
}

function tellOf(name: string, counts: ReadonlyMap<string, number>): string {
  const told = [...counts].sort().map(([outcome, count]) => `${count} ${outcome}`);
  return `${name.padEnd(30)} ${told.join(", ")}`;
}

async function tryPublic(scene: Scene): Promise<void> {
  const { plane, objects } = scene;
  const open = plane.routes.filter((route) => route.access === "public");
  assert.deepEqual(
    open.map(nameOf).sort(),
    Object.keys(PUBLIC_ROUTES).sort(),
    "each public route says what keeps it",
  );
  const token = newSecretText();
  const body = { token, email: "stranger@example.com", password: "not anybody's password" };
  const before = await lookAt(plane, objects);
  for (const route of open) {
    const kept = PUBLIC_ROUTES[nameOf(route)];
    const path = route.path.replace("*", kept === "signature" ? objects.uploadKey : "none");
    const { "sec-fetch-site": _site, ...headers } = scene.almighty.headers;
    const sent = { path, headers, ...(kept === "secret" ? { body } : {}) };
    const answer = await send(plane, route, sent);
    const what = `${nameOf(route)}: ${answer.outcome}`;
    assertTellsNothing(scene, sent, answer, what);
    if (kept === "signature") assert.equal(answer.status, 401, what);
    if (kept === "secret") assert.ok([400, 401].includes(answer.status), what);
  }
  assert.deepEqual(await lookAt(plane, objects), before, "nothing of the account has changed");
}

/** Headers of a request that a browser sends for a page of another site, or that lacks the session's token. */
function forged({ cookie = "", ...own }: Actor["headers"]): Record<string, Record<string, string>> {
  const token = own["x-clipmill-csrf"] ?? "";
  return {
    "no token": { cookie, "sec-fetch-site": "same-origin" },
    "another token": { cookie, "sec-fetch-site": "same-origin", "x-clipmill-csrf": newSecretText() },
    "another site": { cookie, "sec-fetch-site": "cross-site", "x-clipmill-csrf": token },
    "a neighbouring site": { cookie, "sec-fetch-site": "same-site", "x-clipmill-csrf": token },
    "no page": { cookie, "sec-fetch-site": "none", "x-clipmill-csrf": token },
    "another origin": { cookie, origin: "https://elsewhere.example", "x-clipmill-csrf": token },
  };
}

async function tryForged(t: TestContext, scene: Scene): Promise<void> {
  const { plane, objects, guarded, almighty } = scene;
  const changes = guarded.filter(({ method }) => !READS.has(method));
  assert.ok(changes.length > 40, "there are changes to ask for");
  const before = await lookAt(plane, objects);
  for (const route of changes) {
    const body = bodyFor(route, objects);
    const [path = ""] = pathsFor(route, objects);
    for (const [how, headers] of Object.entries(forged(almighty.headers))) {
      const { outcome } = await send(plane, route, { path, headers, body });
      assert.equal(outcome, "403 FORBIDDEN", `${route.method} ${path} with ${how}`);
    }
  }
  assert.deepEqual(await lookAt(plane, objects), before, "nothing has changed");
  t.diagnostic(`${changes.length} changes, each refused ${Object.keys(forged({})).length} times`);
}

/** Every route with everybody. It comes last: what the account's own people may do changes it. */
async function tryEverybody(t: TestContext, scene: Scene): Promise<void> {
  const { plane, objects, guarded } = scene;
  assert.ok(guarded.length > 80, "there are routes to ask");
  const actors = await makeActors(plane, objects.account);
  const before = await lookAt(plane, objects);
  const others = actors.filter(({ account, isKnown }) => account?.isA !== true || !isKnown);
  for (const actor of others) t.diagnostic(tellOf(actor.name, await tryAll(scene, actor)));
  assert.deepEqual(await lookAt(plane, objects), before, "nothing of the account has changed");
  const own = actors.filter((actor) => !others.includes(actor));
  for (const actor of own) t.diagnostic(tellOf(actor.name, await tryAll(scene, actor)));
  t.diagnostic(`${guarded.length} routes, ${actors.length} callers`);
}

test("each route answers as its role says, to everybody", async (t) => {
  const scene = await matrixScene(t);
  await t.test("every public route is known, and those with secrets answer nobody without one", () =>
    tryPublic(scene),
  );
  await t.test("no change is made by a session without its token, or from another site", (t) =>
    tryForged(t, scene),
  );
  await t.test("every route answers whom it is for, and nobody reaches what is another account's", (t) =>
    tryEverybody(t, scene),
  );
});
