// The language of what is said, told by its words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { languageOfPart, languageOfWords } from "../../../../media-node/clips/language/speech-language.ts";
import { unspacedWords } from "../../../../shared/captions/unspaced-words.ts";

function languageOf(text: string): string {
  return languageOfWords(
    text
      .split(" ")
      .flatMap(unspacedWords)
      .map((word) => ({ text: word })),
  );
}

const SAID = {
  de: "Die Bienen waren im Winter so laut, und das war mir nicht recht, also bin ich in den Garten.",
  es: "La gente cree que las abejas duermen en invierno, y no es así.",
  fr: "Les gens pensent que les abeilles dorment en hiver, et ce n'est pas vrai.",
  it: "La gente pensa che le api dormano in inverno, e non è così.",
  pt: "As pessoas acham que as abelhas dormem no inverno, e isso não é verdade.",
  nl: "Mensen denken dat de bijen in de winter slapen, en dat is niet zo.",
  pl: "Ludzie myślą, że pszczoły zimą śpią, ale to nieprawda.",
  uk: "Люди думають, що бджоли взимку сплять, але це неправда.",
  hi: "लोग सोचते हैं कि मधुमक्खियाँ सर्दियों में सोती हैं, लेकिन यह सच नहीं है।",
  ko: "사람들은 벌이 겨울에 잔다고 생각하지만 사실은 그렇지 않아요.",
  ru: "Люди думают, что пчёлы зимой спят, и это неправда.",
  tr: "Herkes arılar kışın uyur sanıyor ama bu doğru değil, çünkü onlar hiç uyumaz.",
  ja: "みんなハチは冬に眠ると思っていますが、それは違います。",
  zh: "大家都以为蜜蜂冬天睡觉，其实不是。",
  ro: "Oamenii cred că albinele dorm iarna, dar nu este adevărat.",
  sv: "Folk tror att bina sover på vintern, och det är inte sant.",
  da: "Folk tror, at bierne sover om vinteren, og det er ikke rigtigt, hvad jeg har set.",
  no: "Folk tror at biene sover om vinteren, og det er ikke sant, etter det jeg har sett.",
  cs: "Lidé si myslí, že včely v zimě spí, ale není to pravda.",
  id: "Orang mengira lebah tidur di musim dingin, tapi itu tidak benar.",
  fi: "Ihmiset luulevat, että mehiläiset nukkuvat talvella, mutta se ei ole totta.",
  hu: "Nekem volt egy méhem, amely soha nem aludt. De a többi is jó volt, és a végén elment.",
  el: "Ο κόσμος νομίζει ότι οι μέλισσες κοιμούνται τον χειμώνα, αλλά δεν είναι αλήθεια.",
  he: "אנשים חושבים שהדבורים ישנות בחורף, אבל זה לא נכון.",
  fa: "مردم فکر می‌کنند زنبورها زمستان می‌خوابند، اما این درست نیست.",
  bn: "মানুষ ভাবে মৌমাছি শীতে ঘুমায়, কিন্তু এটা সত্যি নয়।",
  ta: "தேனீக்கள் குளிர்காலத்தில் தூங்கும் என்று மக்கள் நினைக்கிறார்கள், ஆனால் அது உண்மை இல்லை.",
  th: "ทุกคนคิดว่าผึ้งนอนหลับในฤดูหนาว แต่จริงๆ แล้วไม่ใช่เลย",
  vi: "Mọi người nghĩ rằng ong ngủ vào mùa đông, nhưng không phải vậy.",
  ar: "الناس يظنون أن النحل ينام في الشتاء، وهذا ليس صحيحا.",
  en: "So what I did was, I took all of the money and I bought bees, and they were in a bad mood.",
};
for (const [language, said] of Object.entries(SAID))
  test(`some words tell ${language}`, () => assert.equal(languageOf(said), language));

test("a short sentence tells its language by two words, of which one is of no other", () => {
  for (const [language, sentences] of Object.entries({
    de: ["Geld macht nicht glücklich.", "Man muss mit Kunden reden.", "Am Ende zählt nur das Ergebnis."],
    fr: ["Nous n'avions plus d'argent.", "Personne n'achète de miel en hiver."],
    pt: ["Meu pai me ensinou tudo."],
    sv: ["Pengar gör ingen lycklig."],
    fi: ["Isäni opetti minulle kaiken."],
    hu: ["Apám mindent megtanított nekem."],
    en: [
      "Die in a war, man.",
      "Kubernetes, Las Vegas, San Diego",
      "Old hives kill young swarms.",
      "Most minds mint money.",
      "Ho Chi Minh trail",
      "Ursula von der Leyen speaks",
      "Juga Smith, Juga Jones",
      "Students need tutors, see results, mind deadlines.",
      "Mind the gap, see the pole, need help.",
    ],
  }))
    for (const said of sentences) assert.equal(languageOf(said), language, said);
});

test("terms of another language, and words that are in both, do not change it", () => {
  assert.equal(
    languageOf("Wir waren im Meeting, und der CEO hatte no idea, also war das Team in so einem Mood."),
    "de",
  );
  assert.equal(languageOf("With a partner, or a sponsor, or in a new show, or on a plane, or so."), "en");
});

test("Polish is told from English, whose words many of its little ones are", () => {
  const said = [
    "No i właśnie o to chodzi, że ja wtedy nie wiedziałem, co mam robić. I poszedłem do szefa, i mówię mu, że ja to zrobię, ale do piątku. A on mi na to, że to za późno. No to ja mu mówię, że do czwartku to się nie da. To była dla mnie lekcja.",
    "To był mój dom, a on do domu nie chciał.",
    "Wszyscy myślą że pszczoły śpią zimą ale wcale tak nie jest bo one siedzą razem i grzeją królową aż przyjdzie wiosna",
  ];
  for (const text of said) assert.equal(languageOf(text), "pl", text);
  assert.equal(languageOf("I do my best to be on to it, no, we do, so I was on my own by then."), "en");
});

test("what has no words that are known is no English, and of a few words nothing is claimed", () => {
  const welsh =
    "Mae pawb yn meddwl bod gwenyn yn cysgu yn y gaeaf ond dydy hynny ddim yn wir o gwbl achos maen nhw'n eistedd gyda'i gilydd ac yn cadw'r frenhines yn gynnes nes daw'r gwanwyn ac wedyn maen nhw'n hedfan allan eto i chwilio am flodau ger y goedwig lle gadawodd fy nhaid y cwch";
  assert.equal(languageOf(welsh), "other");
  assert.equal(languageOf("Acacia, Robinia"), "en");
  assert.equal(languageOf("ທຸກຄົນຄິດວ່າເຜິ້ງນອນຫຼັບ"), "other");
});

const RELATED = {
  Belarusian: "Людзі думаюць, што пчолы зімой спяць, але гэта няпраўда. І вось я яе там і пакінуў.",
  Macedonian: "Луѓето мислат дека пчелите зимно време спијат, но тоа не е вистина. И јас ја оставив таму.",
  Marathi: "लोकांना वाटते की मधमाश्या हिवाळ्यात झोपतात, पण ते खरे नाही. आणि मी तिला तिथे सोडले होते.",
  Nepali: "मानिसहरू सोच्छन् कि माहुरी जाडोमा सुत्छन्, तर यो सत्य होइन। अनि मैले उसलाई त्यहीँ छोडेको थिएँ।",
  Slovak:
    "Ľudia si myslia, že včely v zime spia, ale nie je to pravda. A tak som ich tam nechal, lebo som bol sám.",
  Croatian:
    "Ljudi misle da pčele zimi spavaju, ali to nije istina. I ja sam ih tamo ostavio, jer sam bio sam.",
  Slovene:
    "Ljudje mislijo, da čebele pozimi spijo, ampak to ni res. In jaz sem jih tam pustil, ker sem bil sam.",
  Lithuanian: "Žmonės mano, kad bitės žiemą miega, bet tai netiesa. Ir aš jas ten palikau, nes buvau vienas.",
  Bulgarian: "Тя беше най-добрата от всички. И да ви кажа, да не я пипате, да я оставите на мира.",
  Serbian: "Људи мисле да пчеле зими спавају, али то није тачно. И да вам кажем, да је не дирате.",
  Azerbaijani: "Yəni belə oldu ki, bir gün işdən evə gəldim və mətbəxdə bir kişi dayanmışdı.",
  Haitian:
    "Se konsa sa te ye, mwen te rive lakay mwen sot nan travay yon jou epi te gen yon mesye nan kizin nan.",
  Catalan:
    "I em diu que les abelles són a casa seva. Jo em penso que no, però la meva dona em va dir que sí.",
  Icelandic:
    "Fólk heldur að býflugur sofi á veturna, en það er ekki rétt. Og ég skildi þær eftir þar, af því að ég var einn.",
  Urdu: "لوگ سوچتے ہیں کہ شہد کی مکھیاں سردیوں میں سوتی ہیں لیکن یہ سچ نہیں ہے",
  Assamese: "মানুহে ভাবে মৌমাখিয়ে শীতকালত শোৱে, কিন্তু এয়া সঁচা নহয়, আৰু মই সেইবোৰ তাতে এৰি থৈ আহিলোঁ।",
  Estonian:
    "Inimesed arvavad, et mesilased magavad talvel, aga see ei ole tõsi. Ja mina jätsin nad sinna, sest ma olin üksi.",
};
for (const [name, said] of Object.entries(RELATED))
  test(`${name} is not read by a related language's words`, () => assert.equal(languageOf(said), "other"));

test("Swedish, Danish and Norwegian are told from each other, and Malay is read as Indonesian", () => {
  const said = {
    sv: "i sverige gör man inte så utan man går hem en dag och då var det en man där som var en av de bästa",
    no: "Det er en av de tingene som gjør at man ikke kan si hva det er for en bie, og den var en av de beste.",
    da: "Det er en af de ting, der gør, at man ikke kan sige, hvad det er for en bi, og jeg var ked af det.",
    id: "Kami tidak tahu kenapa lebah itu tidur, sebab cikgu pun tak faham akan perkara ini.",
  };
  for (const [language, text] of Object.entries(said)) assert.equal(languageOf(text), language);
});

test("names that begin with articles, and one word again and again, are of no other language", () => {
  assert.equal(languageOf("Las Vegas, Los Angeles, El Paso, La Jolla, San Diego"), "en");
  assert.equal(languageOf("la la la la la la la la la no no no"), "en");
});

const wordsOf = (text: string) => text.split(" ").map((word) => ({ text: word }));

test("a part that clearly tells its own language is of that, and any other part of the whole's", () => {
  const english =
    "So what I learned from the bees is that you should never move an old hive in the winter, because the cold kills the queen.";
  const german =
    "Und dann haben wir gesagt, dass wir den Garten nicht mehr brauchen, weil die Bienen in den Wald gezogen sind, und das war schwer.";
  assert.equal(languageOfPart(wordsOf(english), "de"), "en");
  assert.equal(languageOfPart(wordsOf(german), "en"), "de");
  assert.equal(languageOfPart(wordsOf("Acacia, Robinia"), "de"), "de");
  assert.equal(languageOfPart(wordsOf("That is what it is."), "de"), "de", "too short to tell");
  const names = "Messi Xavi Iniesta Ramos Alonso Ozil Ronaldo Valdes Puyol Pique Busquets Alves Messi Xavi";
  assert.equal(languageOfPart(wordsOf(`${names} ${names}`), "es"), "es");
});
