// Texts of clips in other languages than English.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpeechLanguage } from "../../../../media-node/clips/language/speech-language.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { readableWords } from "../../../../media-node/clips/titles/readable-text.ts";
import { unspacedWords } from "../../../../shared/captions/unspaced-words.ts";
import { describeTalk, titleOf } from "../../../support/talks/titled-talk.ts";

test("what is quoted keeps its words, whatever they mean in English", () => {
  const said = [
    "No ano passado eu vi um enxame, um deles debaixo de chuva, e não era o meu.",
    "In het klooster was er een bij, en daar was iedereen blij mee.",
    "Wir stehen jeden Samstag um vier Uhr auf, weil er dann noch schläft.",
    "So was darf man sich mit einem alten Stock nicht mehr leisten.",
  ];
  for (const sentence of said) {
    const { hook, description } = describeTalk(sentence);
    assert.equal(hook, sentence);
    assert.equal(description, sentence);
  }
});

test("a title is understood by itself, and has no joining word before it", () => {
  const german =
    "Und sie hat es mir dann auch noch erzählt, das war ja so. Ja, natürlich. Und der alte Stock ist für einen Schwarm nicht gut.";
  assert.equal(titleOf(german), "Der alte Stock ist für einen Schwarm nicht gut");
  const spanish = "Eso es lo que te digo. ¿Y qué le dirías a una abeja que no quiere volar?";
  assert.equal(titleOf(spanish), "¿Qué le dirías a una abeja que no quiere volar?");
  assert.equal(
    titleOf("Les abeilles de mon oncle dorment dans la cave. C'est ça ."),
    "Les abeilles de mon oncle dorment dans la cave",
  );
  assert.equal(
    titleOf("Aber das ist der alte Stock von meinem Onkel. Wir sind am Ende, bis zum nächsten Mal."),
    "Das ist der alte Stock von meinem Onkel",
  );
});

test("a subordinate clause loses no joining word: it would be none", () => {
  const said = "Weil ich weiß, wo die Bienen sind, gehe ich nicht in den Garten.";
  assert.equal(describeTalk(said).hook, said);
});

test("marks are those of the language", () => {
  const german = "Eine alte Frau hat zu mir gesagt: „Junge, morgen ist auch noch ein Tag.“";
  assert.equal(describeTalk(german).description, german);
  const french = "Ma femme m'a dit : « C'est elles ou moi. » Les abeilles sont dans le jardin, bien sûr !";
  const { title, description, hook } = describeTalk(french);
  assert.match(`${hook} ${description}`, /« C'est elles ou moi\. »/);
  assert.equal(title, "Les abeilles sont dans le jardin, bien sûr !");
  const arabic = "كيف ينام النحل في الشتاء عند الناس؟";
  assert.equal(describeTalk(arabic).description, arabic);
  assert.equal(
    titleOf("الخشب يحتاج سبع سنوات حتى يجف، ولا توجد طريقة أسرع من هذا."),
    "الخشب يحتاج سبع سنوات حتى يجف، ولا توجد طريقة أسرع من هذا",
  );
});

test("a capital of Turkish keeps its dot", () => {
  const { hook } = describeTalk("Ve ilk günümü hiç unutmuyorum, çünkü o gün bir arı geldi.");
  assert.equal(hook, "İlk günümü hiç unutmuyorum, çünkü o gün bir arı geldi.");
});

test("a tag is a thing that is said again, and neither a little word, a time nor a figure", () => {
  const german = describeTalk(
    "Der Schwarm war am Anfang im Garten. Nach drei Jahren ist der Schwarm das beste Mal des Tages. Und die Hälfte bleibt im Garten.",
  ).hashtags;
  assert.deepEqual(german.slice(0, 2).toSorted(), ["#Garten", "#Schwarm"]);
  for (const empty of ["#Anfang", "#Jahren", "#Mal", "#Tages", "#Hälfte"])
    assert.equal(german.includes(empty), false, empty);
  const spanish = describeTalk(
    "El enjambre está en el jardín de São Paulo. Y cada día el enjambre es más grande, porque la veo.",
  ).hashtags;
  assert.deepEqual(spanish.slice(0, 2).toSorted(), ["#Enjambre", "#SãoPaulo"]);
  assert.equal(spanish.includes("#Veo"), false);
  const french = describeTalk(
    "L'essaim est dans la cave. Mais je vois que l'essaim n'est pas à moi.",
  ).hashtags;
  assert.equal(french[0], "#Essaim");
});

function quoted(language: SpeechLanguage, said: string): string {
  const words = said.split(" ").flatMap(unspacedWords);
  const spoken = words.map((text, index) => ({ text, startS: index, endS: index + 0.9 }));
  return readableWords(splitSentences(spoken, undefined, language), 0, words.length);
}

const WHOLE: readonly (readonly [SpeechLanguage, string])[] = [
  ["nl", "Of het werkt, weten we niet."],
  ["nl", "Maar liefst drie bijen kwamen terug."],
  ["fr", "Ou bien tu viens avec moi, ou bien tu restes dans la cave."],
  ["es", "O lo haces tú o lo hace otro."],
  ["es", "Y Combinator nos aceptó en marzo de ese año."],
  ["es", "O'Connor dijo que las abejas no duermen."],
  ["es", "E.T. es una película que yo vi con mi abuelo."],
  ["pt", "E. Coli é uma bactéria do intestino."],
  ["it", "Ed Sheeran ha scritto questa canzone."],
  ["ru", "А. С. Пушкин написал эту книгу за лето."],
  ["ru", "Знаешь, что он сказал мне про пчёл?"],
  ["de", "Weißt du, wo die Bienen sind?"],
  ["de", "Und ob ich das gewusst habe!"],
  ["ja", "それでも私は毎日この山に登り続けています。"],
  ["ja", "だからこそ私たちは毎日練習をするのです。"],
  ["ja", "でもね、ハチは冬に眠らないんですよ。"],
  ["ja", "それでいいと思っています、本当に。"],
  ["pl", "A. Mickiewicz napisał tę książkę w jedno lato."],
  ["pl", "I wojna światowa zmieniła wszystko w tym mieście."],
  ["pl", "A propos pszczół, mój dziadek miał ich sto tysięcy."],
  ["pl", "A nie mówiłem, że pszczoły wrócą?"],
  ["pl", "I tak nie przyjdzie na tę rozmowę."],
  ["pl", "I matka, i ojciec płakali na tym weselu."],
  ["pl", "Ale jaja, pomyślałem wtedy o tym."],
  ["pl", "I liga zaczyna się w sobotę o szóstej."],
  ["pl", "To znaczy, że przegraliśmy całą wojnę."],
  ["pl", "Słuchaj, co mówi do ciebie matka."],
  ["uk", "А. Шептицький написав цю книгу за одне літо."],
  ["uk", "Та, яка прийшла вчора, моя сестра."],
  ["uk", "Та жінка сказала нам усю правду."],
  ["uk", "Але ж ти казав мені зовсім інше."],
  ["uk", "А то ми запізнимось на цей поїзд."],
  ["uk", "І так усе зрозуміло без слів."],
  ["uk", "І мама, і тато плакали на весіллі."],
  ["uk", "Слухай, що каже тобі мама про це."],
  ["uk", "За ніч випало десять мм снігу."],
  ["ru", "И так всё ясно без лишних слов."],
  ["ko", "그리고 나서 벌들이 모두 돌아왔습니다."],
  ["ko", "그래서인지 벌들이 겨울에 자지 않았습니다."],
  ["ko", "그래서 그런지 벌들이 겨울에 자지 않았습니다."],
  ["hi", "और भी लोग हमारे साथ काम करते हैं।"],
  ["hi", "और पैसे मत माँगो मुझसे।"],
  ["hi", "मगर पानी में अपने शिकार को पकड़ता है।"],
  ["zh", "不过三天他就学会了所有的曲子。"],
  ["zh", "不过如此而已，我们大家都这么认为的。"],
];
for (const [language, said] of WHOLE)
  test(`what only looks like a joining word stays in ${language}: ${said}`, () =>
    assert.equal(quoted(language, said), said));

test("a joining word before a sentence is left out where it stands apart", () => {
  assert.equal(quoted("de", "Und die Bienen sind im Garten."), "Die Bienen sind im Garten.");
  assert.equal(quoted("es", "¿Y qué le dirías a una abeja?"), "¿Qué le dirías a una abeja?");
  assert.equal(quoted("it", "E, però, le api sono in giardino."), "Le api sono in giardino.");
  assert.equal(quoted("ru", "Но пчёлы спят в этом саду."), "Пчёлы спят в этом саду.");
  assert.equal(quoted("pl", "No i pszczoły śpią w tym ogrodzie."), "Pszczoły śpią w tym ogrodzie.");
  assert.equal(quoted("uk", "Але бджоли сплять у цьому саду."), "Бджоли сплять у цьому саду.");
  assert.equal(quoted("ko", "그런데 벌들은 겨울에 자지 않아요."), "벌들은 겨울에 자지 않아요.");
  assert.equal(quoted("hi", "लेकिन मधुमक्खियाँ सर्दियों में नहीं सोतीं।"), "मधुमक्खियाँ सर्दियों में नहीं सोतीं।");
  assert.equal(quoted("hi", "और मैंने मधुमक्खियों को देखा।"), "मैंने मधुमक्खियों को देखा।");
  assert.equal(quoted("hi", "और ऐसा नहीं है कि वे सोती हैं।"), "ऐसा नहीं है कि वे सोती हैं।");
  assert.equal(quoted("pl", "I pszczoły śpią w tym ogrodzie."), "Pszczoły śpią w tym ogrodzie.");
  assert.equal(quoted("ja", "でも、ハチは冬に眠らないんです。"), "ハチは冬に眠らないんです。");
  assert.equal(quoted("zh", "但是，蜜蜂冬天根本不睡觉的。"), "蜜蜂冬天根本不睡觉的。");
  assert.equal(quoted("ar", "لكن النحل ينام في الشتاء."), "النحل ينام في الشتاء.");
});

test("a quotation that „ opens is closed by each of the marks that languages close it with", () => {
  const said = [
    "Mój dziadek powiedział mi wtedy: „Nie ruszaj tego ula przed wiosną”.",
    "Bunicul mi-a spus: „Lasă albinele în pace”, și eu am plecat atunci acasă fără să zic nimic.",
    'Mein Opa sagte immer: „Junge, lass die Bienen in Ruhe" und ging dann wieder ins Haus zurück.',
  ];
  for (const sentence of said) assert.equal(describeTalk(sentence).description, sentence);
});

test("a word of Catalan is no hesitation, and an elided article begins no tag of a language without a table", () => {
  const said =
    "Doncs va ser així, un dia vaig arribar a casa de la feina. No l'havia vist mai, i que l'havia convidat. I em diu hola, soc el teu veí nou.";
  const { transcript, hashtags, description, hook } = describeTalk(said);
  assert.equal(transcript, said);
  assert.match(`${description} ${hook}`, /em diu|Doncs/);
  assert.deepEqual(hashtags, ["#Shorts", "#Clips", "#Video"]);
});

test("a tag is no little word and nothing that only describes a thing", () => {
  const said = [
    "Al principio fue un poco difícil para mí. Y luego fue un poco más fácil, porque la gente me ayudó un montón. Y un montón de abejas vino.",
    "Het was een beetje moeilijk voor mij. En toen was het een beetje makkelijker. We hadden een nieuwe kast en de nieuwe kast was van mijn opa.",
    "On a une nouvelle ruche dans le jardin. Et la nouvelle ruche est très belle, et la jolie ruche est ici, la jolie ruche.",
  ];
  const bees =
    "Of het werkt, weten we niet. Mijn opa heeft nooit iets gezegd over de bijen. En de oude bijen slapen.";
  assert.equal(describeTalk(bees).hashtags[0], "#Bijen");
  for (const text of said)
    for (const tag of describeTalk(text).hashtags)
      assert.doesNotMatch(tag, /^#(?:Poco|Montón|Beetje|Nieuwe|Nouvelle|Jolie|Moeilijk)/, tag);
});

test("traditional characters are read as simplified ones are", () => {
  const { hashtags } = describeTalk(
    "因為 這個 咖啡樹 需要 很多 水 。 然後 這樣 的 咖啡樹 就 死 了 ， 因為 沒有 人 給 它 水 。 這樣 不 行 。",
  );
  assert.equal(hashtags[0], "#咖啡樹");
  for (const tag of hashtags) assert.doesNotMatch(tag, /因為|這樣|然後|這個|沒有/, tag);
});

test("a title of Polish, Ukrainian, Korean and Hindi is understood by itself", () => {
  assert.equal(
    titleOf(
      "To było właśnie tak. On mi to powiedział. A stary ul mojego dziadka stał w lesie przez trzydzieści lat.",
    ),
    "Stary ul mojego dziadka stał w lesie przez trzydzieści lat",
  );
  assert.equal(
    titleOf("Це було саме так. Він мені це сказав. Але старий вулик мого діда стояв у лісі тридцять років."),
    "Старий вулик мого діда стояв у лісі тридцять років",
  );
  assert.equal(
    titleOf("그건 그렇죠. 이게 정말 그래요. 그런데 할아버지의 오래된 벌통은 삼십 년 동안 숲에 있었습니다."),
    "할아버지의 오래된 벌통은 삼십 년 동안 숲에 있었습니다",
  );
  assert.equal(
    titleOf("हाँ, ऐसा ही था। उसने मुझे यह कहा था। लेकिन मेरे दादा का पुराना छत्ता तीस साल तक जंगल में रहा।"),
    "मेरे दादा का पुराना छत्ता तीस साल तक जंगल में रहा",
  );
});

test("a tag of Korean and Hindi is a noun by its particle, whole, and one of Polish a name as it is called", () => {
  const korean = describeTalk(
    "우리는 벌통을 샀고 회사를 만들었습니다. 그리고 그 회사를 팔았습니다. 정원에서 벌들이 잡니다.",
  ).hashtags;
  assert.deepEqual(korean.slice(0, 2), ["#회사", "#정원"]);
  const hindi = describeTalk(
    "मधुमक्खियों को पानी में नहीं रखना है। मैंने मधुमक्खियों को बगीचे में देखा, और यह काम करने में बहुत समय लगता है।",
  ).hashtags;
  assert.equal(hindi[0], "#मधुमक्खियों");
  assert.ok(hindi.includes("#बगीचे") && !hindi.includes("#करने"), hindi.join(" "));
  const polish = describeTalk(
    "Pszczoły przywiózł do nas Tomek. I ten Tomek mieszkał wtedy w Krakowie, a potem w Warszawie.",
  ).hashtags;
  assert.equal(polish[0], "#Tomek");
  for (const tag of polish) assert.doesNotMatch(tag, /Krakowie|Warszawie/, tag);
});

test("a name is one tag, whatever its ending, and a polite word with a capital is none", () => {
  const polish = describeTalk(
    "Pies miał na imię Reks. Sąsiad przywiózł Reksa po trzech tygodniach. Czy Pan wie, że i Ty możesz mieć psa?",
  ).hashtags;
  assert.deepEqual(polish.slice(0, 2), ["#Reks", "#Shorts"]);
  const atBeginning = describeTalk("Andrzej otworzył drzwi. To samo mówiłem Andrzejowi o tym domu.").hashtags;
  assert.deepEqual(atBeginning.slice(0, 2), ["#Andrzej", "#Shorts"]);
  const notLittle = describeTalk("Над нами жила Надія. Я дуже любив її, бо вона була нам як мати.").hashtags;
  assert.equal(notLittle[0], "#Надія");
  const withVowel = describeTalk("Андрій відчинив двері. Те саме я казав Андрієві про цей дім.").hashtags;
  assert.deepEqual(withVowel.slice(0, 2), ["#Андрій", "#Shorts"]);
  const ukrainian = describeTalk(
    "Це зробив Тарас. І я бачив Тараса вчора. А Ви коли-небудь пробували не пити каву цілий місяць, як він?",
  ).hashtags;
  assert.deepEqual(ukrainian.slice(0, 2), ["#Тарас", "#Shorts"]);
});

test("a Korean tag ends before its particle behind other letters too, and is no clause", () => {
  const { hashtags } = describeTalk(
    "개발자들은 ChatGPT를 매일 써요. 그리고 ChatGPT는 서로를 돕습니다. 저는 성공하기를 바랍니다. 무엇인지를 몰라요.",
  );
  assert.equal(hashtags[0], "#ChatGPT");
  for (const tag of hashtags) assert.doesNotMatch(tag, /ChatGPT\p{L}|서로|하기|인지/u, tag);
});

test("tags are the same in whatever way the letters of what is said are put together", () => {
  for (const said of [
    "우리는 벌통을 샀고 회사를 만들었습니다. 그리고 그 회사를 팔았습니다. 정원에서 벌들이 잡니다.",
    "Це зробив Андрій. І я бачив Андрія вчора. Я люблю Київ, бо Київ їхній дім.",
    "मैंने मधुमक्खियों को बगीचे में देखा, और ज़िंदगी को बहुत समय लगता है। मधुमक्खियों को पानी में नहीं रखना है।",
  ]) {
    const taken = said.normalize("NFD").replaceAll("\u091c\u093c", "\u095b");
    assert.deepEqual(describeTalk(taken).hashtags, describeTalk(said).hashtags);
  }
});

test("a title does not end within what its sentence quotes: Korean says who asked behind the quotation", () => {
  const { description } = describeTalk(
    '제가 경찰서에 갔는데 경찰관이 "지갑에 뭐가 들었어요?" 하고 물어봤어요. 할머니 사진이 있었어요.',
  );
  assert.doesNotMatch(description, /\?"$|^하고/u);
});
