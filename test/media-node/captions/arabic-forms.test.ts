import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { joinedForms } from "../../../media-node/captions/arabic-forms.ts";

function codesOf(text: string): string {
  return [...joinedForms(text)].map((form) => form.codePointAt(0)?.toString(16)).join(" ");
}

test("letters take the form that their neighbours leave them", () => {
  // بيت: initial beh, medial yeh, final teh. دار: three letters that join no letter after them.
  assert.equal(codesOf("بيت"), "fe91 fef4 fe96");
  assert.equal(codesOf("دار"), "fea9 fe8d fead");
  // پدر: Persian peh, initial; dal, final; reh, isolated.
  assert.equal(codesOf("پدر"), "fb58 feaa fead");
});

test("lam and alef are one letter, which joins none after it", () => {
  assert.equal(codesOf("سلام"), "feb3 fefc fee1");
  assert.equal(codesOf("لا"), "fefb");
});

test("marks stay on their letters and part none, and a space or a non-joiner does", () => {
  assert.equal(codesOf("بَت"), "fe91 64e fe96");
  assert.equal(codesOf("ب ت"), "fe8f 20 fe95");
  assert.equal(codesOf("ب\u200cت"), "fe8f 200c fe95");
  assert.equal(codesOf("بـ"), "fe91 640");
});

test("other scripts stay as they are, and what was typed can be read back", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."abש ابتلىڤگی1") }), (text) => {
      assert.equal(joinedForms(text).normalize("NFKC"), text.normalize("NFKC"));
    }),
  );
  assert.equal(joinedForms("Hello שלום"), "Hello שלום");
});
