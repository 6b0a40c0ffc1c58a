// What only asks in other languages than English: "Mach mir 5 Clips für LinkedIn", "¿podrías buscar los mejores momentos?".
// Words by themselves say too little (see prompt-words): "Mach" is a name, "crea" and "para" are words of English texts too,
// so that a phrase counts only where all of its words are of one language (foreign-request-forms), and mostly where a clause
// begins. The same as request-words knows of English.
import { CLIPS, REQUEST_FORMS, type RequestForms } from "./foreign-request-forms.ts";
import { PLATFORM } from "./request-words.ts";

const PLATFORMS_SAID = `(?:${PLATFORM}|sozialen? (?:medien|netzwerke)|social[- ]media|réseaux sociaux|redes socia(?:les|is)|social network|sociale media|media społecznościowe|sociala medier|sociale medier|sosiale medier|соцсет(?:и|ей)|соцмереж[иі]?)`;
const PLATFORMS = `${PLATFORMS_SAID}(?:(?:\\s?[,/&+]\\s?|\\s\\p{L}{1,3}\\s)${PLATFORMS_SAID}){0,4}`;
const ARTICLE =
  "(?:(?:die|den|mein(?:e|en)?|unser(?:e|en)?|les|mes|nos|notre|mon|las?|los|el|nuestr[oa]s?|mis?|il|i|o|as|de|ons|onze|mijn)\\s)?";
const CLAUSE = "(?<=^[^\\p{L}\\p{N}]{0,3}|[,;:.!?()—–]\\s?)";
const LAST = "(?=\\s?(?:$|[^\\s\\p{L}\\p{N}]))";
const WORD_BEGINS = "(?<![\\p{L}\\p{N}])";
const WORD_ENDS = "(?![\\p{L}\\p{N}])";
/** Words of requests that are English ones and names as well: "Finn highlights" are somebody's, and "sex clips" no six. */
const ENGLISH_TOO =
  "lag|finn|find|da|dai|dare|fare|faze|cree|toon|procure|vis|gi|ge|sex|otto|tre|fem|tio|dos|six|mest|bra|once|to|as|ni";
/** "Kurze, knackige Clips", "clips courts et percutants". */
const BESIDE_SORT = "(?:\\s?,)?\\s(?:(?:und|et|y|ed?|en|i|och|og|и|та)\\s)?";
/** So many characters before a phrase are looked through for what it is told by. */
const REACH = 80;

interface Asking {
  readonly words: RegExp;
  /** What must be said before it in the same sentence. */
  readonly behind?: RegExp;
}

function wholeWords(source: string): RegExp {
  return new RegExp(`${WORD_BEGINS}(?:${source})${WORD_ENDS}`, "giu");
}

/** In the order in which they are taken out: what a phrase is known by must still be there. */
function askingsOf(forms: RequestForms): readonly Asking[] {
  const { wants, makes, beside, clips, sorts, numbers, bounds, units, lastly = "(?!)" } = forms;
  const number = `(?:\\d{1,3}|${numbers})`;
  const sort = `(?:${sorts}|${number}|${PLATFORM})`;
  const many = `(?:${sort}${BESIDE_SORT}){0,5}(?:${PLATFORM}-)?(?:${clips})(?:${BESIDE_SORT}(?:${sorts})${WORD_ENDS}){0,3}`;
  const asks = `(?:(?:${wants}|${beside})\\s){0,3}(?:${makes})(?:\\s(?:${beside})){0,3}`;
  const wantsIt = `(?:${wants}|${beside})(?:\\s(?:${beside})){0,3}`;
  const aboutNext = `(?:${LAST}|(?=\\s(?:${forms.about}|${lastly})${WORD_ENDS}))`;
  const time = `${number}(?:\\s?(?:-|–|\\p{L}{1,3})\\s?${number})?[\\s-]?${units}`;
  // What shows that such a word is none of English.
  const ownClips = `(?!(?:${CLIPS})${WORD_ENDS})(?:${clips})${WORD_ENDS}`;
  const shown = `(?:${beside}|${sort})\\s|${ownClips}|(?:${CLIPS})\\s(?:${forms.about})${WORD_ENDS}`;
  const isNoEnglish = `(?!(?:${ENGLISH_TOO})\\s(?!${shown}))`;
  const clipsBefore = `${WORD_BEGINS}(?:${clips})${WORD_ENDS}`;
  return [
    // "Für LinkedIn", where clips are asked for before it, or nothing is said: not "Tipps für LinkedIn".
    {
      words: wholeWords(`(?:${forms.for})\\s${ARTICLE}${PLATFORMS}${aboutNext}`),
      behind: new RegExp(`${clipsBefore}|^[("„«¿¡]?$`, "iu"),
    },
    { words: wholeWords(`(?:${bounds})\\s${time}`) },
    { words: wholeWords(`(?:${forms.of})\\s${time}`), behind: new RegExp(`${clipsBefore}\\s$`, "iu") },
    { words: wholeWords(`${time}(?=[\\s-](?:${clips})${WORD_ENDS})`) },
    {
      words: wholeWords(`(?:${lastly})${LAST}`),
      behind: new RegExp(`${CLAUSE}(?:${asks}|${wantsIt})${WORD_ENDS}`, "iu"),
    },
    // "Mach mir …", where clips follow.
    {
      words: wholeWords(
        `${CLAUSE}${isNoEnglish}(?:${asks}|${wantsIt})(?=\\s(?:[\\p{L}\\p{N}-]{1,20}\\s){0,6}(?:${PLATFORM}-)?(?:${clips})${WORD_ENDS})`,
      ),
    },
    { words: wholeWords(`${CLAUSE}${isNoEnglish}${many}${aboutNext}`) },
    { words: wholeWords(`${CLAUSE}(?:${wants})(?:\\s(?:${beside})){0,3}(?:\\s(?:${makes}))?`) },
  ];
}

/** Where the verb comes last, and where no spaces part words. */
const VERB_LAST = [
  `(?<!\\p{L})${PLATFORM}\\s+için(?!\\p{L})`,
  "(?<!\\p{L})(?:(?:\\d{1,3}|bir|iki|üç|dört|beş|on|birkaç|kısa|en iyi)\\s+)*(?:klip(?:ler)?i?|videolar?ı?|bölümler?i?)\\s+(?:yap|oluştur|hazırla|çıkar|kes|bul|göster)(?:[ıiuü]n|yın|yin)?(?!\\p{L})",
  `${PLATFORM}(?:用に|用の|向けに|向けの)`,
  "(?:\\d{1,3}|[一二三四五六七八九十])?(?:つの|本の|個の)?(?:短い|ショート)?(?:クリップ|動画|切り抜き)を?(?:\\d{1,3}(?:つ|本|個))?(?:を?(?:作って|作成して|切り出して|お願いします|ください))+",
  `(?:用于|适合|發布到|发布到|适用于)${PLATFORM}的?`,
  "(?:请|請)?(?:帮我|幫我|给我|給我)?(?:制作|製作|做|剪|剪辑|剪輯|生成|创建|創建)\\d{0,3}[个個段条條]?(?:短)?(?:片段|视频|影片)",
  `${PLATFORM}(?:용|에 올릴)`,
  "(?:클립|영상|쇼츠)\\s*\\d{1,3}\\s*개(?:를|만)?",
].map((source): Asking => ({ words: new RegExp(source, "giu") }));

/** What clips are hoped to do, which many ask for in these words: "Clips, die auf TikTok viral gehen". */
const ON_PLATFORM = `(?:(?:auf|bei|op|sur|en|su|no|na|på)\\s${ARTICLE}${PLATFORMS}\\s)?`;
const GO_VIRAL: readonly Asking[] = [
  `(?:die|das|welche)\\s${ON_PLATFORM}(?:viral\\s(?:gehen|geht)|gut\\s(?:ankommen|ankommt|laufen|funktionieren))(?:\\s(?:könnten?|können|werden|würden))?`,
  `mit\\s(?:viralem|viral)\\s?-?potenzial`,
  "qui\\s(?:(?:vont|va|peuvent|pourraient)\\s)?(?:devenir|deviennent|devient|deviendront)\\svira(?:ux|l|les)|qui\\s(?:font|vont faire|feront) le buzz",
  "que\\s(?:(?:se\\s(?:hagan|hacen|vuelvan|vuelven|harán)|(?:puedan|pueden|podrían|van a)\\s(?:hacerse|volverse|ser)|sean)\\svirales|viralicen)",
  "che\\s(?:(?:possono|possano|potrebbero)\\sdiventare|diventano|diventino|diventeranno)\\svirali",
  "que\\s(?:(?:podem|possam|vão)\\sviralizar|viralizem|viralizam|(?:se\\stornem|fiquem)\\svirais)",
  `die\\s${ON_PLATFORM}viraal\\s(?:(?:kunnen|zullen)\\s)?gaan`,
].map((source) => ({ words: wholeWords(`(?:${source})(?:\\s(?:auf|op|sur|en|su|no|na)\\s${PLATFORMS})?`) }));

const ASKINGS = [...GO_VIRAL, ...Object.values(REQUEST_FORMS).flatMap(askingsOf), ...VERB_LAST];

function withoutRuns(text: string): string {
  return text.replaceAll(/[^\S\n]{2,}/g, " ");
}

function isTold({ behind }: Asking, prompt: string, index: number): boolean {
  const [sentence = ""] = /[^.;!?]*$/.exec(prompt.slice(Math.max(0, index - REACH), index)) ?? [];
  return behind === undefined || behind.test(sentence);
}

/** A prompt without what only asks in other languages, and without runs of blanks. */
export function withoutForeignAsking(prompt: string): string {
  const plain = withoutRuns(prompt);
  return ASKINGS.reduce(
    (left, asking) =>
      withoutRuns(
        left.replaceAll(asking.words, (said: string, index: number) =>
          isTold(asking, left, index) ? " " : said,
        ),
      ),
    plain,
  );
}
