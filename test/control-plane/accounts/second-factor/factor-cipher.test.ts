// Secrets of second factors at rest: who opens them, and who does not.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { FactorCipher } from "../../../../control-plane/accounts/second-factor/factor-cipher.ts";

const OLD = "an old secret of thirty-two characters";
const NEW = "a new secret of thirty-two characters.";
const ADA = "user_ada";

test("a sealed secret is opened for its person, and holds nothing of what it was", () => {
  const cipher = new FactorCipher([NEW]);
  const secret = randomBytes(20);
  const sealed = cipher.seal(ADA, secret);
  assert.equal(sealed.includes(secret), false);
  assert.deepEqual(cipher.open(ADA, sealed), secret);
  assert.notDeepEqual(cipher.seal(ADA, secret), sealed, "two of the same do not look the same");
  assert.ok(sealed.subarray(0, cipher.prefix.length).equals(cipher.prefix));
});

test("nobody opens it with another secret, for another person, or once it was changed", () => {
  const cipher = new FactorCipher([NEW]);
  const sealed = cipher.seal(ADA, randomBytes(20));
  assert.equal(new FactorCipher([OLD]).open(ADA, sealed), undefined);
  assert.equal(cipher.open("user_bob", sealed), undefined);
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    assert.equal(cipher.open(ADA, changed), undefined, `byte ${index}`);
  }
  assert.equal(cipher.open(ADA, sealed.subarray(0, 30)), undefined);
  assert.equal(cipher.open(ADA, Buffer.alloc(0)), undefined);
});

test("after a rotation the old secret still opens, and the new one seals", () => {
  const secret = randomBytes(20);
  const sealed = new FactorCipher([OLD]).seal(ADA, secret);
  const both = new FactorCipher([NEW, OLD]);
  assert.deepEqual(both.open(ADA, sealed), secret);
  assert.deepEqual(new FactorCipher([NEW]).open(ADA, both.seal(ADA, secret)), secret);
});
