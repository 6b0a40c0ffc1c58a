// Kinds of moments that prompts in other languages than English ask for, which stand in English for the table of kinds
// (see prompt-intents). The patterns are of whole words, and of forms that mean moments: plurals of "advice" and "story",
// not a council, nor history; none is a word of English.

/** What Korean writes behind a noun, which says nothing of the kind. */
const KOREAN_ENDING = "(?:들)?(?:에 대한|[을를이가은는과와도만])?(?!\\p{L})";

/** A noun of Korean, which is no part of another: "단일화", "구조언어학". */
function koreanNouns(words: string): string {
  return `(?<!\\p{L})(?:${words})${KOREAN_ENDING}`;
}

/** A noun of Hindi, with its endings, which is no part of another: "सलाहकार", "भावुकता". */
function hindiWords(words: string): string {
  return `(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`;
}

/** A word, or one that begins so where it ends with "*". */
function wordsLike(words: string): string {
  const patterns = words.split(/\s+/).map((word) => word.replace(/\*$/, "\\p{L}*"));
  return `(?<!\\p{L})(?:${patterns.join("|")})(?!\\p{L})`;
}

/** "Смешные истории": only such stories are none of a country. */
const STORY_SORT =
  "(?<=(?:funniest|surprising|emotional|личн\\p{L}*|интересн\\p{L}*|лучш\\p{L}*|особист\\p{L}*|цікав\\p{L}*|найкращ\\p{L}*|ваш\\p{L}*|тво\\p{L}*|najlepsz\\p{L}*|ciekaw\\p{L}*|najciekawsz\\p{L}*|osobist\\p{L}*)\\s+)";
/** "Consejos de ministros", "emotionale Intelligenz". */
const NO_COUNCIL =
  "(?!\\s+(?:de (?:ministros|administra|estado)|d'administration|des ministres|di amministrazione|comunal|regional|régiona|municipa|départementa))";
/** "Ikke har råd til bolig": who has "råd" can pay for something. */
const AFFORD = "(?:ha|har|hade|hadde|havde|haft|hatt|få|får|fått)\\s+(?:(?:inte|ikke|ej|aldrig|aldri)\\s+)?";
const NO_SUBJECT = "(?!\\s+(?:intelligen|выгоран|интеллект|вигоран|інтелект|zek))";

/** Words, or several together, separated by "|". */
function phrases(words: string): string {
  return `(?<!\\p{L})(?:${words})(?!\\p{L})`;
}

/** "Les meilleures citations", "größte Fehler": without such a word they may say something else. */
const PRAISED =
  "(?<=(?:best|schönst|stärkst|wichtigst|größt|schlimmst|interessantest|spannendst|prägnant|einprägsam|peinlich|meilleur|belles|pires|grand|principa|mejores|mayores|peores|importantes|miglior|peggior|grandi|melhores|maiores|piores|beste|grootste|mooiste|najlepsz|największ|najważniejsz|najciekawsz|лучш|главн|важн|найкращ|funniest|surprising|emotional)\\p{L}*\\s+)";
/** "Zahlen zum Umsatz", "chiffres sur les ventes": not "Steuern zahlen", "le chiffre d'affaires". */
const ON_SOMETHING = "(?=\\s+(?:zu[mr]?|über|aus|sur|de la|des|sobre|su|sulle?)(?!\\p{L}))";

/** Each for one kind, under a word by which it is known in English. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  funniest: [
    wordsLike(
      "lustig* witzig* divertid* gracios[oa]s? drôles? marrante?s? divertent* engraçad* grappig* zabawn* najzabawn* śmieszn* najśmieszn* смешн* смішн* найсмішн* кумедн* найкумедн* komik rolig(?:a|aste) (?:sjov|sjove|sjoveste) (?:morsom|morsomt|morsomme|morsomste) amuzant* vtipn* nejvtipnějš* zábavn* lucu kelakar hài(?:\\s+hước)? hausk* hauskim* huvittav* vicces* legviccesebb* mulatságos* legmulatságosabb* αστεί* ξεκαρδιστικ*",
    ),
    "面白い|笑える|搞笑|好笑|웃긴|웃기는|재미있는|재밌는|ตลกๆ?|ขำๆ|ฮาๆ|(?<!\\p{L})(?:מצחיק(?:ים|ות|ה)?|המצחיק(?:ים|ות)|خنده‌?دار(?:ترین)?|بامزه)(?!\\p{L})|হাসির|মজার|நகைச்சுவையான",
    hindiWords("मज़ेदार|मजेदार|मज़ाकिया|मजाकिया"),
  ],
  surprising: [
    wordsLike(
      "überrasch* sorprend* surprenant* étonnant* surpreend* verrassend* zaskakując* удивительн* неожиданн* дивовижн* несподіван* şaşırtıcı* överrask* överraskande overrask* surprinzăt* překvap* nejpřekvap* mengejutkan yllättäv* yllättävim* hämmästyttäv* meglepő* legmeglepőbb* εκπληκτικ* αναπάντεχ*",
    ),
    "驚き|令人[惊驚][讶訝]|놀라운|충격적인|น่าประหลาดใจ|น่าตกใจ|เซอร์ไพรส์|(?<!\\p{L})(?:מפתיע(?:ים|ות|ה)?|המפתיעים|غافلگیرکننده|شگفت‌?انگیز(?:ترین)?)(?!\\p{L})|चौंकाने वाले|चौंकाने वाली|हैरान करने वाले|हैरान करने वाली",
  ],
  emotional: [
    `${wordsLike("emotionale* bewegend* berührend* emotiv(?:[oai]|[oa]s) emocionantes? émouvant* commovent* ontroerend* wzruszając* poruszając* эмоциональн* зворушлив* емоційн* duygusal känslosam* gripande følelsesladet følelsesladede rørende emoționant* emoţionant* dojemn* dojímav* emotivn* mengharukan koskettav* koskettavim* liikuttav* megható* legmeghatóbb* συγκινητικ*")}${NO_SUBJECT}`,
    "感動|感人|감동적인|ซึ้งๆ?|สะเทือนใจ|(?<!\\p{L})(?:מרגש(?:ים|ות|ת)?|המרגשים|احساسی|تأثیرگذار)(?!\\p{L})",
    hindiWords("भावुक"),
  ],
  questions: [
    `(?<!\\p{L})(?:pytania i odpowiedzi|kysymykset ja vastaukset|kysymyksiä ja vastauksia|kérdések és válaszok|ερωτήσεις και απαντήσεις|запитання (?:та|і|й) відповіді|${hindiWords("सवाल[- ](?:और )?जवाब")})(?!\\p{L})`,
    wordsLike(
      "fragen preguntas domande perguntas vragen pytania pytań вопросы вопросов запитання frågor frågorna spørgsmål spørsmål întrebări întrebările otázky otázek pertanyaan soalan soru sorular sorular[ıa] أسئلة kysymykset kysymyksiä kérdések kérdéseket ερωτήσεις",
    ),
    "質問|提[问問]|[问問]答|ถาม-?ตอบ|คำถาม|(?<!\\p{L})(?:שאלות(?: ותשובות)?|(?:سوال|سؤال)[‌ ]?ها(?:ی)?|پرسش و پاسخ)(?!\\p{L})|প্রশ্নোত্তর|கேள்விகள்",
    koreanNouns("질의응답|질문과 (?:답변|대답)|질문"),
    hindiWords("(?<!(?:का|यह) )सवाल|सवालों"),
  ],
  stories: [
    wordsLike(
      "geschichten historias anécdotas histoires racconti verhalen opowieści anegdoty berättelser anekdoter historier fortællinger fortellinger povești poveștile příběhy historky kisah hikaye hikayeler hikayeleri قصص tarinat tarinoita történetek történeteket sztorik sztorikat ιστορίες",
    ),
    `${STORY_SORT}${wordsLike("истори[ия] історі[їя] histori[ei]")}`,
    wordsLike(
      "истории(?=\\s+из\\s+жизни) historie(?=\\s+z\\s+(?:życia|dzieciństwa|pracy|podróży)(?!\\p{L}))",
    ),
    "(?<!\\p{Script=Han})物語|故事(?!片)|เรื่องเล่า|(?<!\\p{L})(?:סיפורים|داستان[‌ ]?ها(?:ی)?|خاطرات)(?!\\p{L})|গল্পগুলো|கதைகள்",
    koreanNouns("일화|사연"),
    hindiWords("कहानियाँ|कहानियां|कहानियों|किस्से|क़िस्से|किस्सों"),
  ],
  advice: [
    wordsLike(
      `ratschläge ratschlägen tipps dicas (?<!${AFFORD})råd(?:en|ene)?(?=\\s+(?:om|till?|för|fra|från)(?!\\p{L})) sfaturi sfaturile rady(?=\\s+pro(?!\\p{L})) nasihat porady wskazówki советы поради neuvot neuvoja vinkit vinkkejä tanácsok tanácsokat tippek tippeket συμβουλές`,
    ),
    `${phrases("consejos(?: para(?= ))?|conseils|consigli|conselhos(?: para(?= ))?")}${NO_COUNCIL}`,
    wordsLike("rady(?=\\s+dla(?!\\p{L})) (?<=(?:dobre|najlepsze|praktyczne|cenne)\\s+)rady"),
    "アドバイス|建[议議]|꿀팁|คำแนะนำ|เคล็ดลับ|(?<!\\p{L})(?:עצות|טיפים|توصیه[‌ ]?ها(?:ی)?|نصیحت[‌ ]?ها(?:ی)?)(?!\\p{L})|পরামর্শ|அறிவுரைகள்",
    koreanNouns("조언"),
    hindiWords("सलाह|सुझाव|सुझावों"),
  ],
  opinions: [
    wordsLike(
      "meinungen thesen opiniones opinioni opiniões meningen(?!\\s+(?:med|bak)(?!\\p{L})) opinie åsikter meninger holdninger opinii opiniile názory názorů pendapat мнения погляди görüşler آراء mielipiteet mielipiteitä vélemények véleményeket απόψεις",
    ),
    "意見|[观觀][点點]|ความ(?:คิด)?เห็น",
    koreanNouns("의견"),
    hindiWords("(?<=(?:पर|में|की|अपनी|उनकी) )राय"),
  ],
  quotes: [
    wordsLike(
      "zitate zitaten citaten citazioni citações cytaty cytatów citat citaten citater sitater sitatene citáty citate sitaatit sitaatteja idézetek idézeteket цитаты цитат цитати alıntılar alıntıları αποφθέγματα kernsätze",
    ),
    phrases(
      "(?:phrases|frases) (?:chocs?|fortes|célebres|memorables|impactantes|marcantes|marquantes)|frases ad effetto",
    ),
    `${PRAISED}${wordsLike("citations citas phrases frases frasi sprüche sätze aussagen uitspraken wypowiedzi")}`,
    "名言|金句|명언",
  ],
  numbers: [
    phrases(
      "zahlen und fakten|fakten und zahlen|zahlen,? daten,? fakten|chiffres[- ]clés|faits et chiffres|chiffres et faits|datos y cifras|cifras y datos|numeri e dati|dati e numeri|números e dados|dados e números|cijfers en feiten|feiten en cijfers|liczby i fakty|fakty i liczby|siffror och fakta|fakta och siffror|tal og fakta|fakta og tal|цифры и факты|факты и цифры|цифри та факти",
    ),
    wordsLike("statistiken statistiques estadísticas estatísticas statistiche statystyki статистика"),
    `${PRAISED}${wordsLike("zahlen chiffres cifras numeri números cijfers liczby цифры цифри")}`,
    `${wordsLike("zahlen chiffres cifras")}${ON_SOMETHING}`,
  ],
  disagreements: [
    wordsLike(
      "streitgespräch* meinungsverschiedenheit* desacuerdos désaccords disaccordi desacordos meningsverschillen споры разногласия суперечки kłótnie spory",
    ),
    phrases(
      "(?:wo|wenn|in denen|stellen, an denen) (?:sie|die (?:gäste|beiden)) (?:sich )?(?:streiten|uneinig sind|widersprechen|nicht einig sind)|où ils (?:ne sont pas d['’]accord|se disputent|débattent)|(?:donde|cuando) (?:no están de acuerdo|discuten|discrepan)|dove (?:non sono d['’]accordo|litigano|discutono)|onde (?:discordam|discutem)|waar ze het oneens zijn",
    ),
  ],
  controversial: [
    `${wordsLike("kontrovers* umstritten* provokant* provozierend* controversé(?:es?|s)? polémi(?:cos?|cas?|ques?) controvertid[oa]s? controvers[ei] polêmic[oa]s? kontrowersyjn* спорн* суперечлив*")}(?=\\s*(?:$|[,.!?]|meinung|these|aussage|stelle|moment|opinion|sujet|sobre|zu))`,
    phrases(
      "(?<=(?:opinion\\p{L}*|moment\\p{L}*|temas|frases)\\s+(?:(?:más|les plus|più|mais)\\s+)?)(?:polémic[oa]s|controvertid[oa]s|controversé(?:e?s)|controvers[ei]|polêmic[oa]s)",
    ),
  ],
  honest: [
    phrases(
      "(?:ehrlich|offen)(?:e[nrs]?|ste[nr]?)(?=\\s+(?:momente?n?|worten?|aussagen?|einblicken?|geschichten|stories)(?!\\p{L}))|(?<=(?:moments?|passages?)\\s+)(?:honnêtes?|sincères?)|(?<=(?:momentos?|partes?)\\s+)(?:honest[oa]s?|sincer[oa]s?)",
    ),
  ],
  mistakes: [
    wordsLike(
      "scheitern rückschläge[n]? fracasos? fracassos? mislukking(?:en)? porażk(?:i|a|ach) неудач[аи]?",
    ),
    phrases(
      "fehler(?=\\s+(?:beim|bei der|als|die (?:man|anfänger|gründer)))|erreurs (?:à éviter|de débutants?)|errores (?:que (?:hay que )?evitar|comunes|de principiantes?)|errori da evitare|erros (?:a evitar|comuns|de iniciantes?)",
    ),
    `${PRAISED}${wordsLike("fehler erreurs errores errori erros fouten błędy ошибки помилки")}`,
    wordsLike("geständnis* confesiones aveux confessioni confissões bekentenissen wyznania признания"),
  ],
  insights: [
    `${PRAISED}${wordsLike("erkenntnisse erkenntnissen enseignements lecciones lezioni lições inzichten wnioski выводы")}`,
    phrases("erkenntnisse|die erkenntnisse|aha-momente"),
  ],
};

const PATTERNS = Object.entries(KINDS).map(
  ([kind, patterns]) => [kind, new RegExp(patterns.join("|"), "giu")] as const,
);

/** A prompt with the kinds of moments that it names in English. */
export function withKindsInEnglish(prompt: string): string {
  return PATTERNS.reduce((text, [kind, words]) => text.replaceAll(words, ` ${kind} `), prompt);
}
