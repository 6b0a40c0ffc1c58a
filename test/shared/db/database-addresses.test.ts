// The settings that say where the database is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readDatabaseAddresses, readDatabaseUrl } from "../../../shared/db/database-addresses.ts";

test("addresses of PostgreSQL are taken as they are", () => {
  for (const url of [
    "postgres://clipmill:p%2Fw%23@db.internal:5432/clipmill?prepare=false",
    "postgresql://clipmill@[::1]/clipmill",
    "postgres:///clipmill?host=/run/postgresql",
  ]) {
    assert.equal(readDatabaseUrl({ CLIPMILL_DATABASE_URL: url }, "CLIPMILL_DATABASE_URL"), url);
  }
});

test("an address that cannot be read is refused by its setting's name, without the password", () => {
  for (const password of ["gen/erated", "12#34", "50%off"]) {
    const url = `postgres://clipmill:${password}@127.0.0.1/clipmill`;
    for (const variable of ["CLIPMILL_DATABASE_URL", "CLIPMILL_DATABASE_SESSION_URL"]) {
      const env = { CLIPMILL_DATABASE_URL: "postgres://127.0.0.1/clipmill", [variable]: url };
      assert.throws(
        () => readDatabaseAddresses(env, "must be set."),
        ({ message }: Error) => message.startsWith(`${variable} must be`) && !message.includes(password),
        password,
      );
    }
  }
  for (const CLIPMILL_DATABASE_URL of ["clipmill", "mysql://127.0.0.1/clipmill"]) {
    assert.throws(() => readDatabaseAddresses({ CLIPMILL_DATABASE_URL }, "must be set."), {
      message: /^CLIPMILL_DATABASE_URL must be an address such as postgres:/,
    });
  }
});

test("an address whose TLS settings cannot be used is refused by its setting's name", () => {
  const refused = (query: string, message: RegExp): void =>
    assert.throws(
      () =>
        readDatabaseUrl(
          { CLIPMILL_DATABASE_URL: `postgres://u:p@127.0.0.1/c?${query}` },
          "CLIPMILL_DATABASE_URL",
        ),
      { name: "SettingError", message },
    );
  refused("sslmode=maybe", /^CLIPMILL_DATABASE_URL has an unknown sslmode, "maybe": .*verify-full\.$/);
  refused(
    "sslmode=require&sslrootcert=/none.crt",
    /^CLIPMILL_DATABASE_URL names a file as sslrootcert .*ENOENT/,
  );
});
