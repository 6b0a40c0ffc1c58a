import assert from "node:assert/strict";
import { test } from "node:test";
import { shownWords } from "../../../media-node/captions/caption-words.ts";

function capitals(text: string): string {
  const words = text.split(" ").map((word) => ({ text: word }));
  return shownWords(words, { uppercase: true })
    .map((word) => word.text)
    .join(" ");
}

test("upper case is the style's, not the words'", () => {
  assert.equal(capitals("straße, café cafe\u0301 fi это"), "STRASSE, CAFÉ CAFE\u0301 FI ЭТО");
  const words = [{ text: "straße" }];
  assert.equal(shownWords(words, { uppercase: false }), words);
});

test("Turkish keeps the dots of its i, of which it has two", () => {
  assert.equal(
    capitals("ışığı gördüm, işimi bıraktım ve aldığım eve gittim"),
    "IŞIĞI GÖRDÜM, İŞİMİ BIRAKTIM VE ALDIĞIM EVE GİTTİM",
  );
  assert.equal(
    capitals("İyi bilinen bir işçi olarak sabah ışığı altında çalıştım"),
    "İYİ BİLİNEN BİR İŞÇİ OLARAK SABAH IŞIĞI ALTINDA ÇALIŞTIM",
  );
});

test("a Turkish name does not make a text Turkish", () => {
  assert.equal(capitals("this is Erdoğan with Işık"), "THIS IS ERDOĞAN WITH IŞIK");
  const long = "it is said in the city ".repeat(9);
  assert.equal(capitals(`${long}Erdoğan Işık Kadıköy`), `${long}Erdoğan Işık Kadıköy`.toUpperCase());
});

test("Greek capitals have no accents, but for the one that tells a word from another", () => {
  assert.equal(capitals("Καλημέρα, Ελλάδα ή προϊόν"), "ΚΑΛΗΜΕΡΑ, ΕΛΛΑΔΑ Ή ΠΡΟΪΟΝ");
});

test("Georgian is left as it is", () => {
  assert.equal(capitals("გამარჯობა, hello"), "გამარჯობა, HELLO");
});
