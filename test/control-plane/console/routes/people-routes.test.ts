// The people of an account: invitations, roles, and ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  InvitationOfferView,
  MadeInvitationView,
  PeopleView,
} from "../../../../control-plane/console/api-types/people.ts";
import type { SessionView } from "../../../../control-plane/console/api-types/session.ts";
import {
  approvedOwner,
  ConsoleClient,
  joinAs,
  TEST_PASSWORD,
} from "../../../support/control-plane/console-client.ts";
import { type ApiReply, failureOf, testControlPlane } from "../../../support/control-plane/control-plane.ts";

async function invited(owner: ConsoleClient, email: string, role = "member"): Promise<string> {
  const reply = await owner.call("POST", "/console/api/people", { body: { email, role } });
  assert.equal(reply.status, 201, reply.text);
  const { url } = reply.body.data as unknown as MadeInvitationView;
  return new URL(url).hash.slice(1);
}

function accept(plane: { readonly url: string }, token: string, password = TEST_PASSWORD): Promise<ApiReply> {
  return new ConsoleClient(plane).call("POST", "/console/api/invitations", { body: { token, password } });
}

async function peopleOf(client: ConsoleClient): Promise<PeopleView> {
  return (await client.call("GET", "/console/api/people")).body.data as unknown as PeopleView;
}

test("somebody new joins by an invitation, once, with a password of their own", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const token = await invited(ada.client, "bob@example.com");
  const offer = await new ConsoleClient(plane).call("POST", "/console/api/invitations/read", {
    body: { token },
  });
  const expected: InvitationOfferView = {
    account: "ada@example.com",
    email: "bob@example.com",
    role: "member",
  };
  assert.deepEqual(offer.body.data, expected);
  assert.equal((await accept(plane, token, "short")).status, 400);
  const joined = (await accept(plane, token)).body.data as unknown as SessionView;
  assert.deepEqual(
    [joined.user.email, joined.account?.id, joined.account?.role],
    ["bob@example.com", ada.accountId, "member"],
  );
  assert.equal(failureOf(await accept(plane, token)), "400 INVALID_REQUEST");
  const { people, invitations } = await peopleOf(ada.client);
  const told = people.map(({ email, role, holder }) => `${email} ${role} ${holder}`);
  assert.deepEqual(told, ["ada@example.com owner true", "bob@example.com member false"]);
  assert.deepEqual(invitations, []);
});

test("whoever is known here joins with the password that they have, and by no other", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  const token = await invited(ada.client, "BOB@example.com");
  const wrong = await accept(plane, token, "a password of the inviter's");
  assert.equal(failureOf(wrong), "400 INVALID_REQUEST");
  assert.equal(wrong.body.error?.details?.[0]?.path, "/password");
  const joined = (await accept(plane, token)).body.data as unknown as SessionView;
  assert.deepEqual(
    joined.accounts.map(({ id, role }) => [id, role]),
    [
      [bob.accountId, "owner"],
      [ada.accountId, "member"],
    ],
  );
});

test("an invitation takes no account over that an operator has made and nobody has signed in to", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  await plane.account();
  const [operators] = await plane.sql`select email from users where email like 'person-%'`;
  const token = await invited(ada.client, String(operators?.email));
  assert.equal(failureOf(await accept(plane, token)), "400 INVALID_REQUEST");
  assert.equal((await plane.sql`select from passwords`).length, 1);
});

test("who is signed in joins without a password, for their own address alone", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  const eve = await approvedOwner(plane, "eve@example.com");
  const token = await invited(ada.client, "bob@example.com", "owner");
  const join = (client: ConsoleClient) => client.call("PUT", "/console/api/invitations", { body: { token } });
  assert.equal(failureOf(await join(eve.client)), "403 FORBIDDEN");
  const joined = (await join(bob.client)).body.data as unknown as SessionView;
  assert.deepEqual([joined.account?.id, joined.account?.role], [ada.accountId, "owner"]);
  assert.equal((await peopleOf(bob.client)).people.length, 2);
});

test("invitations last three days, end with a newer one of the same address, and are taken back", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const first = await invited(ada.client, "bob@example.com");
  const second = await invited(ada.client, "bob@example.com");
  assert.equal((await accept(plane, first)).status, 400);
  const [life] =
    await plane.sql`select expires_at - created_at = interval '72 hours' as is_right from one_time_links
    where kind = 'invitation'`;
  assert.equal(life?.is_right, true);
  const [open] = (await peopleOf(ada.client)).invitations;
  assert.equal((await ada.client.call("DELETE", `/console/api/people/${open?.id}`)).status, 200);
  assert.equal((await accept(plane, second)).status, 400);
  const third = await invited(ada.client, "bob@example.com");
  await plane.sql`update one_time_links set expires_at = now()`;
  assert.equal((await accept(plane, third)).status, 400);
  assert.equal((await plane.sql`select from users`).length, 1);
});

test("what somebody has invited ends when they may not invite any more", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  await joinAs(plane, bob, ada.accountId, "owner");
  const kept = await invited(ada.client, "dan@example.com");
  const demoted = await invited(bob.client, "eve@example.com", "owner");
  const put = (role: string): Promise<ApiReply> =>
    ada.client.call("PUT", `/console/api/people/${bob.userId}`, { body: { role } });
  assert.equal((await put("member")).status, 200);
  assert.equal(failureOf(await accept(plane, demoted)), "400 INVALID_REQUEST");
  assert.equal((await put("owner")).status, 200);
  const removed = await invited(bob.client, "fay@example.com", "owner");
  assert.equal((await ada.client.call("DELETE", `/console/api/people/${bob.userId}`)).status, 200);
  assert.equal(failureOf(await accept(plane, removed)), "400 INVALID_REQUEST");
  assert.equal((await accept(plane, kept)).status, 201);
});

test("members see who is there and may leave; owners change and remove, save whose account it is", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  const eve = await approvedOwner(plane, "eve@example.com");
  for (const person of [bob, eve]) await joinAs(plane, person, ada.accountId, "member");
  assert.equal((await peopleOf(bob.client)).people.length, 3);
  const asBob = (method: string, path: string, body?: object) =>
    bob.client.call(method, `/console/api/people${path}`, body === undefined ? {} : { body });
  assert.equal(
    failureOf(await asBob("POST", "", { email: "x@example.com", role: "member" })),
    "403 FORBIDDEN",
  );
  assert.equal(failureOf(await asBob("PUT", `/${bob.userId}`, { role: "owner" })), "403 FORBIDDEN");
  assert.equal(failureOf(await asBob("DELETE", `/${eve.userId}`)), "403 FORBIDDEN");
  const promote = await ada.client.call("PUT", `/console/api/people/${bob.userId}`, {
    body: { role: "owner" },
  });
  assert.equal(promote.body.data?.role, "owner");
  assert.equal(failureOf(await asBob("DELETE", `/${ada.userId}`)), "400 INVALID_REQUEST");
  assert.equal(failureOf(await asBob("PUT", `/${ada.userId}`, { role: "member" })), "400 INVALID_REQUEST");
  assert.equal((await asBob("DELETE", `/${eve.userId}`)).status, 200);
  assert.equal(failureOf(await eve.client.call("GET", "/console/api/people")), "403 FORBIDDEN", "at once");
  assert.equal((await asBob("DELETE", `/${bob.userId}`)).status, 200, "and an owner may leave, too");
  assert.equal(failureOf(await bob.client.call("GET", "/api/v1/balance")), "403 FORBIDDEN");
});

test("an account that is not approved invites nobody, nor anybody twice", async (t) => {
  const plane = await testControlPlane(t);
  const pending = new ConsoleClient(plane);
  await pending.enter("accounts", { email: "new@example.com", password: TEST_PASSWORD });
  const body = { email: "bob@example.com", role: "member" };
  const refused = await pending.call("POST", "/console/api/people", { body });
  assert.equal(failureOf(refused), "403 ACCOUNT_NOT_APPROVED");
  const ada = await approvedOwner(plane, "ada@example.com");
  const own = await ada.client.call("POST", "/console/api/people", {
    body: { ...body, email: "ADA@example.com" },
  });
  assert.equal(failureOf(own), "400 INVALID_REQUEST");
});
