import assert from "node:assert/strict";
import { test } from "node:test";
import { isInNetworks, parseAddress, parseNetwork, readNetworks } from "../../../shared/network/networks.ts";

function isIn(address: string, ...networks: string[]): boolean {
  const parsed = parseAddress(address);
  assert.ok(parsed, address);
  return isInNetworks(parsed, readNetworks({ LIST: networks.join(",") }, "LIST"));
}

test("an address lies in the networks that share its prefix", () => {
  assert.equal(isIn("10.1.2.3", "10.0.0.0/8"), true);
  assert.equal(isIn("10.1.2.3", "10.9.9.9/8"), true);
  assert.equal(isIn("11.1.2.3", "10.0.0.0/8"), false);
  assert.equal(isIn("10.1.2.3", "192.168.0.0/16", "10.1.2.3"), true);
  assert.equal(isIn("fd00::1", "fd00::/8"), true);
  assert.equal(isIn("10.1.2.3", "0.0.0.0/0"), true);
  assert.equal(isIn("10.1.2.3"), false);
});

test("IPv4 networks hold no IPv6 addresses, nor the other way round", () => {
  assert.equal(isIn("fd00::1", "0.0.0.0/0"), false);
  assert.equal(isIn("10.1.2.3", "::/0"), false);
});

test("a mapped address is the IPv4 address that it maps", () => {
  assert.equal(isIn("::ffff:10.1.2.3", "10.0.0.0/8"), true);
  assert.equal(isIn("10.1.2.3", "::ffff:10.0.0.0/104"), true);
  assert.equal(isIn("11.1.2.3", "::ffff:10.0.0.0/104"), false);
});

test("only strict spellings of addresses are read", () => {
  for (const text of [
    "",
    "10",
    "127.1",
    "0x7f.0.0.1",
    "010.0.0.1",
    "256.0.0.1",
    "[::1]",
    "localhost",
    " ::1",
  ]) {
    assert.equal(parseAddress(text), undefined, text);
  }
});

test("malformed networks are refused by the name of the setting", () => {
  for (const text of [
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "fd00::/129",
    "x/8",
    "::ffff:10.0.0.0/8",
  ]) {
    assert.equal(parseNetwork(text), undefined, text);
    assert.throws(
      () => readNetworks({ CLIPMILL_ALLOW_NETWORKS: `10.0.0.0/8,${text}` }, "CLIPMILL_ALLOW_NETWORKS"),
      {
        name: "SettingError",
        message: new RegExp(`^CLIPMILL_ALLOW_NETWORKS must list networks .*${text}`),
      },
    );
  }
});
