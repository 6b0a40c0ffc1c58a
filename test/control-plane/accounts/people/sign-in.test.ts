// What somebody proves with a password that is changed at the same moment. Comparing one takes long enough for that.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changePassword, makeResetLink } from "../../../../control-plane/accounts/people/change-password.ts";
import { PasswordHasher } from "../../../../control-plane/accounts/people/password-hash.ts";
import { signIn } from "../../../../control-plane/accounts/people/sign-in.ts";
import { FactorCipher } from "../../../../control-plane/accounts/second-factor/factor-cipher.ts";
import { ConsoleClient, TEST_PASSWORD } from "../../../support/control-plane/console-client.ts";
import { type TestControlPlane, testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { AuthenticatorApp } from "../../../support/control-plane/second-factor.ts";

const ADA = { email: "ada@example.com", password: TEST_PASSWORD };
const NEXT = "another long password";
const ORIGIN = {
  clientAddress: "192.0.2.1",
  claimant: undefined,
  formerSecret: undefined,
  userAgent: undefined,
};
const CIPHER = new FactorCipher(["a secret of thirty-two characters, at least"]);

/** Something happens after a password was found right and before anything is made of that. */
class InterruptedHasher extends PasswordHasher {
  readonly #meanwhile: () => Promise<unknown>;

  constructor(meanwhile: () => Promise<unknown>) {
    super();
    this.#meanwhile = meanwhile;
  }

  override async verify(stored: string | undefined, password: string): Promise<boolean> {
    const isRight = await super.verify(stored, password);
    await this.#meanwhile();
    return isRight;
  }
}

async function setByLink(plane: TestControlPlane): Promise<void> {
  const { path } = await plane.sql.begin((transaction) => makeResetLink(transaction, ADA.email, "test"));
  const body = { token: path.split("#")[1], password: NEXT };
  const reply = await new ConsoleClient(plane).call("POST", "/console/api/password-resets", { body });
  assert.equal(reply.status, 200, reply.text);
}

async function countSessions({ sql }: TestControlPlane): Promise<number> {
  return (await sql`select from sessions`).count;
}

function signInWhile(plane: TestControlPlane, meanwhile: () => Promise<unknown>): Promise<string> {
  const services = { sql: plane.sql, hasher: new InterruptedHasher(meanwhile), cipher: CIPHER };
  return signIn(services, ADA, ORIGIN, "everybody");
}

test("a sign-in with a password that is replaced meanwhile begins no session", async (t) => {
  const plane = await testControlPlane(t);
  await new ConsoleClient(plane).enter("accounts", ADA);
  await assert.rejects(
    signInWhile(plane, () => setByLink(plane)),
    { code: "UNAUTHENTICATED" },
  );
  assert.equal(await countSessions(plane), 0);
  await new ConsoleClient(plane).enter("session", { ...ADA, password: NEXT });
});

test("a sign-in without a code begins no session once a second factor is on", async (t) => {
  const plane = await testControlPlane(t);
  const ada = new ConsoleClient(plane);
  await ada.enter("accounts", ADA);
  const begun = await ada.call("POST", "/console/api/totp", { body: { password: ADA.password } });
  const app = new AuthenticatorApp(String(begun.body.data?.secret));
  const turnOn = async (): Promise<void> => {
    const reply = await ada.call("PUT", "/console/api/totp", { body: { code: app.code() } });
    assert.equal(reply.status, 200, reply.text);
  };
  await assert.rejects(signInWhile(plane, turnOn), { code: "UNAUTHENTICATED" });
  assert.equal(await countSessions(plane), 1, "the one that turned it on");
});

test("who proved a former password sets none over the one that replaced it", async (t) => {
  const plane = await testControlPlane(t);
  const { user } = await new ConsoleClient(plane).enter("accounts", ADA);
  const hasher = new InterruptedHasher(() => setByLink(plane));
  const session = {
    sessionId: "session",
    user,
    isOperator: false,
    account: null,
    origin: ORIGIN.clientAddress,
    way: "password",
    hasSecondFactor: false,
    expiresAt: new Date(),
    csrf: "",
  } as const;
  const wanted = { current: ADA.password, next: "a password of somebody else" };
  await assert.rejects(changePassword({ sql: plane.sql, hasher, cipher: CIPHER }, session, wanted, ORIGIN), {
    code: "UNAUTHENTICATED",
  });
  await new ConsoleClient(plane).enter("session", { ...ADA, password: NEXT });
});
