// Words of a prompt that name neither subject nor kind, but ask: for clips, how many and how long, for whom and where they
// are posted, how good they should be, or how the subjects are to be set beside each other. What nobody says in the source
// counts against a clip (wish-relevance): "5 clips about bees for LinkedIn" found nothing that was plainly about it.
import { MOMENTS, OF_MOMENTS, OR_LAST } from "./moment-intents.ts";

const CLIPS = "(?:clips?|shorts?|reels?|videos?|tiktoks?|posts?|teasers?|trailers?|content|soundbites?)";
export const PLATFORM =
  "(?:tik ?toks?|instagram|insta|ig|linked ?in|facebook|fb|youtube|yt|twitter|threads|snapchat|pinterest|social media|socials?)";
const NUMBER =
  "(?:\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|sixty|ninety)";
/** "60 segundos para TikTok" are no sixty of them. */
const FOR = "(?:for|für|pour|para|per|voor|för|для)";
const CLAUSE = "(?<=^\\W*|[,;:.!?()—–]\\s*|\\b(?:please|and|you|we|i|to|me)\\s+)";
const ASKED = `(?<=^\\W*|[,;:.!?()—–]\\s*|\\b(?:${MOMENTS}|${CLIPS}|hooks|ones|something|anything|suitable|good|great|perfect|ideal|best|work|works)\\s+)`;
const TIME = `(?:${NUMBER}|a|an|half a|one)(?:\\s*(?:-|–|to|and)\\s*${NUMBER})?[\\s-]*(?:s|secs?|seconds?|mins?|minutes?)\\b`;
const BOUND =
  "(?:under|over|below|within|less than|more than|longer than|shorter than|no (?:longer|more|shorter|less) than|not (?:longer|more|shorter|less) than|up to|at (?:least|most)|max(?:imum)?(?: of)?|min(?:imum)?(?: of)?)";
/** "For LinkedIn, about hiring": not "on LinkedIn layoffs". */
const NOT_NAMED_ON =
  "(?=\\s*(?:$|[^\\s\\p{L}\\p{N}'’])|\\s+(?:about|on|of|for|with|without|where|when|that|which|who|and|or|but|not|no|to|in|from|by|please|under|over|each|only|max|longer|shorter|less|up|at)\\b)";
/** "YouTube shorts about bees", "YouTube shorts, bees": not "the YouTube shorts algorithm". */
const NOT_OF_PLATFORM =
  "(?!\\s+(?:algorithms?|strateg(?:y|ies)|marketing|ads?|advertising|growth|moneti[sz]ation|polic(?:y|ies)|rules|bans?|trends?|creators?|creation|editors?|editing|production|views?|revenue|income|earnings|fund|analytics|metrics|performance|engagement|captions?|thumbnails?|formats?|lengths?|features?|feeds?|addiction|culture|seo)\\b)";
const SHOW =
  "(?:podcasts?|episodes?|shows?|videos?|interviews?|conversations?|streams?|webinars?|recordings?|footage|sessions?|calls?)";

const PATTERNS: readonly string[] = [
  // How long: "under 30 seconds", "15 seconds each", "a 60s clip".
  `(?:${BOUND}\\s+)${TIME}(?:\\s+(?:each|long|in length))?`,
  `(?:${BOUND}\\s+|(?:about|around|roughly)\\s+)?${TIME}(?:\\s+(?:each|long|max(?:imum)?|or (?:less|shorter|under|so|longer)|tops|in length)\\b|(?=\\s+${CLIPS}\\b))`,
  // How many: "5 clips", "top ten tips".
  `(?:the\\s+)?(?:(?:top|first|best)\\s+)?(?:${NUMBER}|a few|a couple(?: of)?|several|some|many)(?=\\s+(?:(?!${FOR}\\s)[\\p{L}-]+\\s+){0,2}(?:${CLIPS}|moments?|parts?|bits|segments?|highlights?|quotes?|tips|lessons?|facts|takeaways|stories|jokes|insights?|one-?liners?|hacks|mistakes)\\b)`,
  `top\\s+${NUMBER}\\b`,
  // For where: "for LinkedIn", "Instagram reels", "to post on TikTok".
  `${ASKED}(?:(?:to (?:post|share|use)|posted|posting|that (?:would )?works?)\\s+)?(?:for|on)\\s+(?:my |our |the |your )?${PLATFORM}(?:(?:\\s*[,/&]\\s*|\\s+(?:and|or)\\s+)${PLATFORM})*(?:\\s+(?:shorts|reels|stories|posts?|feed|page|account|channel|audience|followers|viewers|users|community))?${NOT_NAMED_ON}`,
  `(?:${ASKED}(?:(?:for|as)\\s+)?(?:an? |my |our )?|(?<=\\b(?:${NUMBER}|few|some|several)\\s+))${PLATFORM}(?=\\s+(?:(?:${CLIPS}|stories)\\b${NOT_OF_PLATFORM}|(?:moments?|highlights?|parts?|bits?|segments?)\\b(?!\\s+(?:of|in|from)\\b)))`,
  `${ASKED}${CLIPS}\\s+(?:for|on)\\s+(?:my |our |the |your )?${PLATFORM}(?:(?:\\s*[,/&]\\s*|\\s+(?:and|or)\\s+)${PLATFORM})*${NOT_NAMED_ON}`,
  `for (?:(?:my|our|an|the)\\s+)?(?:${PLATFORM}\\s+)?(?:audiences?|followers|viewers|listeners|newsletters?|blog|website|sales team|marketing team)(?:\\s+of\\b)?|(?:my|our)\\s+(?:audience|followers|viewers|listeners)(?:\\s+of\\b)?|would (?:care about|like|love|enjoy)`,
  "content(?=\\s+(?:on|about|around|for)\\b)|what'?s the deal with",
  // How it is asked for.
  "(?:i'?m|i am|we'?re|we are)\\s+(?:looking for|interested in|searching for|after)|(?:looking|searching) for",
  `${CLAUSE}tell (?:me|us) about\\b|(?:conversations?|discussions?)(?=\\s+(?:about|on|around)\\b)`,
  "(?:i'?d|i would|we'?d|we would)\\s+(?:like|love)(?:\\s+to\\s+(?:see|have|get|hear|watch))?|let'?s\\s+(?:have|see|get|find|hear)|(?:can|could|would) (?:you|we)(?=\\s)|(?:i|we) need",
  `${CLAUSE}(?:make(?=\\s+(?:me\\b|us\\b|some\\b|a few\\b|an?\\b|\\d|(?:[\\p{L}-]+\\s+)?${CLIPS}\\b))(?:\\s+(?:me|us)\\b)?|create|generate|extract|pull(?: out)?|grab|identify|highlight|collect|look for|search for|find me|turn this into)(?=\\s)`,
  `(?:from|in|of|throughout|during|across)\\s+(?:this|the|my|our)\\s+(?:whole |entire |full )?${SHOW}\\b|this\\s+${SHOW}\\b`,
  "the\\s+(?:guests?|co-?hosts?|hosts?|presenters?|interviewees?|interviewers?)(?:'s)?\\b|(?:people|someone|somebody|anyone|anybody|everyone|everybody)(?=\\s+(?:who|that|talks?|says?|said|mentions?|laughs?|disagrees?|argues?)\\b)",
  "(?:thinks?|thought|believes?|feels?)(?=\\s+(?:of|about)\\b)",
  // How good.
  `(?:(?:most|very|really)\\s+)?(?:engaging|rewatchable|compelling|captivating|catchy|juicy|juiciest|entertaining|fascinating|valuable|useful|relevant|standout|hard[- ]hitting|golden|remarkable|notable|powerful|impactful|shareable|relatable|strongest|exciting|cool|nice)(?:${OF_MOMENTS}|(?=\\s+${CLIPS}\\b)|${OR_LAST})`,
  `(?:with\\s+)?(?:high|good|strong)[- ]retention${OR_LAST}|(?:(?:good|strong|great|best|short|viral|catchy|attention[- ]grabbing|powerful|punchy|killer),?\\s+)+hooks?\\b|worth (?:sharing|posting|watching|clipping)|(?:that|which)\\s+(?:(?:would|will|could|might|can)\\s+)?go(?:es)? viral(?:\\s+on\\s+${PLATFORM})?|(?:that|which)\\s+(?:would|will|could|might|can)\\s+(?:make (?:for )?(?:an? )?(?:good|great|nice|best)|perform(?: well)?|work(?: well)?)|go(?:es|ing)? viral|virality|(?:(?:that|which) (?:will |would |could )?)?(?:makes?|gets?) people stop scrolling|scroll[- ]stoppers?`,
  `(?:to )?promot(?:e|es|ing) (?:the|this|my|our) ${SHOW}|promo(?=\\s+${CLIPS}\\b)|(?:an?\\s+|the\\s+)?(?:trailers?|teasers?)(?=\\s+(?:for|from|about)\\b)|${CLAUSE}(?:an?\\s+|the\\s+)?(?:trailers?|teasers?)(?=\\s*$)|(?:good|great)\\s+(?:trailers?|teasers?)`,
  // How subjects are set beside each other, and what only introduces one.
  "pros?\\s+(?:and|&|\\+|or|vs\\.?)\\s+cons?(?:\\s+of\\b)?|(?:advantages?|benefits)\\s+(?:and|&)\\s+(?:disadvantages?|drawbacks)(?:\\s+of\\b)?|vs\\.?(?=\\s)|versus|(?:differences?|comparisons?)\\s+(?:between|of|to|with)\\b|(?:compared?|comparing)(?:\\s+(?:to|with)\\b)?(?=\\s)|for and against|nothing but(?=\\s)|rather than(?=\\s)|instead of(?=\\s)|e\\.g\\.",
  "(?:examples?|instances?|basics|fundamentals|overview|summary|details?|explanation|meaning)\\s+of\\b|(?:introduction|guide)\\s+to\\b|(?:any\\s+)?mentions?\\s+of\\b|deep[- ]dives?\\s+(?:on|into)\\b|(?:topics?|subjects?|re|q):|regarding|concerning",
  "(?:explained\\s+)?(?:(?:in|using|with)\\s+)?(?:simple|plain|layman'?s|easy)\\s+(?:terms|english|words|language)|explained\\s+simply|(?<=\\bexplain(?:s|ed|ing)?(?:\\s+[\\p{L}-]+){0,4}\\s+)(?:simply|clearly)|(?:simple|clear|easy)(?=\\s+(?:explanations?|definitions?)\\b)|explained\\s+for (?:beginners|dummies|newbies|laymen)|beginner[- ]friendly",
];

const REQUESTS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PATTERNS.join("|")})(?![\\p{L}\\p{N}])`, "giu");

/** A prompt with blanks for what only asks. */
export function withoutAsking(prompt: string): string {
  return prompt.replaceAll(REQUESTS, (asked) => " ".repeat(asked.length));
}
