// What is left of a prompt in another language than English without the words that name no subject: little words, and
// those that only ask for clips. A prompt is mostly too short to tell its language as speech does, and what is spoken in
// the source does not tell it: prompts about foreign talks are English as well, where "war", "car" and "AI" are subjects.
// So it is of the language that has most of those of its words that are none of English; what is a word of English too
// is taken off only where two others tell the language.
import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { unspacedWords } from "../../../shared/captions/unspaced-words.ts";
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import { ENGLISH_TOO } from "./english-homographs.ts";
import type { TabledLanguage } from "./language-words.ts";
import { withKindsInEnglish } from "./prompt-kinds.ts";
import { countEnglishAlone, isEnglishStop, wordsOfLanguage } from "./speech-language.ts";
import { wordSet } from "./word-set.ts";

/** What asks for clips in a language. */
const REQUESTS: Readonly<Record<TabledLanguage, ReadonlySet<string>>> = {
  de: wordSet(`zeig zeige finde such suche gib bitte stelle stellen teil teile abschnitt abschnitte ausschnitt ausschnitte
    szene szenen momente momenten moment clips spricht sprechen redet reden erzählt erzählen geht thema beste besten bester
    gute guten wichtigste wichtigsten schönste schönsten spannendste spannendsten höhepunkte größte größten spannende spannenden interessante interessanten interessantesten gast gastes gäste moderator moderatorin denen aussage aussagen`),
  es: wordSet(`muestra muéstrame busca encuentra quiero dame parte partes momento momentos escena escenas fragmentos clips
    habla hablan mejores mejor buenos buenas importantes peores mayores invitado invitada presentador presentadora`),
  fr: wordSet(`montre trouve cherche donne passage passages partie parties moment scène scènes extraits parle parlent
    meilleurs meilleur meilleures bons bonnes importants pires invité invitée animateur animatrice`),
  it: wordSet(`mostra mostrami trova cerca parte parti momento momenti scena scene parla parlano migliori migliore
    importanti`),
  pt: wordSet(`mostre encontre procure parte partes momento momentos cena cenas trechos trecho fala falam melhores melhor
    importantes`),
  nl: wordSet(`toon vind zoek geef stuk stukken deel delen moment momenten fragmenten gaat praat praten beste leukste
    mooiste`),
  ru: wordSet(`покажи найди дай часть части момент моменты моментов сцена сцены фрагменты говорит говорят лучшие самые лучших
    интересные про`),
  pl: wordSet(`najbardziej pokaż znajdź szukaj daj część części moment momenty momentów scena sceny scen fragment fragmenty fragmentów klipy mówi
    mówią rozmawia rozmawiają opowiada temat najlepsze najlepszy najlepszych dobre ważne najważniejsze najciekawsze ciekawe interesujące
    proszę poproszę chciałbym chciałabym zobaczyć obejrzeć wybierz wytnij klip klipów chwile chwil chwila cytaty wypowiedzi dotyczące
    dotyczących`),
  uk: wordSet(`найбільш покажи знайди дай частина частини момент моменти моментів сцена сцени фрагменти уривки говорить говорять розповідає
    найкращі найкращих найцікавіші цікаві важливі про хочу побачити подивитися вибери виріж кліп кліпи кліпів мить миті цитати`),
  tr: wordSet(
    "göster bul kısım kısmı kısımlar bölüm bölümü sahne anlar anları iyi güzel hakkında konuştuğu bahsettiği",
  ),
  ja: wordSet("部分 場面 シーン 話 見せ 探し ください について 最高"),
  zh: wordSet("关于 關於 找 片段 部分 时刻 時刻 讲 講 谈 談 最好 最好的 精彩 精彩的"),
  ko: wordSet(`부분 부분을 장면 장면을 장면들 영상 클립 클립을 순간 순간을 순간들 이야기 이야기를 얘기 얘기를 찾아줘 찾아주세요 보여줘 보여주세요
    골라줘 골라주세요 뽑아줘 대해 대한 관한 말하는 이야기하는 얘기하는 나오는 가장 제일 좋은 최고의 중요한 흥미로운 하이라이트 명장면 대해서 관해 관해서`),
  hi: wordSet(`दिखाओ दिखाइए दिखाएं ढूंढो ढूँढो खोजो निकालो हिस्सा हिस्से भाग पल पलों सीन क्लिप क्लिप्स बात बातें बारे सबसे अच्छे अच्छी अच्छा
    बेहतरीन महत्वपूर्ण जरूरी ज़रूरी दिलचस्प रोचक कृपया दिखाएँ बनाओ बनाइए बनाएं बनाएँ हाइलाइट हाइलाइट्स`),
  ar: new Set(),
  sv: wordSet(`visa hitta sök ge klipp klippen klippet avsnitt avsnittet stund stunder ögonblick scen scener pratar talar berättar
    handlar ögonblicken ögonblicket stunden stunderna bästa viktigaste roligaste intressantaste intressanta höjdpunkter där önskar snälla tack del delar delen delarna`),
  da: wordSet(`vis find søg giv klip klippet klippene afsnit afsnittet øjeblik øjeblikke øjeblikkene øjeblikket scene scener taler snakker fortæller handler bedste
    vigtigste mest interessante højdepunkter dele delen steder stedet venligst`),
  no: wordSet(`vis finn søk gi klipp klippet klippene utdrag avsnitt øyeblikk øyeblikkene øyeblikket scene scener snakker prater forteller handler beste
    viktigste mest interessante høydepunkter deler delen delene steder stedet vennligst`),
  ro: wordSet(`arată arată-mi găsește caută dă-mi vreau parte partea părți părțile moment momente momentele momentul scenă scene fragment
    fragmente clip clipuri vorbește vorbesc discută povestește cele mai bune bun importante interesante despre`),
  cs: wordSet(`ukaž ukažte najdi najděte hledej vyber vyberte chci chtěl chtěla část části moment momenty momentů okamžik okamžiky chvíle chvíli
    scéna scény scén úryvek úryvky pasáž pasáže klip klipy klipů mluví hovoří povídá vypráví nejlepší nejzajímavější nejdůležitější
    zajímavé důležité prosím kde`),
  id: wordSet(`tunjukkan tunjuk tampilkan cari carikan temukan beri berikan bagian bahagian momen adegan cuplikan potongan klip bicara berbicara
    bercakap membahas membicarakan menceritakan cerita bercerita terbaik penting menarik tentang mengenai soal saat ketika mohon tolong`),
  vi: wordSet(
    "tìm hiển cho xem chọn cắt phần đoạn clip cảnh khoảnh khắc nói kể về hay nhất quan trọng thú vị hãy",
  ),
  fi: wordSet(`näytä näyttäkää etsi etsikää löydä anna valitse leikkaa kohta kohdat kohtia kohdan pätkä pätkät pätkiä klippi klipit klippejä leike leikkeet leikkeitä
    hetki hetket hetkiä puhuu puhuvat puhutaan kertoo kertovat kerrotaan aihe aiheesta aiheena liittyen parhaat paras parhaita tärkeimmät tärkeitä
    kiinnostavimmat mielenkiintoisimmat kiinnostavat kiinnostavia mielenkiintoiset kohokohdat kohokohtia haluan haluaisin nähdä kiitos`),
  hu: wordSet(`mutasd mutass keresd keress találd adj válaszd vágd rész részek részt részeket részlet részletek jelenet jelenetek jeleneteket pillanat pillanatok
    pillanatokat klip klipek klipeket beszél beszélnek mesél mesélnek mond szól legjobb legfontosabb legérdekesebb fontos érdekes kérem kérlek szeretném látni ahol
    amikor amelyben amiben téma témájú`),
  el: wordSet(`δείξε δείξτε βρες βρείτε ψάξε δώσε διάλεξε κόψε μέρος μέρη κομμάτι κομμάτια απόσπασμα αποσπάσματα σκηνή σκηνές στιγμή στιγμές σημείο σημεία κλιπ
    μιλάει μιλά μιλάνε μιλούν λέει διηγείται συζητάει καλύτερα καλύτερες καλύτερη σημαντικά σημαντικές ενδιαφέροντα ενδιαφέρουσες θέμα σχετικά παρακαλώ
    όπου`),
  th: wordSet(`หา ค้นหา แสดง ขอ ช่วย เลือก ตัด ช่วง ช่วงที่ ตอน ตอนที่ ส่วน ฉาก คลิป ไฮไลต์ ไฮไลท์ ดี ดีที่สุด สำคัญ น่า สนใจ น่าสนใจ เกี่ยว เกี่ยวกับ พูดถึง เล่า หน่อย
    กล่าว ถึง`),
  he: wordSet(`הראה תראה הראו מצא תמצא חפש תן בחר חתוך חלק חלקים החלק החלקים קטע קטעים הקטע הקטעים סצנה סצנות רגע רגעים הרגע הרגעים קליפ קליפים מדבר מדברת מדברים
    מספר מספרת נושא בנושא הטובים הטובות הכי חשובים החשובים מעניינים המעניינים טובים טובות בבקשה לראות שבו שבהם שבהן`),
  fa: wordSet(`نشان نشون بده پیدا بگرد انتخاب ببر بخش بخشها بخشهایی بخشی قسمت قسمتها قسمتی صحنه صحنهها لحظه لحظهها لحظات لحظههای لحظاتی کلیپ کلیپها صحبت حرف
    میزند میزنه میکند میکنه تعریف موضوع مورد بهترین مهمترین جالبترین جالب مهم لطفا لطفاً ببینم جایی`),
  bn: wordSet(`দেখাও দেখান খুঁজে খোঁজো বের দাও দিন বেছে কাটো অংশ অংশগুলো অংশটি দৃশ্য মুহূর্ত মুহূর্তগুলো ক্লিপ ক্লিপগুলো বলেন বলছেন বলছে কথা সম্পর্কে নিয়ে বিষয়ে সেরা সবচেয়ে গুরুত্বপূর্ণ
    আকর্ষণীয় দয়া যেখানে`),
  ta: wordSet(`காட்டு காட்டவும் கண்டுபிடி தேடு கொடு தேர்ந்தெடு பகுதி பகுதிகள் பகுதியை காட்சி காட்சிகள் தருணம் தருணங்கள் கிளிப் கிளிப்கள் பேசும் பேசுகிறார் சொல்லும் பற்றி சிறந்த முக்கியமான சுவாரஸ்யமான
    தயவுசெய்து`),
};
const LANGUAGES = Object.keys(REQUESTS) as TabledLanguage[];

/** What asks only as it stands: "ласка" is affection, and a weasel, "보고" a report. */
const REQUEST_PHRASES =
  /(?<!\p{L})(?:будь ласка(?!\p{L})|보고 싶\p{L}*|(?:만들어|찾아|보여|골라|뽑아|알려) ?(?:주세요|주십시오|줘요?|줄래요?)(?!\p{L}))/giu;

/** Without marks, and without an article that is written onto it: "l'AI". */
const IN_CAPITALS = /(?:^|[^\p{L}\p{N}])\p{Lu}{2,}[^\p{L}]*$/u;
const CAPITALIZED = /^\p{Lu}/u;
/** So many words tell a language plainly. */
const PLAINLY = 2;

interface PromptWord {
  readonly text: string;
  readonly key: string;
  /** "La Liga", "Big Sur", "AI": a part of a name, or a name. */
  readonly isName: boolean;
}

function readWords(text: string): PromptWord[] {
  const written = text.split(/\s+/).flatMap(unspacedWords);
  const keys = written.map(wordKey);
  const hasSmallLetters = /\p{Ll}/u.test(text);
  return written.flatMap((word, index) => {
    const key = keys[index] ?? "";
    const isBeside = [written[index - 1], written[index + 1]].some((beside) =>
      CAPITALIZED.test(beside ?? ""),
    );
    const isName = (isBeside && CAPITALIZED.test(word)) || (hasSmallLetters && IN_CAPITALS.test(word));
    return key === "" ? [] : [{ text: word, key, isName }];
  });
}

function looksEnglish(key: string): boolean {
  return ENGLISH_TOO.has(key) || isEnglishStop(key);
}

function asks(key: string, languages: readonly TabledLanguage[]): boolean {
  return languages.some((language) => REQUESTS[language].has(key));
}

function saysNothing(key: string, languages: readonly TabledLanguage[]): boolean {
  return asks(key, languages) || languages.some((each) => wordsOfLanguage(each)?.stop.has(key) === true);
}

/** How many words of a prompt are little ones, or requests, of a language, and no words of English. */
function countTelling(words: readonly PromptWord[], language: TabledLanguage): number {
  const tells = ({ key, isName }: PromptWord): boolean =>
    !looksEnglish(key) && (asks(key, [language]) || (!isName && saysNothing(key, [language])));
  return words.filter(tells).length;
}

/** The languages that most words tell; all that are known where none does. */
function languagesOf(words: readonly PromptWord[]): {
  languages: readonly TabledLanguage[];
  telling: number;
} {
  const counts = new Map(LANGUAGES.map((language) => [language, countTelling(words, language)]));
  const telling = Math.max(...counts.values());
  return { languages: LANGUAGES.filter((language) => counts.get(language) === telling), telling };
}

function withoutPhrases(text: string): string {
  const plain = text.replaceAll(REQUEST_PHRASES, " ");
  return plain === text ? text : plain.replaceAll(/^[\s,]+|[\s,]+$/gu, "");
}

/**
 * A prompt's subject without the words of its language that name none; may be empty.
 * @param topic what is left of the prompt without kinds of moments and English requests
 */
export function withoutRequests(topic: string, prompt: string): string {
  return withoutRequestWords(withoutPhrases(topic), withoutPhrases(prompt));
}

function withoutRequestWords(topic: string, prompt: string): string {
  const asked = readWords(prompt);
  const { languages, telling } = languagesOf(asked);
  const namesKind = withKindsInEnglish(prompt) !== prompt;
  const foreign = telling + Number(namesKind);
  if (foreign === 0 || countEnglishAlone(asked.map(({ key }) => key)) >= foreign) return topic;
  const words = readWords(topic);
  if (words.length === 1 && !namesKind && !asks(words[0]?.key ?? "", languages)) return topic;
  const isPlain = telling > 0 && foreign >= PLAINLY;
  const isInCapitals = ({ text }: PromptWord): boolean => /\p{Ll}/u.test(prompt) && IN_CAPITALS.test(text);
  const isLittle = (word: PromptWord): boolean => !isInCapitals(word) && saysNothing(word.key, languages);
  const left = words.filter((word) => !isLittle(word) || (looksEnglish(word.key) && !isPlain));
  // "Die lustigsten", "die besten": what is left is no subject either.
  const hasAsked = namesKind || words.some(({ key }) => !looksEnglish(key) && asks(key, languages));
  return hasAsked && left.every(isLittle) ? "" : joinWords(left.map(({ text }) => ({ text })));
}
