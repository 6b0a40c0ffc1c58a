// Kinds of moments that prompts in other languages than English ask for, which stand in English for the table of kinds
// (see prompt-intents). The patterns are of whole words, and of forms that mean moments: plurals of "advice" and "story",
// not a council, nor history; none is a word of English.

/** A word, or one that begins so where it ends with "*". */
function wordsLike(words: string): string {
  const patterns = words.split(/\s+/).map((word) => word.replace(/\*$/, "\\p{L}*"));
  return `(?<!\\p{L})(?:${patterns.join("|")})(?!\\p{L})`;
}

/** "Смешные истории": only such stories are none of a country. */
const STORY_SORT =
  "(?<=(?:funniest|surprising|emotional|личн\\p{L}*|интересн\\p{L}*|лучш\\p{L}*|особист\\p{L}*|цікав\\p{L}*|найкращ\\p{L}*|ваш\\p{L}*|тво\\p{L}*)\\s+)";
/** "Consejos de ministros", "emotionale Intelligenz". */
const NO_COUNCIL =
  "(?!\\s+(?:de (?:ministros|administra|estado)|d'administration|des ministres|di amministrazione|comunal|regional|régiona|municipa|départementa))";
const NO_SUBJECT = "(?!\\s+(?:intelligen|выгоран|интеллект|вигоран|інтелект|zek))";

/** Each for one kind, under a word by which it is known in English. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  funniest: [
    wordsLike(
      "lustig* witzig* divertid* gracios[oa]s? drôles? marrante?s? divertent* engraçad* grappig* zabawn* najzabawn* śmieszn* najśmieszn* смешн* смішн* найсмішн* кумедн* найкумедн* komik",
    ),
    "面白い|笑える|搞笑|好笑|웃긴|웃기는|재미있는|재밌는|मज़ेदार|मजेदार|मज़ाकिया|मजाकिया",
  ],
  surprising: [
    wordsLike(
      "überrasch* sorprend* surprenant* étonnant* surpreend* verrassend* zaskakując* удивительн* неожиданн* дивовижн* несподіван* şaşırtıcı*",
    ),
    "驚き|令人[惊驚][讶訝]|놀라운|충격적인|चौंकाने वाले|चौंकाने वाली|हैरान करने वाले|हैरान करने वाली",
  ],
  emotional: [
    `${wordsLike("emotionale* bewegend* berührend* emotiv(?:[oai]|[oa]s) emocionantes? émouvant* commovent* ontroerend* wzruszając* poruszając* эмоциональн* зворушлив* емоційн* duygusal")}${NO_SUBJECT}`,
    "感動|感人|감동적인|भावुक",
  ],
  questions: [
    wordsLike(
      "fragen preguntas domande perguntas vragen pytania pytań вопросы вопросов запитання soru sorular sorular[ıa] أسئلة",
    ),
    "質問|提[问問]|[问問]答|질문|सवालों?(?!\\p{L})",
  ],
  stories: [
    wordsLike(
      "geschichten historias anécdotas histoires racconti verhalen opowieści anegdoty hikaye hikayeler hikayeleri قصص",
    ),
    `${STORY_SORT}${wordsLike("истори[ия] історі[їя]")}`,
    wordsLike("истории(?=\\s+из\\s+жизни)"),
    "(?<!\\p{Script=Han})物語|故事(?!片)|(?<!\\p{L})일화|사연|कहानियाँ|कहानियां|किस्से",
  ],
  advice: [
    wordsLike("ratschläge ratschlägen tipps dicas porady wskazówki советы поради"),
    `${wordsLike("consejos conseils consigli conselhos")}${NO_COUNCIL}`,
    "アドバイス|建[议議]|조언|꿀팁|सलाह(?!\\p{L})|सुझाव(?!\\p{L})",
  ],
  opinions: [
    wordsLike("meinungen opiniones opinioni opiniões meningen opinie мнения погляди görüşler آراء"),
    "意見|[观觀][点點]|의견",
  ],
};

const PATTERNS = Object.entries(KINDS).map(
  ([kind, patterns]) => [kind, new RegExp(patterns.join("|"), "giu")] as const,
);

/** A prompt with the kinds of moments that it names in English. */
export function withKindsInEnglish(prompt: string): string {
  return PATTERNS.reduce((text, [kind, words]) => text.replaceAll(words, ` ${kind} `), prompt);
}
