// Keys that nobody holds: what they cost, and that those who hold one come in beside them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Admission } from "../../../control-plane/accounts/admission.ts";
import { rotateKey } from "../../../control-plane/accounts/manage-keys.ts";
import { UnknownKeys } from "../../../control-plane/accounts/unknown-keys.ts";
import { ADMISSION_LIMITS } from "../../../shared/limits/requests.ts";
import { ADDRESS, openAdmission, tally } from "../../support/control-plane/admissions.ts";
import { until } from "../../support/until.ts";

test("junk keys of one address are refused before any database work, and holders beside them come in", async (t) => {
  const { admission, key } = await openAdmission(t);
  const process = admission();
  const { key: held } = await key({ perMinute: 1_000 });
  await process.admit(held, ADDRESS);
  const junk = Array.from({ length: 5_000 }, (_, index) => process.admit(`junk-${index}`, ADDRESS));
  const ends = tally(junk);
  await process.admit(held, ADDRESS);
  const { UNAUTHENTICATED: decided = 0, UNAVAILABLE: refused = 0 } = await ends;
  assert.equal(decided, ADMISSION_LIMITS.unknownPerAddress);
  assert.equal(decided + refused, 5_000);
  await process.admit((await key()).key, "192.0.2.99");
});

/** Sends junk keys from an address until it is over its bound. */
async function refuseTooOften(process: Admission, address: string): Promise<void> {
  let refused = 0;
  while (refused < ADMISSION_LIMITS.refusedPerAddress) {
    const { UNAUTHENTICATED = 0 } = await tally(
      Array.from({ length: 100 }, () => process.admit(`junk-${refused}`, address)),
    );
    refused += UNAUTHENTICATED;
  }
}

test("of an address whose keys were refused too often few are looked up at a time, and all known ones", async (t) => {
  const { admission, key } = await openAdmission(t);
  const process = admission();
  const { key: held } = await key();
  await process.admit(held, ADDRESS);
  await refuseTooOften(process, ADDRESS);
  const junk = tally(Array.from({ length: 500 }, (_, index) => process.admit(`more-${index}`, ADDRESS)));
  await process.admit(held, ADDRESS);
  const { unknownOverBound } = ADMISSION_LIMITS;
  assert.deepEqual(await junk, { UNAUTHENTICATED: unknownOverBound, RATE_LIMITED: 500 - unknownOverBound });
  await process.admit((await key()).key, "2001:db8::1");
});

test("a valid key that is not known yet soon comes in beside another's junk from its address", async (t) => {
  const { admission, key } = await openAdmission(t);
  const process = admission();
  const { key: held } = await key();
  await refuseTooOften(process, ADDRESS);
  let isOver = false;
  const ends: Record<string, number> = {};
  const flood = async (sender: number): Promise<void> => {
    for (let sent = 0; !isOver; sent += 1) {
      const [end = ""] = Object.keys(await tally([process.admit(`junk ${sender} ${sent}`, ADDRESS)]));
      ends[end] = (ends[end] ?? 0) + 1;
      await pause(1 + (sender % 10));
    }
  };
  const floods = Array.from({ length: 200 }, (_, sender) => flood(sender));
  await until("the junk to be refused", () => (ends.RATE_LIMITED ?? 0) > 0);
  try {
    await until("the key to come in", () => process.admit(held, ADDRESS).catch(() => false));
    await process.admit(held, ADDRESS);
  } finally {
    isOver = true;
    await Promise.all(floods);
  }
});

test("a key that was rotated works while its holder's other machines still send the old one", async (t) => {
  const { sql, admission, key } = await openAdmission(t);
  const process = admission();
  const old = await key();
  const fresh = await rotateKey(sql, old.id);
  const stale = (): Promise<unknown>[] => Array.from({ length: 400 }, () => process.admit(old.key, ADDRESS));
  assert.deepEqual(await tally(stale()), { UNAUTHENTICATED: 400 });
  const more = tally(stale());
  assert.equal((await process.admit(fresh.key, ADDRESS)).callerId, old.id);
  assert.deepEqual(await more, { UNAUTHENTICATED: 400 });
});

test("all addresses of one network of 64 bits share what unknown keys may have", () => {
  for (const network of ["2001:db8::", "2001:db8:1::", "2001:db8:1:2::", "::"]) {
    const keys = new UnknownKeys();
    const enter = (host: number): void => keys.enter(`${network}${host.toString(16)}`, `key ${host}`);
    for (let host = 1; host <= ADMISSION_LIMITS.unknownPerAddress; host += 1) enter(host);
    assert.throws(() => enter(0xffff), { code: "UNAVAILABLE" }, network);
    keys.enter("2001:db8:9:9::1", "key");
  }
});

test("over the bound more requests with a key that is looked up already are let in", () => {
  const keys = new UnknownKeys();
  keys.enter(ADDRESS, "junk");
  keys.decided(ADDRESS, "junk", { requests: ADMISSION_LIMITS.refusedPerAddress, isRefused: true });
  const lookedUp = Array.from({ length: ADMISSION_LIMITS.unknownOverBound }, (_, index) => `key ${index}`);
  for (const key of lookedUp) keys.enter(ADDRESS, key);
  assert.throws(() => keys.enter(ADDRESS, "one more"), { code: "RATE_LIMITED" });
  keys.enter(ADDRESS, "key 0");
  keys.decided(ADDRESS, "key 0", { requests: 2, isRefused: true });
  keys.enter(ADDRESS, "one more");
});
