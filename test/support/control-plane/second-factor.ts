// Somebody's authenticator app: it was given the secret that the console has shown.
import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import type { ConsoleClient } from "./console-client.ts";
import { TEST_PASSWORD } from "./console-client.ts";
import type { TestControlPlane } from "./control-plane.ts";

export class AuthenticatorApp {
  readonly #totp: TOTP;

  /** @param secret as it was typed: base 32 */
  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  /** The code of this moment, or of some steps later. */
  code(stepsLater = 0): string {
    return this.#totp.generate({ timestamp: Date.now() + stepsLater * 30_000 });
  }
}

/** The code of a step of time, as an app shows it. */
export function codeOfStep(secret: Buffer, step: number): string {
  const buffer = new Uint8Array(secret).buffer;
  return new TOTP({ secret: new Secret({ buffer }) }).generate({ timestamp: step * 30_000 });
}

export interface SetUpFactor {
  readonly app: AuthenticatorApp;
  readonly recoveryCodes: readonly string[];
}

/** Sets up a second factor for who has signed in; no step of time counts as used then. */
export async function setUpFactor(plane: TestControlPlane, client: ConsoleClient): Promise<SetUpFactor> {
  const begun = await client.call("POST", "/console/api/totp", { body: { password: TEST_PASSWORD } });
  assert.equal(begun.status, 201, begun.text);
  const app = new AuthenticatorApp(String(begun.body.data?.secret));
  const confirmed = await client.call("PUT", "/console/api/totp", { body: { code: app.code() } });
  assert.equal(confirmed.status, 200, confirmed.text);
  await forgetSteps(plane);
  return { app, recoveryCodes: confirmed.body.data?.recoveryCodes as string[] };
}

/** Lets every code count as unused, as if time had passed. */
export async function forgetSteps({ sql }: Pick<TestControlPlane, "sql">): Promise<void> {
  await sql`update second_factors set last_step = 0`;
}
