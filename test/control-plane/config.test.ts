import assert from "node:assert/strict";
import { test } from "node:test";
import { readControlPlaneConfig } from "../../control-plane/config.ts";

const FIRST = "0123456789abcdef0123456789abcdef";
const SECOND = FIRST.toUpperCase();

function secretsOf(text: string): readonly string[] {
  return readControlPlaneConfig({ CLIPMILL_DATABASE_URL: "postgres://nowhere/none", CLIPMILL_SECRET: text })
    .secrets;
}

test("the secret may be a list, with commas, spaces or lines between", () => {
  assert.deepEqual(secretsOf(FIRST), [FIRST]);
  for (const between of [",", " ", ", ", "\n"]) {
    assert.deepEqual(secretsOf(`${FIRST}${between}${SECOND}\n`), [FIRST, SECOND]);
  }
});

test("a secret that is missing or too short is refused by name, wherever in the list it stands", () => {
  assert.throws(() => secretsOf(" "), { name: "SettingError", message: /^CLIPMILL_SECRET must be set/ });
  for (const text of ["short", `${FIRST},short`, `short ${FIRST}`]) {
    assert.throws(() => secretsOf(text), { name: "SettingError", message: /^CLIPMILL_SECRET must list/ });
  }
});

test("what stays free, and what an account may upload, are settings in the units that they name", () => {
  const read = (env: Record<string, string>) => {
    const required = { CLIPMILL_DATABASE_URL: "postgres://nowhere/none", CLIPMILL_SECRET: FIRST };
    const { storageFloorBytes, uploadQuotas } = readControlPlaneConfig({ ...required, ...env });
    return [storageFloorBytes, uploadQuotas.bytes, uploadQuotas.open];
  };
  assert.deepEqual(read({}), [null, 200 * 2 ** 30, 100]);
  const env = { CLIPMILL_MIN_FREE_MB: "5", CLIPMILL_UPLOAD_QUOTA_GB: "3", CLIPMILL_OPEN_UPLOADS: "7" };
  assert.deepEqual(read(env), [5 * 2 ** 20, 3 * 2 ** 30, 7]);
  for (const variable of Object.keys(env)) {
    assert.throws(() => read({ [variable]: "-1" }), new RegExp(`^SettingError: ${variable} must be`));
  }
});

test("how long periods are and what is kept how long are settings, and tasks are kept longer than their files", () => {
  const read = (env: Record<string, string>) =>
    readControlPlaneConfig({
      CLIPMILL_DATABASE_URL: "postgres://nowhere/none",
      CLIPMILL_SECRET: FIRST,
      ...env,
    }).periodRetention;
  assert.deepEqual(read({}), {
    partitionDays: 30,
    tasksKeptDays: null,
    usageSecondsKeptDays: 400,
    auditKeptDays: null,
  });
  const env = {
    CLIPMILL_PARTITION_DAYS: "7",
    CLIPMILL_TASKS_KEPT_DAYS: "365",
    CLIPMILL_USAGE_SECONDS_KEPT_DAYS: "30",
    CLIPMILL_AUDIT_KEPT_DAYS: "90",
  };
  assert.deepEqual(read(env), {
    partitionDays: 7,
    tasksKeptDays: 365,
    usageSecondsKeptDays: 30,
    auditKeptDays: 90,
  });
  assert.throws(
    () => read({ CLIPMILL_TASKS_KEPT_DAYS: "30" }),
    /^SettingError: CLIPMILL_TASKS_KEPT_DAYS must be/,
  );
  assert.throws(
    () => read({ CLIPMILL_PARTITION_DAYS: "367" }),
    /^SettingError: CLIPMILL_PARTITION_DAYS must be/,
  );
});
