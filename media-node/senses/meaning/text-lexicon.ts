// What single English words tell about a stretch of speech, as bit flags per word. The lists are our own and short on
// purpose: a word is in one when it says the same in nearly every sentence. Words of other languages have no flags, so
// that features of words stay low there and audio and video decide.

export const WORD = {
  number: 1,
  contrast: 2,
  address: 4,
  superlative: 8,
  emotion: 16,
  curiosity: 32,
  personal: 64,
  housekeeping: 128,
  hesitation: 256,
  /** Joins other words and carries no content. */
  stop: 512,
  asks: 1_024,
  laughs: 2_048,
} as const;
export type WordKind = keyof typeof WORD;

const LISTS: Readonly<Record<Exclude<WordKind, "laughs">, string>> = {
  number: `two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million
    millions billion billions trillion percent half twice double triple dozen`,
  contrast: `however instead although though despite nobody nothing wrong myth opposite unlike whereas actually
    contrary neither nor disagree false never`,
  address: `you your yours yourself you're you'll you've you'd imagine listen look watch try remember consider notice
    guess picture`,
  superlative: `best worst most least biggest largest smallest fastest slowest greatest highest lowest strongest
    weakest hardest easiest oldest youngest deepest longest shortest richest poorest favorite favourite always
    only ever every everything everyone entire absolutely completely totally extreme extremely ultimate perfect
    impossible`,
  emotion: `love loved loves hate hated fear feared afraid scared scary terrified terrifying angry anger rage furious
    happy happiness joy sad cry cried crying tears laugh laughed laughing funny hilarious amazing incredible
    unbelievable awesome wonderful beautiful brilliant shocking shocked shock surprised surprising surprise astonishing
    horrible terrible awful disaster disgusting disgust crazy insane wild mad excited exciting thrilled thrilling panic
    hope hopeless dream nightmare pain painful hurt suffer suffering death die died dead kill killed danger dangerous
    risk destroy destroyed destroys war fight fought win won lost lose proud pride shame ashamed embarrassed guilty
    regret lonely heart heartbreaking hero brave courage miracle magic stunning devastating outrageous ridiculous
    explode exploded fail failed failure broke broken trapped escape survive survived survival`,
  curiosity: `secret secrets truth mistake mistakes mystery strange weird curious hidden discover discovered discovery
    revealed reveals reveal reason trick surprising surprisingly problem lesson lessons myth wonder wondered
    unexpected suddenly`,
  personal: `i i'm i've i'd i'll me my mine myself we we're we've our ours us`,
  housekeeping: `subscribe sponsor sponsors sponsored slide slides agenda microphone schedule lunch coffee housekeeping
    welcome webinar recording restroom restrooms badge badges wifi registration announcements announcement handout
    handouts logistics attendees session sessions episode channel newsletter discount merch thanks projector parking
    venue organizers organisers minutes`,
  hesitation: `um uh uhm erm er ah hmm mm basically literally kinda sorta whatever`,
  stop: `a an the and or but if then so of to in on at by for with from as is are was were be been being am do does did
    doing have has had having it its it's this that these those there here he him his she her hers they them their
    theirs we us our ours you your yours i me my mine who whom which what when where why how not no nor can could will
    would shall should may might must than too very just also about into over under again once only own same such
    because while until up down out off through during before after above below between both each few more most other
    some any all one i'm i've i'd i'll you're you've you'll he's she's they're we're that's there's what's isn't
    aren't wasn't weren't don't doesn't didn't won't wouldn't can't couldn't let's well like get got gets going go
    really thing things something say says said know think mean want yeah yes okay ok oh now right much many even
    still way lot kind sort gonna wanna make makes made`,
  asks: `what why how who whom whose where when which do does did is are was were can could would should will have has
    isn't aren't don't doesn't didn't won't what's who's how's where's why's`,
};

function buildLexicon(): ReadonlyMap<string, number> {
  const lexicon = new Map<string, number>();
  for (const [kind, words] of Object.entries(LISTS)) {
    for (const word of words.split(/\s+/)) {
      lexicon.set(word, (lexicon.get(word) ?? 0) | WORD[kind as WordKind]);
    }
  }
  return lexicon;
}

const LEXICON = buildLexicon();
/** "The most useful thing" goes to an extreme; "most of the others" does not. */
const SUPERLATIVE_AFTER_ARTICLE = new Set(["most", "least"]);
const ARTICLES = new Set(["the", "my", "your", "his", "her", "its", "our", "their", "very"]);
const LAUGHTER = /^[[(]?(?:laugh(?:s|ter|ing)?|chuckl\w*|(?:a?ha){2,}h?|applause|cheer(?:s|ing))[\])]?$/;

const BEYOND_LATIN_1 = /[^\0-\u00ff]/;
/** Old keyboards wrote these within conjuncts of Hindi. */
const JOINERS = /[\u200c\u200d]/g;

/** The same letters in one way: "ї" and "한" may be written in parts. */
function composed(text: string): string {
  return BEYOND_LATIN_1.test(text) ? text.normalize("NFC").replaceAll(JOINERS, "") : text;
}

const BEFORE_WORD = /^[^\p{L}\p{N}]+/u;
const MARK_ON_LETTER = /\p{M}/u;
const ENDS_NO_WORD = /[^\p{L}\p{N}\p{M}%]/u;

/** Where the character that ends at `end` begins. */
function startOfCharacter(text: string, end: number): number {
  return end - (end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1);
}

/** Where the punctuation behind a word begins. A regular expression for it would begin anew at each character of a long text. */
function endOfWord(text: string): number {
  let end = text.length;
  for (let at = end; at > 0; ) {
    const start = startOfCharacter(text, at);
    const character = text.slice(start, at);
    if (ENDS_NO_WORD.test(character)) end = start;
    else if (!MARK_ON_LETTER.test(character)) break;
    at = start;
  }
  return end;
}

/** A word as it is looked up: lower case, straight apostrophes, without punctuation around it; signs on a letter stay. */
export function wordKey(text: string): string {
  const plain = composed(text).toLowerCase().replaceAll("’", "'").replace(BEFORE_WORD, "");
  return plain.slice(0, endOfWord(plain));
}

/** The flags of a word (WORD) by its key and that of the word before it. */
export function wordFlags(key: string, before = ""): number {
  const own = ownFlags(key);
  return SUPERLATIVE_AFTER_ARTICLE.has(key) && !ARTICLES.has(before) ? own & ~WORD.superlative : own;
}

/** "B2", "S3" and "x86" are names, "80", "10x", "1990s" and "US$5" are not. */
const COUNTED = /^(?:\p{L}{0,3}\p{Sc})?\d/u;
const NAMED = /^(?:[234]d|[2345]g|2fa)(?:'s|-.*)?$/;

/** Words that are remembered, of each kind of what is known of them: a talk says most words many times. */
export const MAX_REMEMBERED = 50_000;
/** Longer ones are clauses of scripts without spaces, or no words: a stranger's subtitles may have a megabyte of each. */
export const MAX_REMEMBERED_LENGTH = 32;

const flagsOfKeys = new Map<string, number>();

function ownFlags(key: string): number {
  const remembered = flagsOfKeys.get(key);
  if (remembered !== undefined) return remembered;
  const known = LEXICON.get(key) ?? 0;
  const counted = COUNTED.test(key) && !NAMED.test(key) ? WORD.number : 0;
  const found = known | counted | (LAUGHTER.test(key) ? WORD.laughs : 0);
  if (key.length > MAX_REMEMBERED_LENGTH) return found;
  if (flagsOfKeys.size >= MAX_REMEMBERED) flagsOfKeys.clear();
  flagsOfKeys.set(key, found);
  return found;
}
