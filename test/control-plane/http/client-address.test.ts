// Whose request it is, from the socket and what proxies say.
import assert from "node:assert/strict";
import { test } from "node:test";
import ipaddr from "ipaddr.js";
import { rememberClientAddresses } from "../../../control-plane/http/client-address.ts";
import { type Network, parseNetwork } from "../../../shared/network/networks.ts";

const PROXY = "10.0.0.1";
const PROXIES: readonly Network[] = [parseNetwork("10.0.0.0/8") ?? assert.fail()];

function listOf(address: string, count: number): string {
  return Array.from({ length: count }, () => address).join(",");
}

test("behind trusted proxies the last address that is not theirs counts", () => {
  const find = rememberClientAddresses(PROXIES);
  for (const [list, expected] of [
    ["9.9.9.9", "9.9.9.9"],
    ["8.8.8.8, 9.9.9.9,10.0.0.3 , 10.0.0.2", "9.9.9.9"],
    ["8.8.8.8,unknown", PROXY],
    ["8.8.8.8,", PROXY],
    [",10.0.0.2", PROXY],
    ["", PROXY],
    ["10.0.0.3,10.0.0.2", PROXY],
  ] as const) {
    assert.equal(find(PROXY, list), expected, list);
  }
  assert.equal(find("7.7.7.7", "9.9.9.9"), "7.7.7.7", "nobody else is believed");
});

test("a list is read only as far as it tells whose request it is", (t) => {
  const process = t.mock.method(ipaddr, "process");
  const readsOf = (trusted: readonly Network[] | null, list: string): [address: string, reads: number] => {
    const before = process.mock.callCount();
    const address = rememberClientAddresses(trusted)(PROXY, list);
    return [address, process.mock.callCount() - before];
  };
  assert.deepEqual(readsOf(null, `9.9.9.9,${listOf("::", 5_000)}`), ["9.9.9.9", 2]);
  assert.deepEqual(readsOf(PROXIES, `${listOf("::", 5_000)},9.9.9.9`), ["9.9.9.9", 2]);
  const [address, reads] = readsOf(PROXIES, `9.9.9.9,${listOf("10.0.0.2", 1_500)}`);
  assert.equal(address, PROXY, "nobody has so many proxies");
  assert.ok(reads < 50, `${reads} were read`);
});
