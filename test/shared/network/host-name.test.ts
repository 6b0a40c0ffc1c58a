import assert from "node:assert/strict";
import { test } from "node:test";
import { hostNameOf, isForeignHostName } from "../../../shared/network/host-name.ts";

test("names that somebody can have in the public DNS may be those of a stranger's page", () => {
  for (const host of [
    "evil.example",
    "EVIL.example:8080",
    "127.0.0.1.evil.example",
    "localhost.evil.example:1",
  ]) {
    assert.equal(isForeignHostName(host), true, host);
  }
  for (const host of [
    "",
    "a b",
    "internal.example",
    "evil.example.",
    "[::1",
    "127.0.0.1:port",
    "1.2.3.4.5",
  ]) {
    assert.equal(isForeignHostName(host), true, host);
  }
});

test("addresses and names that nobody can have there are this machine's, with and without a port", () => {
  const own = [
    "localhost",
    "LOCALHOST:8080",
    "mill.localhost:80",
    "127.0.0.1:8080",
    "127.0.0.2",
    "[::1]:8080",
  ];
  const others = [
    "[::1]",
    "192.168.1.7:8080",
    "[fd00::1]:80",
    "host.docker.internal:8080",
    "clipmill",
    "clipmill:8080",
    "clipmill.",
    "localhost.",
    "mill.localhost.:8080",
    "localhost.localdomain",
    "mill.local:8080",
    "mill.home.arpa",
    "mill.test",
  ];
  for (const host of [...own, ...others, undefined]) assert.equal(isForeignHostName(host), false, host);
});

test("a called name is without its port and in lower case", () => {
  assert.equal(hostNameOf("Clips.Example:8443"), "clips.example");
  assert.equal(hostNameOf("[::1]:8080"), "[::1]");
  assert.equal(hostNameOf(undefined), undefined);
  assert.equal(hostNameOf("a b"), undefined);
});
