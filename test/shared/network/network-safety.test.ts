import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  checkPublicUrl,
  readNetworkPolicy,
  refusedAddressKind,
} from "../../../shared/network/network-safety.ts";

const PUBLIC_ONLY = readNetworkPolicy({});
const LOOPBACK_ALLOWED = readNetworkPolicy({ CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8, ::1" });

const REFUSED_IPV4 = [
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "unspecified"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.1.1", "private"],
  ["169.254.169.254", "link-local"],
  ["100.64.0.1", "NAT"],
  ["100.127.255.255", "NAT"],
  ["100.100.100.200", "NAT"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.255", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["192.0.0.192", "reserved"],
  ["192.0.2.1", "reserved"],
  ["198.18.0.1", "reserved"],
  ["198.51.100.1", "reserved"],
  ["203.0.113.1", "reserved"],
  ["192.88.99.1", "reserved"],
  ["168.63.129.16", "reserved"],
] as const;

const REFUSED_IPV6 = [
  "::",
  "::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "fc00::1",
  "fd00:ec2::254",
  "ff02::1",
  "100::1",
  "2001:db8::1",
  "3fff::1",
  "5f00::1",
  "2001:2::1",
  "2001:10::1",
  "4000::1",
  "::808:808",
  "::ffff:0:8.8.8.8",
  "64:ff9b:1::808:808",
];

test("IPv4 addresses that are not public are refused by their kind", () => {
  for (const [address, kind] of REFUSED_IPV4) {
    assert.match(refusedAddressKind(address, PUBLIC_ONLY) ?? "", new RegExp(kind), address);
  }
});

test("IPv6 addresses that are not public are refused", () => {
  for (const address of REFUSED_IPV6) assert.ok(refusedAddressKind(address, PUBLIC_ONLY), address);
});

test("public addresses next to the refused ranges are allowed", () => {
  const addresses = [
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "223.255.255.255",
    "2606:4700::1111",
    "2a00::1",
  ];
  for (const address of addresses) assert.equal(refusedAddressKind(address, PUBLIC_ONLY), undefined, address);
});

test("every IPv6 form that carries a refused IPv4 address is refused", () => {
  for (const [address] of REFUSED_IPV4) {
    const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
    const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
    const forms = [
      `::ffff:${address}`,
      `::${address}`,
      `64:ff9b::${address}`,
      `::ffff:0:${address}`,
      `2002:${hex(a, b)}:${hex(c, d)}::1`,
      `2001:0:808:808:0:0:${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`,
    ];
    for (const form of forms) assert.ok(refusedAddressKind(form, PUBLIC_ONLY), form);
  }
});

test("mapped and NAT64 forms of a public IPv4 address are allowed", () => {
  for (const form of ["::ffff:8.8.8.8", "64:ff9b::8.8.8.8"]) {
    assert.equal(refusedAddressKind(form, PUBLIC_ONLY), undefined, form);
  }
});

test("a network that the operator names is allowed in every form, and nothing beside it", () => {
  for (const address of ["127.0.0.1", "::ffff:127.1.2.3", "64:ff9b::127.0.0.1", "::1"]) {
    assert.equal(refusedAddressKind(address, LOOPBACK_ALLOWED), undefined, address);
  }
  for (const address of ["10.0.0.1", "::2", "0.0.0.1"]) {
    assert.ok(refusedAddressKind(address, LOOPBACK_ALLOWED), address);
  }
});

test("a text that is no address is refused", () => {
  for (const text of ["", "example.com", "2130706433", "127.1"])
    assert.ok(refusedAddressKind(text, PUBLIC_ONLY), text);
});

test("no mapped spelling of an IPv4 address is judged otherwise than the address itself", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(
        refusedAddressKind(`::ffff:${address}`, PUBLIC_ONLY),
        refusedAddressKind(address, PUBLIC_ONLY),
      );
    }),
  );
});

test("http and https URLs of names and public addresses pass the check", () => {
  for (const text of [
    "http://example.com/a.mp4?b=c",
    "https://8.8.8.8:8443/",
    "HTTPS://[2606:4700::1111]/x",
  ]) {
    assert.equal(checkPublicUrl(text, PUBLIC_ONLY).href, new URL(text).href);
  }
});

test("the check says what is wrong with a URL", () => {
  const wrong = [
    ["", /malformed/],
    ["example.com/a.mp4", /malformed: it must be whole, such as https:\/\//],
    ["http://", /malformed/],
    ["ftp://example.com/", /http:\/\/ or https:\/\//],
    ["file:///etc/passwd", /http:\/\//],
    ["data:,x", /http:\/\//],
    ["http://user@example.com/", /user name/],
    ["http://user:secret@example.com/", /password/],
    ["http://example.com:0/", /port/],
    ["http://10.0.0.1/", /the host 10\.0\.0\.1: it is a private address, .* CLIPMILL_ALLOW_NETWORKS/],
    ["http://[::1]/", /the host ::1: it is a loopback address/],
  ] as const;
  for (const [text, message] of wrong) {
    assert.throws(() => checkPublicUrl(text, PUBLIC_ONLY), { code: "INVALID_REQUEST", message }, text);
  }
});

test("odd spellings of a loopback address are refused as one", () => {
  const hosts = [
    "2130706433",
    "0x7f.1",
    "0x7f000001",
    "017700000001",
    "127.1",
    "127.0.0.1.",
    "%31%32%37.0.0.1",
    "①②⑦.0.0.1",
    "[::ffff:7f00:1]",
    "localhost",
    "LOCALHOST.",
    "files.localhost",
  ];
  for (const host of hosts) {
    const url = `http://${host}/`;
    assert.throws(
      () => checkPublicUrl(url, PUBLIC_ONLY),
      { message: /loopback address, which is not allowed/ },
      url,
    );
  }
});

test("a URL of an allowed network passes the check", () => {
  for (const host of ["127.0.0.1:8080", "[::1]", "localhost"])
    checkPublicUrl(`http://${host}/`, LOOPBACK_ALLOWED);
  assert.throws(() => checkPublicUrl("http://10.0.0.1/", LOOPBACK_ALLOWED), { code: "INVALID_REQUEST" });
});
