// Texts of clips in languages that are neither of the West nor of the East, by the same tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeTalk, titleOf } from "../../../support/talks/titled-talk.ts";

/** A welcome, a line that goes on with it, and one that is understood by itself but for its joining word. */
const TALKS = {
  sv: [
    "Hej och välkomna till ett nytt avsnitt.",
    "Men",
    "Man måste prata med sina kunder innan man bygger något",
    "De sa det.",
  ],
  da: [
    "Hej og velkommen til et nyt afsnit.",
    "Men",
    "Man skal tale med sine kunder, før man bygger noget",
    "De sagde det.",
  ],
  no: [
    "Hei og velkommen til en ny episode.",
    "Men",
    "Man må snakke med sine kunder før man bygger noe",
    "De sa det.",
  ],
  ro: [
    "Bună ziua și bine ați venit la un nou episod.",
    "Dar",
    "Oamenii nu spun niciodată ce vor cu adevărat",
    "Asta e.",
  ],
  cs: ["Ahoj a vítejte u dalšího dílu.", "Ale", "Lidi nikdy neřeknou, co doopravdy chtějí", "To je ono."],
  id: [
    "Halo, selamat datang di episode baru.",
    "Tapi",
    "Pelanggan tidak pernah bilang apa yang mereka butuhkan",
    "Itu dia.",
  ],
  vi: [
    "Xin chào và chào mừng các bạn đến với tập mới.",
    "Nhưng",
    "Khách hàng không bao giờ nói điều họ thật sự cần",
    "Nó đó.",
  ],
} as const;

for (const [language, [welcome, joining, said, leaning]] of Object.entries(TALKS)) {
  const joined = `${joining} ${said.charAt(0).toLowerCase()}${said.slice(1)}.`;
  test(`a title of ${language} is no welcome, leans on nothing, and has no joining word before it`, () => {
    assert.equal(titleOf(`${welcome} ${leaning} ${joined}`), said);
  });
  test(`a hook of ${language} is no welcome`, () => {
    assert.equal(describeTalk(`${welcome} ${said}.`).hook, `${said}.`);
  });
}

test("a hook is no welcome in languages that were known before either", () => {
  const german =
    "Hallo und willkommen zu einer neuen Folge. Man muss mit seinen Kunden reden, bevor man etwas baut.";
  assert.equal(describeTalk(german).hook, "Man muss mit seinen Kunden reden, bevor man etwas baut.");
  const only = "Hallo und willkommen zu einer neuen Folge.";
  assert.equal(describeTalk(only).hook, only);
});

test("a name of Czech is one tag, whatever its ending", () => {
  const said =
    "Včera jsem viděl, že Karel spí. A potom jsem řekl, že bez Karla nejdu, protože Karel ví všechno.";
  const tags = describeTalk(said).hashtags.filter(
    (tag) => tag.startsWith("#Karl") || tag.startsWith("#Karel"),
  );
  assert.ok(tags.length <= 2 && tags.includes("#Karel"));
});
