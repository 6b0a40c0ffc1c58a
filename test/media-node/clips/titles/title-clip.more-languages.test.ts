// Texts of clips in languages that are neither of the West nor of the East, by the same tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRealQuestion } from "../../../../media-node/clips/sentences/questions.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { describeClip } from "../../../../media-node/clips/titles/title-clip.ts";
import { unspacedWords } from "../../../../shared/captions/unspaced-words.ts";
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
  fi: [
    "Hei kaikki ja tervetuloa uuteen jaksoon.",
    "Mutta",
    "Asiakkaat eivät koskaan kerro, mitä he oikeasti haluavat",
    "Se siitä.",
  ],
  hu: [
    "Sziasztok, üdvözlök mindenkit az új adásban.",
    "De",
    "Az ügyfelek soha nem mondják el, mit akarnak valójában",
    "Ez az.",
  ],
  el: [
    "Γεια σας και καλώς ήρθατε σε ένα νέο επεισόδιο.",
    "Αλλά",
    "Οι πελάτες δεν λένε ποτέ τι θέλουν πραγματικά",
    "Αυτό είναι.",
  ],
  he: ["שלום לכולם וברוכים הבאים לפרק חדש.", "אבל", "הלקוחות אף פעם לא אומרים מה הם באמת רוצים", "זאת היא."],
  fa: [
    "سلام به همه و خوش آمدید به قسمت جدید.",
    "اما",
    "مشتری‌ها هیچ‌وقت نمی‌گویند که واقعا چه می‌خواهند",
    "این است.",
  ],
  bn: ["নমস্কার, নতুন পর্বে সবাইকে স্বাগত।", "কিন্তু", "গ্রাহকরা কখনো বলে না তারা আসলে কী চায়", "এটা তাই।"],
  ta: [
    "வணக்கம், புதிய பகுதிக்கு வரவேற்கிறோம்.",
    "ஆனால்",
    "வாடிக்கையாளர்கள் உண்மையில் என்ன வேண்டும் என்று சொல்வதில்லை",
    "அது அவர்.",
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

test("a description is no welcome in another language where something else is said", () => {
  const { description } = describeTalk(
    "Sziasztok, üdvözlök mindenkit az új adásban. Az ügyfelek soha nem mondják el, mit akarnak valójában. A céget Budapesten alapítottam egy régi garázsban.",
  );
  assert.equal(description, "A céget Budapesten alapítottam egy régi garázsban.");
});

test("a question of Greek ends with its mark, a semicolon, and is a question", () => {
  const said = "Ίδρυσα την εταιρεία στην Αθήνα. Γιατί αγόρασαν όλοι το μέλι μας; Επειδή ήταν ωραίο.";
  const text = splitSentences(
    said.split(" ").map((word, at) => ({ text: word, startS: at, endS: at + 0.9 })),
  );
  assert.deepEqual(
    text.sentences.map(({ isQuestion }) => isQuestion),
    [false, true, false],
  );
  assert.ok(isRealQuestion(text, 1));
  const semicolon = "The bees slept; the hive was cold. They woke.";
  assert.equal(
    splitSentences(semicolon.split(" ").map((word, at) => ({ text: word, startS: at, endS: at + 0.9 })))
      .sentences.length,
    2,
  );
});

test("a question of Greek keeps its mark where it is quoted, however its accents are written", () => {
  const question = "Γιατί αγόρασαν όλοι το μέλι μας";
  const said = `${question}; Επειδή ήταν ωραίο και φθηνό. Ίδρυσα την εταιρεία στην Αθήνα.`;
  assert.equal(describeTalk(said).hook, `${question};`);
  const split = "Γιατί το αγόρασαν όλοι, πού και πώς; Επειδή ήταν ωραίο και φθηνό.".normalize("NFD");
  assert.ok(describeTalk(split).hook.endsWith(";"));
  assert.ok(!describeTalk("Οι μέλισσες κοιμούνται τον χειμώνα, αλλά:").hook.endsWith(":"));
});

test("a title of Thai has no joining word before it, and is no word less than whole", () => {
  const said = ["สวัสดีครับทุกคน", "แต่ลูกค้าไม่เคยบอกว่าเขาอยากได้อะไร", "แต่ละคนก็ต้องรอนานมาก"];
  const words = said.flatMap((sentence, at) =>
    unspacedWords(sentence).map((text, index) => ({
      text,
      startS: 8 * at + 0.4 * index,
      endS: 8 * at + 0.4 * index + 0.4,
      score: 1,
    })),
  );
  const clip = { words, videoTitle: null, startS: 0, endS: 24, reason: "", index: 0, ratings: null };
  assert.equal(describeClip(clip).title, "ลูกค้าไม่เคยบอกว่าเขาอยากได้อะไร");
  assert.equal(describeClip({ ...clip, words: words.slice(-7) }).title, "แต่ละคนก็ต้องรอนานมาก");
});
