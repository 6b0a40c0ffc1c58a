// Everybody who may call a control plane, by what they carry and by what they are: to the account of the appliance that
// the tests guard ("A"), to another one, and to none. They are written straight into the database, since asking for
// accounts is rare by address.
import { beginSession } from "../../../control-plane/accounts/people/begin-session.ts";
import { csrfTokenOf } from "../../../control-plane/accounts/people/csrf-token.ts";
import { SCOPES, type Scope } from "../../../control-plane/accounts/scopes.ts";
import { insertAccount } from "../../../control-plane/db/accounts.ts";
import { insertPerson } from "../../../control-plane/db/people/people.ts";
import { newId } from "../../../shared/ids.ts";
import type { TestControlPlane } from "../control-plane/control-plane.ts";
import type { TestAccount } from "../database/test-account.ts";

/** What an account is to whom it admits. */
export type AccountState = "works" | "pending" | "blocked";

export interface Actor {
  readonly name: string;
  /** What it sends to prove who it is. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether that is still good. */
  readonly isKnown: boolean;
  readonly by: "nothing" | "key" | "session";
  readonly scopes: readonly Scope[];
  readonly isOperator: boolean;
  /** The account that it acts for. */
  readonly account: {
    readonly isA: boolean;
    readonly state: AccountState;
    readonly role: "owner" | "member";
  } | null;
}

export interface Person {
  readonly userId: string;
  readonly email: string;
}

/** The account that the tests guard, with its first two people. */
export interface GuardedAccount extends TestAccount {
  readonly owner: Person;
  readonly member: Person;
}

const STRANGER: Actor = {
  name: "nobody",
  headers: {},
  isKnown: false,
  by: "nothing",
  scopes: [],
  isOperator: false,
  account: null,
};
const OF_A = { isA: true, state: "works", role: "owner" } as const;
const OF_OTHERS = { isA: false, state: "works", role: "owner" } as const;

let count = 0;

async function makePerson(plane: TestControlPlane, mark = "somebody"): Promise<Person> {
  count += 1;
  const person = { userId: newId("user"), email: `${mark}-${count}@example.com` };
  await insertPerson(plane.sql, { id: person.userId, email: person.email });
  return person;
}

async function makeAccount(plane: TestControlPlane, userId: string, name: string): Promise<string> {
  const id = newId("account");
  await insertAccount(plane.sql, { id, userId, state: "PENDING", name });
  await plane.sql`update accounts set state = 'APPROVED' where id = ${id}`;
  return id;
}

function join({ sql }: TestControlPlane, accountId: string, userId: string, role: string): Promise<unknown> {
  return sql`insert into memberships (account_id, user_id, role) values (${accountId}, ${userId}, ${role})`;
}

/** What a browser of the person sends, for the account where one is chosen. */
async function sessionOf(
  { sql }: TestControlPlane,
  { userId }: Person,
  accountId: string | null,
): Promise<Readonly<Record<string, string>>> {
  const origin = { clientAddress: "127.0.0.1", formerSecret: undefined, userAgent: undefined };
  const secret = await beginSession(sql, { userId, way: "password", ...origin });
  await sql`update sessions set account_id = ${accountId} where user_id = ${userId}`;
  return {
    cookie: `__Host-clipmill=${secret}`,
    "x-clipmill-csrf": csrfTokenOf(secret),
    "sec-fetch-site": "same-origin",
  };
}

/** @param mark a word in all names of the account, by which a reply that tells of it is known */
export async function makeGuardedAccount(plane: TestControlPlane, mark: string): Promise<GuardedAccount> {
  const owner = await makePerson(plane, mark);
  const member = await makePerson(plane, mark);
  const id = await makeAccount(plane, owner.userId, `Studio ${mark}`);
  await plane.sql`update accounts set moods_granted = 100 where id = ${id}`;
  await join(plane, id, member.userId, "member");
  const key = await plane.key(id);
  return { id, keyId: key.id, key: key.key, owner, member };
}

function keyActor(name: string, key: string, changes: Partial<Actor> = {}): Actor {
  const headers = { "x-service-api-key": key };
  return { ...STRANGER, name, headers, isKnown: true, by: "key", scopes: SCOPES, account: OF_A, ...changes };
}

async function keyActors(plane: TestControlPlane, a: GuardedAccount): Promise<Actor[]> {
  const lacking = SCOPES.map(async (missing) => {
    const scopes = SCOPES.filter((scope) => scope !== missing);
    const { key } = await plane.key(a.id, { scopes });
    return keyActor(`key of A without ${missing}`, key, { scopes });
  });
  const [other, pending, blocked, revoked] = await Promise.all([
    plane.account(),
    plane.account({ approve: false }),
    plane.account(),
    plane.key(a.id),
  ]);
  await plane.sql`
    update users set blocked_at = now() where id = (select user_id from accounts where id = ${blocked.id})`;
  await plane.sql`update api_keys set revoked_at = now() where id = ${revoked.id}`;
  return [
    keyActor("key of A", a.key),
    ...(await Promise.all(lacking)),
    keyActor("revoked key of A", revoked.key, { isKnown: false }),
    keyActor("key of another account", other.key, { account: OF_OTHERS }),
    keyActor("key of a pending account", pending.key, { account: { ...OF_OTHERS, state: "pending" } }),
    keyActor("key of a blocked account", blocked.key, { account: { ...OF_OTHERS, state: "blocked" } }),
  ];
}

interface PersonActor extends Partial<Actor> {
  readonly name: string;
  readonly person?: Person;
  readonly accountId?: string;
}

async function personActor(
  plane: TestControlPlane,
  { person, accountId, ...actor }: PersonActor,
): Promise<Actor> {
  const headers = await sessionOf(plane, person ?? (await makePerson(plane)), accountId ?? null);
  return { ...STRANGER, isKnown: true, by: "session", scopes: SCOPES, headers, ...actor };
}

async function personActors(plane: TestControlPlane, a: GuardedAccount): Promise<Actor[]> {
  const { sql } = plane;
  const people = await Promise.all(Array.from({ length: 9 }, () => makePerson(plane)));
  const [other, otherMember, removed, pending, blocked, ofBlocked, operator, second, member] = people as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  const otherId = await makeAccount(plane, other.userId, "Another studio");
  const pendingId = await makeAccount(plane, pending.userId, "A new studio");
  const blockedId = await makeAccount(plane, blocked.userId, "A closed studio");
  await sql`update accounts set state = 'PENDING' where id = ${pendingId}`;
  await join(plane, otherId, otherMember.userId, "member");
  await join(plane, blockedId, ofBlocked.userId, "member");
  await join(plane, a.id, second.userId, "owner");
  await join(plane, a.id, member.userId, "member");
  const made = [
    { name: "person without an account" },
    { name: "owner of A", person: a.owner, accountId: a.id, account: OF_A },
    { name: "second owner of A", person: second, accountId: a.id, account: OF_A },
    {
      name: "member of A",
      person: member,
      accountId: a.id,
      account: { ...OF_A, role: "member" },
    },
    { name: "former member of A", person: removed, accountId: a.id },
    { name: "owner of another account", person: other, accountId: otherId, account: OF_OTHERS },
    {
      name: "member of another account",
      person: otherMember,
      accountId: otherId,
      account: { ...OF_OTHERS, role: "member" },
    },
    {
      name: "person of a pending account",
      person: pending,
      accountId: pendingId,
      account: { ...OF_OTHERS, state: "pending" },
    },
    { name: "blocked person", person: blocked, accountId: blockedId, isKnown: false },
    {
      name: "member of a blocked account",
      person: ofBlocked,
      accountId: blockedId,
      account: { isA: false, state: "blocked", role: "member" },
    },
    { name: "operator without an account", person: operator, isOperator: true },
  ] as const satisfies readonly PersonActor[];
  const actors: Actor[] = [];
  for (const actor of made) actors.push(await personActor(plane, actor));
  await sql`update users set blocked_at = now() where id = ${blocked.userId}`;
  await sql`update users set is_operator = true where id = ${operator.userId}`;
  return actors;
}

/** Everybody, strangers first. */
export async function makeActors(plane: TestControlPlane, a: GuardedAccount): Promise<readonly Actor[]> {
  return [STRANGER, ...(await keyActors(plane, a)), ...(await personActors(plane, a))];
}

/** Somebody who may do everything: an operator who owns the account. */
export async function makeAlmighty(plane: TestControlPlane, accountId: string): Promise<Actor> {
  const person = await makePerson(plane);
  await join(plane, accountId, person.userId, "owner");
  await plane.sql`update users set is_operator = true where id = ${person.userId}`;
  return personActor(plane, {
    name: "operator and owner",
    person,
    accountId,
    account: OF_A,
    isOperator: true,
  });
}
