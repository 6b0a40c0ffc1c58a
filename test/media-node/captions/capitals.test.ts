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

test("everyday Turkish and Azerbaijani are known by their common words too", () => {
  for (const [said, shown] of [
    [
      "Bugün sizlere yeni projemizden bahsetmek istiyorum çünkü bu proje bizim için çok önemli",
      "BUGÜN SİZLERE YENİ PROJEMİZDEN BAHSETMEK İSTİYORUM ÇÜNKÜ BU PROJE BİZİM İÇİN ÇOK ÖNEMLİ",
    ],
    [
      "Ben de dedim ki bu iş böyle olmaz gel otur konuşalım sen ne istiyorsun ben ne istiyorum bilelim",
      "BEN DE DEDİM Kİ BU İŞ BÖYLE OLMAZ GEL OTUR KONUŞALIM SEN NE İSTİYORSUN BEN NE İSTİYORUM BİLELİM",
    ],
    [
      "Mən bu gün sizə yeni bir layihə haqqında danışmaq istəyirəm çünki bu bizim üçün vacibdir",
      "MƏN BU GÜN SİZƏ YENİ BİR LAYİHƏ HAQQINDA DANIŞMAQ İSTƏYİRƏM ÇÜNKİ BU BİZİM ÜÇÜN VACİBDİR",
    ],
  ] as const)
    assert.equal(capitals(said), shown);
});

test("languages that share letters or words with Turkish keep their capitals", () => {
  for (const [said, shown] of [
    ["şi acum ce facem cu toţi copiii, întrebă ea", "ŞI ACUM CE FACEM CU TOŢI COPIII, ÎNTREBĂ EA"],
    ["çfarë bën, biri im? ky bir është i mirë", "ÇFARË BËN, BIRI IM? KY BIR ËSHTË I MIRË"],
    ["ez ji te re dibêjim, bira şîn îro şil bû", "EZ JI TE RE DIBÊJIM, BIRA ŞÎN ÎRO ŞIL BÛ"],
    ["el mayor dijo que sí, mi señor", "EL MAYOR DIJO QUE SÍ, MI SEÑOR"],
  ] as const)
    assert.equal(capitals(said), shown);
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
