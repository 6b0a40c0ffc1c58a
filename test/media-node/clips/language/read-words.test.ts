// Words of other languages as they are looked up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { WORD_TABLES } from "../../../../media-node/clips/language/language-words.ts";
import { readWords } from "../../../../media-node/clips/language/read-words.ts";
import { UNTABLED } from "../../../../media-node/clips/language/untabled-words.ts";
import { WORD } from "../../../../media-node/senses/meaning/text-lexicon.ts";

test("a word stands under the English one that says the same at an edge, and others under none", () => {
  const { signs } = readWords("Und weil sie die Königin war , so also".split(" "), "de");
  assert.deepEqual(signs, ["and", "because", "he", "the", "~", "~", "", "~", "so"]);
  const { keys, signs: own } = readWords(["And", "so"], "en");
  assert.equal(own, keys);
});

test("words that look like English ones say nothing of it: “die” and “war” are no emotion, “um” no hesitation", () => {
  const { flags } = readWords("die war um me 12".split(" "), "de");
  assert.deepEqual([...flags], [WORD.stop, WORD.stop, WORD.stop, 0, WORD.number]);
});

test("words are the same in whatever way their letters are put together", () => {
  const keys = (said: string): readonly string[] => readWords(said.split(" ")).keys;
  assert.deepEqual(keys("Її їжак спить".normalize("NFD")), ["її", "їжак", "спить"]);
  assert.deepEqual(keys("벌은 겨울에".normalize("NFD")), ["벌은", "겨울에"]);
  // "ज़" has a sign of its own as well, and old keyboards put a joiner within a conjunct.
  assert.deepEqual(keys("\u095bिंदगी क्\u200dया"), ["ज़िंदगी", "क्या"]);
});

test("Turkish has two letters “i”", () => {
  assert.deepEqual(readWords(["Işıklar", "İnsanlar"], "tr").keys, ["ışıklar", "insanlar"]);
});

test("welcomes and requests to subscribe are known, and a subject that only looks like one is not", () => {
  const isHousekeeping = (language: keyof typeof WORD_TABLES, said: string): boolean =>
    WORD_TABLES[language].housekeeping.test(readWords(said.split(" "), language).keys.join(" "));
  assert.ok(isHousekeeping("pl", "Witajcie w naszym programie o pszczołach."));
  assert.ok(isHousekeeping("uk", "Підпишіться на наш канал про бджіл."));
  assert.ok(isHousekeeping("ko", "구독과 좋아요 부탁드립니다."));
  assert.ok(isHousekeeping("hi", "आज के एपिसोड में आपका स्वागत है।"));
  assert.ok(isHousekeeping("sv", "Hej och välkomna till ett nytt avsnitt."));
  assert.ok(isHousekeeping("da", "Tak fordi I lyttede med."));
  assert.ok(isHousekeeping("no", "Husk å abonnere på kanalen."));
  assert.ok(isHousekeeping("ro", "Nu uitați să vă abonați."));
  assert.ok(isHousekeeping("cs", "Děkuju za pozornost a mějte se hezky."));
  assert.ok(isHousekeeping("id", "Terima kasih sudah mendengarkan."));
  assert.ok(isHousekeeping("vi", "Cảm ơn các bạn đã lắng nghe."));
  assert.equal(isHousekeeping("sv", "Hon tackade nej till jobbet."), false);
  assert.equal(isHousekeeping("id", "Selamat dari kecelakaan itu."), false);
  assert.equal(isHousekeeping("pl", "Wita ją zawsze przy drzwiach."), false);
  assert.equal(isHousekeeping("uk", "Мій підпис стоїть під цим листом."), false);
  assert.equal(isHousekeeping("ko", "구독자가 많은 회사를 샀습니다."), false);
  assert.equal(isHousekeeping("hi", "स्वागत कक्ष में मधुमक्खियाँ थीं।"), false);
  assert.ok(isHousekeeping("ko", "그럼 다음 주에 만나요."));
  assert.equal(isHousekeeping("ko", "다음 주에 만나기로 약속했습니다."), false);
  assert.equal(isHousekeeping("ko", "이번 편지를 읽고 울었습니다."), false);
  assert.equal(isHousekeeping("ko", "구독과 결제 모델을 바꿨습니다."), false);
  assert.ok(isHousekeeping("uk", "Дякую, до зустрічі!"));
  assert.equal(isHousekeeping("uk", "До зустрічі з дружиною він жив сам."), false);
});

test("a sound of who looks for words is no word of a related language", () => {
  const spoken = Object.values(UNTABLED).flatMap((languages) => languages?.words ?? []);
  const words = new Set(spoken.flatMap((list) => list.split(/\s+/)));
  for (const [language, { hesitations }] of Object.entries(WORD_TABLES))
    for (const sound of hesitations.split(" "))
      assert.equal(words.has(sound), false, `${language}: ${sound}`);
});
