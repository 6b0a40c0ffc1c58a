// What prompts of other languages ask for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readPrompt } from "../../../../media-node/clips/wishes/prompt-intents.ts";
import { readWishes, topicOf as topicNamed } from "../../../../media-node/clips/wishes/wish-relevance.ts";
import { lexicalSimilarity } from "../../../../media-node/senses/meaning/text-similarity.ts";
import { readMomentText } from "../../../support/talks/read-moment-text.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

test("prompts of other languages ask for kinds and subjects, and what only asks is no subject", () => {
  assert.equal(
    topicNamed("Zeig mir die Stelle, wo er über den Ofen und das Geld spricht", null),
    "Ofen Geld",
  );
  assert.equal(topicNamed("la parte donde habla de la soledad", null), "soledad");
  assert.equal(topicNamed("die lustigsten Momente", null), "");
  assert.ok(readPrompt("die lustigsten Momente").features?.has("joke"));
  assert.ok(readPrompt("¿las preguntas más divertidas?").features?.has("questions"));
  assert.equal(topicNamed("关于咖啡树的部分", null), "咖啡树");
  assert.equal(
    topicNamed("fragment, w którym mówi o samotności i pieniądzach", null),
    "samotności pieniądzach",
  );
  assert.equal(topicNamed("покажи, де він говорить про війну", null), "війну");
  assert.equal(topicNamed("커피에 대한 부분", null), "커피에");
  assert.equal(topicNamed("पैसे के बारे में बात", null), "पैसे");
  assert.ok(readPrompt("웃긴 장면").features?.has("joke"));
  assert.ok(readPrompt("najśmieszniejsze momenty").features?.has("joke"));
  assert.ok(readPrompt("मज़ेदार पल").features?.has("joke"));
  assert.ok(readPrompt("смішні історії").features?.has("joke"));
  assert.ok(readPrompt("मज़ेदार सवाल").features?.has("questions"));
  assert.ok(readPrompt("najlepsze historie").features?.has("story"));
  assert.ok(readPrompt("rady dla młodych rodziców").features?.has("advice"));
  assert.ok(readPrompt("महँगाई पर राय").features?.has("claim"));
  for (const [prompt, topic] of [
    ["chciałbym zobaczyć fragmenty o piłce nożnej", "piłce nożnej"],
    ["Proszę o klipy o diecie", "diecie"],
    ["kiedy opowiada o swojej mamie", "mamie"],
    ["cytaty o miłości", "miłości"],
    ["будь ласка, кліпи про дієту", "дієту"],
    ["хочу побачити фрагменти про футбол", "футбол"],
    ["мати", "мати"],
    ["ласка", "ласка"],
    ["인공지능에 관한 가장 흥미로운 순간", "인공지능에"],
    ["축구에 대한 장면을 보고 싶어요", "축구에"],
    ["다이어트 클립 만들어 주세요", "다이어트"],
    ["투자 조언을 찾아줘", "투자"],
    ["다이어트 찾아줘", "다이어트"],
    ["будь ласка, війна", "війна"],
    ["कृपया डाइट पर क्लिप बनाओ", "डाइट"],
    ["एआई के बारे में सबसे दिलचस्प पल", "एआई"],
    ["जहाँ वह अपनी माँ के बारे में बात करता है", "माँ"],
    ["पैसे बचाने के सुझावों वाले हिस्से", "पैसे बचाने"],
  ] as const)
    assert.equal(topicNamed(prompt, null), topic, prompt);
});

test("prompts of northern and south-eastern languages name kinds and subjects", () => {
  for (const [prompt, topic] of [
    ["visa klippen där han pratar om skatter", "skatter"],
    ["find de bedste øjeblikke om skat", "skat"],
    ["finn klipp der han snakker om gjeld", "gjeld"],
    ["arată-mi momentele în care vorbește despre datorii", "datorii"],
    ["najdi části, kde mluví o dluzích", "dluzích"],
    ["tunjukkan bagian tentang utang", "utang"],
    ["tìm phần nói về nợ nần", "nợ nần"],
    ["de roligaste ögonblicken", ""],
    ["de sjoveste øjeblikke", ""],
    ["de morsomste øyeblikkene", ""],
    ["nejvtipnější momenty", ""],
    ["cele mai bune momente", ""],
    ["momen terbaik", ""],
    ["momen lucu", ""],
    ["phần hài hước nhất", ""],
    ["cảnh anh ấy kể về mẹ", "mẹ"],
    ["de bästa råden om pengar", "pengar"],
  ] as const)
    assert.equal(topicNamed(prompt, null), topic, prompt);
  for (const prompt of [
    "de roligaste ögonblicken",
    "de sjoveste øjeblikke",
    "nejvtipnější momenty",
    "momen lucu",
  ])
    assert.ok(readPrompt(prompt).features?.has("joke"), prompt);
  for (const prompt of [
    "om skulden",
    "mod",

    "via rail",
    "kan ban boards",
    "rady cupcakes",
    "hit songs",
    "a dog",
    "event handler",
    "tom and jim",
    "han dynasty",
    "alt tag",
    "dan brown",
    "noe valley",
    "ge healthcare",
    "sig sauer",
    "ani difranco",
  ])
    assert.equal(topicNamed(prompt, null), prompt === "om skulden" ? "skulden" : prompt, prompt);
});

test("who can pay for something asks for no advice, and the meaning of life is no opinion", () => {
  for (const prompt of ["folk der ikke har råd til bolig", "de som har råd till hus", "meningen med livet"])
    assert.equal(readPrompt(prompt).features, null, prompt);
  assert.ok(readPrompt("gode råd til nye chefer").features?.has("advice"));
  assert.ok(readPrompt("meningen over voetbal").features?.has("claim"));
});

test("what of another language's prompt names no subject leaves none", () => {
  for (const prompt of [
    "beste Momente",
    "die lustigsten Momente",
    "die lustigsten",
    "die besten Clips",
    "las mejores partes",
    "les meilleurs moments",
    "i momenti migliori",
    "os melhores momentos",
    "de beste momenten",
    "лучшие моменты",
    "najlepsze momenty",
    "najśmieszniejsze fragmenty",
    "найкращі моменти",
    "найцікавіші фрагменти",
    "가장 좋은 장면",
    "웃긴 장면을 찾아줘",
    "सबसे अच्छे पल",
    "मज़ेदार पल दिखाओ",
    "सवाल जवाब",
    "मज़ेदार सवाल",
    "pytania i odpowiedzi",
    "wzruszające chwile",
    "запитання та відповіді",
    "зворушливі миті",
    "질문과 답변",
    "질문들을 보여줘",
    "하이라이트",
    "en iyi anlar",
    "最好的片段",
    "最好的時刻",
    "面白い場面",
  ])
    assert.equal(topicNamed(prompt, null), "", prompt);
});

test("a subject that only begins like a kind of another language is none", () => {
  for (const prompt of [
    "sorumluluk",
    "soruşturma",
    "iklim sorunu",
    "Советский Союз",
    "история России",
    "історія України",
    "historia Polski",
    "inteligencja emocjonalna",
    "емоційне вигорання",
    "단일화",
    "구조언어학",
    "본질문제",
    "조사연구",
    "भावुकता",
    "सलाहकार",
    "ऐश्वर्या राय",
    "कश्मीर का सवाल",
    "historie miasta",
    "rady nadzorczej",
    "истории России",
    "气候问题",
    "房价问题",
    "consejo de ministros",
    "Consejo de Seguridad",
    "conseil municipal",
    "conseils municipaux",
    "consigliere comunale",
    "consigli comunali",
    "emotive language",
    "emotionale Intelligenz",
    "源氏物語",
    "Berührungslose Chips",
  ]) {
    assert.equal(readPrompt(prompt).features, null, prompt);
    assert.ok(topicNamed(prompt, null).includes(prompt.split(" ").at(-1) ?? ""), prompt);
  }
  for (const [prompt, kind] of [
    ["en komik sorular", "questions"],
    ["полезные советы", "advice"],
    ["смешные истории", "story"],
    ["истории из жизни", "story"],
    ["搞笑的故事", "story"],
    ["consejos prácticos", "advice"],
    ["les conseils", "advice"],
    ["i consigli migliori", "advice"],
    ["momentos emotivos", "emotion"],
    ["emotionale Momente", "emotion"],
    ["提问", "questions"],
  ] as const)
    assert.ok(readPrompt(prompt).features?.has(kind), prompt);
});

test("a subject is looked for in talk of another language too, though it is a little word there", async () => {
  const said =
    "Alors je pense que l'AI va changer la vie des gens. Moi je travaille avec AI tous les jours. Les gens ne dorment pas.";
  const talk = makeTalk([{ name: "part", kind: "body", text: said }]);
  const moment = readMomentText(talk.words);
  const { topic, named } = await readWishes(lexicalSimilarity, moment, { prompt: "AI", title: null });
  assert.deepEqual([moment.text.language, ...named.topic], ["fr", "ai"]);
  assert.ok(topic !== null && Math.max(...topic) === 1);
});

test("prompts of languages from Finnish to Tamil name kinds and subjects", () => {
  for (const [prompt, topic] of [
    ["näytä kohdat, joissa hän puhuu rahasta", "rahasta"],
    ["parhaat hetket", ""],
    ["neuvoja nuorille yrittäjille", "nuorille yrittäjille"],
    ["kysymykset ja vastaukset", ""],
    ["mutasd a részeket, ahol a pénzről beszél", "pénzről"],
    ["legjobb pillanatok", ""],
    ["a legviccesebb részek", ""],
    ["δείξε μου τα μέρη όπου μιλάει για τα χρήματα", "χρήματα"],
    ["οι πιο αστείες στιγμές", ""],
    ["หาช่วงที่เขาพูดถึงเงิน", "เงิน"],
    ["ช่วงที่ดีที่สุด", ""],
    ["תראה לי את הקטעים שבהם הוא מדבר על כסף", "כסף"],
    ["הרגעים הכי טובים", ""],
    ["بخش‌هایی که درباره پول صحبت می‌کند", "پول"],
    ["بهترین لحظه‌ها", ""],
    ["সেরা মুহূর্ত", ""],
    ["সবচেয়ে মজার অংশ", ""],
    ["τα πιο αστεία σημεία", ""],
    ["பணம் பற்றி பேசும் பகுதி", "பணம்"],
    ["sun, mint and vain ole", "sun, mint and vain ole"],
  ] as const)
    assert.equal(topicNamed(prompt, null), topic, prompt);
  for (const prompt of [
    "hauskimmat kohdat",
    "a legviccesebb részek",
    "οι πιο αστείες στιγμές",
    "ตอนตลกๆ",
    "הקטעים הכי מצחיקים",
    "خنده‌دارترین بخش‌ها",
    "হাসির মুহূর্ত",
    "সবচেয়ে মজার অংশ",
  ])
    assert.ok(readPrompt(prompt).features?.has("joke"), prompt);
  for (const prompt of ["neuvoja äideille", "tanácsok szülőknek", "συμβουλές για νέους", "คำแนะนำสำหรับแม่"])
    assert.ok(readPrompt(prompt).features?.has("advice"), prompt);
});
