// Which sentences belong to the programme and not to what it is about: welcomes, introductions, sponsors, links, thanks,
// goodbyes, small talk. Known by phrases, which count for the sentences around them too. Weights are a logistic regression
// of what editors would never post of 64 real conversations; those of sponsors, which these conversations hardly have, and
// of show notes are a rule. In 24 others a sentence that editors skip has the higher value than one they do not in 71
// % of the pairs, counting single words 52 %; of the values over 0.5, 74 % are skipped (2026-11). Editors also skip
// what is merely dull: no phrase tells that.
import { type SpeechLanguage, wordsOfLanguage } from "../language/speech-language.ts";
import { keysBetween, type SpokenText } from "./sentences.ts";

interface HousekeepingSign {
  /** What it weighs, in log-odds, in the sentence itself, and in each one around it. */
  readonly own: number;
  readonly near: number;
  readonly pattern: RegExp;
}

const HOUSEKEEPING_SIGNS: Readonly<Record<string, HousekeepingSign>> = {
  welcome: {
    own: 0.5,
    near: 0.68,
    pattern:
      /\b(?:welcome (?:back|to|everyone|everybody|friends|aboard|\w+$)|my name is|your hosts?|i'm your|(?:i'm|we're|i am|we are|i'll be|am) (?:here with|joined|hosting|your host)|joined (?:\w+ )?by|joining (?:me|us)|with (?:me|us) (?:today|as always|here)|(?:our|my) (?:\w+ )?(?:guests?|co-?hosts?|panel|panelists?)|(?:today's|this week's|last week's|this) (?:guest|show|episode)|(?:today|here|back) on the (?:show|podcast|pod)|on (?:today's|this) (?:episode|show)|hello (?:and|everyone|everybody|world|friends)|(?:hi|hey) (?:everyone|everybody|there|folks|y'all))\b/,
  },
  introduces: {
    own: 0.89,
    near: 0.89,
    pattern:
      /\b(?:introduce (?:yourself|yourselves|myself|ourselves|our|you|the)|(?:tell|give) us (?:a (?:little )?(?:bit )?)?(?:about (?:yourself|you)|your background|an intro)|a (?:little|bit|little bit) about (?:yourself|you|your background|who you)|introductions?|intro|(?:glad|happy|excited|pleased|thrilled|great|good|nice|pleasure|honou?r|stoked) to (?:be (?:here|back|on)|have you|see you|meet you|talk to you|join)|for (?:having|inviting) (?:me|us)|(?:the|our|your) (?:first|second|third) time on|i'm (?:a|the|an) (?:\w+ ){0,3}(?:engineer|developer|founder|ceo|cto|professor|scientist|strategist|host))\b/,
  },
  thanks: {
    own: 0.93,
    near: 1.07,
    pattern:
      /\b(?:thanks?(?: you)?(?: \w+){0,3} for|thank you(?: all| both| guys)? (?:so|very) much|thanks (?:so much|a lot|again|everyone|everybody|to)|thank you|thanks|appreciate (?:you|it|your))\b/,
  },
  sponsor: {
    own: 2,
    near: 0.6,
    pattern:
      /\b(?:brought to you by|promo code|coupon|\d+% off|percent off|free trial|use (?:the |our )?code|our (?:friends|partners?) (?:at|over)|no credit card|(?:today's|episode's|our|the) sponsors?|sponsored by|sponsors? of (?:this|the|our|today's))\b/,
  },
  notes: {
    own: 1.6,
    near: 1.04,
    pattern:
      /\b(?:show notes|subscribe|subscribing|(?:rate|review) (?:us|and)|leave (?:us )?a (?:comment|review|rating)|(?:link|links) (?:in|below)|(?:join|in) (?:the|our) (?:community|slack|discord)|our (?:newsletter|patreon|twitter|slack|discord|mailing list|merch)|tune in|tuning in|wherever you (?:get|listen))\b/,
  },
  address: {
    own: 0.63,
    near: 0.77,
    pattern:
      /\b(?:dot (?:com|org|net|io|dev|fm|co|ai|app|tech)|forward slash|https?|www|at gmail|hashtag)\b|\S\.(?:com|org|net|io|dev|fm|co|tech)(?:\/|\b)|\ball one word\b|\bslash \w+$/,
  },
  credits: {
    own: 0.76,
    near: 1.05,
    pattern:
      /\b(?:(?:produced|edited|mixed|hosted|written|recorded) by|(?:the|our) (?:music|beats|producer|editor)|theme (?:music|song)|credits|behind the scenes|copyright \d+|all rights reserved)\b/,
  },
  breaks: {
    own: 0.82,
    near: 0.39,
    pattern:
      /\b(?:be right back|(?:after|before|for|take|during|back from) (?:the|this|a|our) (?:short |quick |little )*break|break time|coming up|stay tuned|(?:when|after) we (?:come|get) back|we'll be back|break$)\b/,
  },
  goodbye: {
    own: 0.44,
    near: 0.12,
    pattern:
      /\b(?:(?:good)?bye|see (?:you|ya|y'all)(?: \w+)? (?:next|then|later|around|soon|guys)|talk to you (?:soon|later|next|again)|next (?:time|week|episode)|that's (?:it|all|a wrap|our show) ?(?:for|from|$)|leave it (?:there|at that)|wrap(?:ping)? (?:it |this |things |us )?up|(?:closing|final|parting|last) (?:thoughts?|words|questions?|remarks)|take care|good night|have a (?:good|great|nice)|end of (?:the|our|this) (?:show|episode|hour|time)|out of time|that wraps|signing off|before we (?:go|close|let you|wrap|end))\b/,
  },
  smallTalk: {
    own: 0.4,
    near: 0.53,
    pattern:
      /\b(?:how (?:are|is|was|have) (?:you|it|everyone|everybody|things|your (?:day|week|weekend))(?: (?:doing|going|been|today|feeling))?$|how's (?:it|everyone|everybody|your|things|life)|how (?:are you|you) doing|(?:i'm|i am|we're|doing|going) (?:pretty |very |really |so )?(?:well|good|great|fine|fantastic|excellent|alright)(?: thanks?| thank you| today| how about you)?$|good (?:morning|afternoon|evening)|what's up|happy (?:friday|monday|birthday|new year|holidays)|the weather|where are you (?:calling|based|from)|nice to (?:meet|see|have))\b/,
  },
  programme: {
    own: 0.67,
    near: 0.6,
    pattern:
      /\b(?:(?:this|the|our|your|previous|last|next|first|another|future|past|an) (?:podcasts?|episodes?|pod|segments?)|episode (?:\d+|number)|(?:on|of) the (?:show|podcast|pod)|this show|our (?:show|listeners|audience)|(?:the|our) listeners?|listening|unpopular opinions?|(?:the|our|your|my) transcript|the (?:live )?chat|live stream\w*|record(?:ed|ing) (?:this|the|today|live)|on (?:the )?air|on mute|unmute\w*|microphone|my mic|can you hear|cut (?:this|that) out|edit (?:this|that) out)\b/,
  },
  agenda: {
    own: 0.92,
    near: 0.57,
    pattern:
      /^(?:(?:and|so|okay|ok|alright|all right|well|now|yeah|right|but|anyways?|with that) )*(?:let's (?:get|go|move|jump|dive|kick|start|begin|talk|switch|turn|do|see|take|hear)|next (?:up|question|one|topic)|moving on|first (?:up|of all|question)|before we|we're (?:going to|gonna) (?:talk|be talking|discuss|get|start|move|do)|today we|i want to (?:start|begin|move|switch|ask|get)|shall we|who(?:'s| is| wants| would)|any (?:other|final|last|more)|what else|we have (?:a|an|one|two|three)? ?(?:few|couple|questions?|minutes))\b/,
  },
};

/** What is left of a sign one sentence further on. */
const FADES = 0.85;
const MAX_NEAR = 2;
/** Programmes begin with housekeeping, but one that has no word of it may begin with its best line. */
const BEGINNING = { own: 2, lengthS: 60 } as const;
/** Quick exchanges near a sign are small talk; elsewhere they may be a joke. */
const EXCHANGE = { own: 1.67, maxWords: 4, full: 6 } as const;
const BIAS = -2.22;

const signs = Object.values(HOUSEKEEPING_SIGNS);
/** Of other languages only the plainest words are known: welcomes, goodbyes, requests to subscribe. */
const PLAIN_SIGN = { own: 1.5, near: 0.5 } as const;

function signsIn(language: SpeechLanguage): readonly HousekeepingSign[] {
  if (language === "en") return signs;
  const known = wordsOfLanguage(language);
  return known === null ? [] : [{ ...PLAIN_SIGN, pattern: known.table.housekeeping }];
}

/** For each sentence the sum over all others, fading with their distance. */
function sumAround(values: Float32Array): Float32Array {
  const sums = new Float32Array(values.length);
  for (let index = 1, sum = 0; index < values.length; index += 1) {
    sum = FADES * (sum + (values[index - 1] ?? 0));
    sums[index] = sum;
  }
  for (let index = values.length - 2, sum = 0; index >= 0; index -= 1) {
    sum = FADES * (sum + (values[index + 1] ?? 0));
    sums[index] = (sums[index] ?? 0) + sum;
  }
  return sums;
}

/**
 * Per sentence how surely an editor would skip it as housekeeping, 0 to 1: welcomes, introductions, sponsors, addresses,
 * thanks, small talk.
 */
export function housekeeping(text: SpokenText): Float32Array {
  const { sentences } = text;
  const said = sentences.map(({ firstWord, endWord }) => keysBetween(text, firstWord, endWord));
  const logOdds = new Float32Array(sentences.length).fill(BIAS);
  const evidence = new Float32Array(sentences.length);
  for (const { own, near, pattern } of signsIn(text.language)) {
    const found = Float32Array.from(said, (each) => Number(pattern.test(each)));
    sumAround(found).forEach((sum, index) => {
      const around = Math.min(MAX_NEAR, sum);
      logOdds[index] = (logOdds[index] ?? 0) + own * (found[index] ?? 0) + near * around;
      evidence[index] = (evidence[index] ?? 0) + (found[index] ?? 0) + around;
    });
  }
  const short = sentences.map(({ firstWord, endWord }) => Number(endWord - firstWord <= EXCHANGE.maxWords));
  const exchange = sumAround(Float32Array.from(short));
  const beginsS = sentences[0]?.startS ?? 0;
  return logOdds.map((sum, index) => {
    const beginning = Math.exp((beginsS - (sentences[index]?.startS ?? 0)) / BEGINNING.lengthS);
    const quick = Math.min(1, (exchange[index] ?? 0) / EXCHANGE.full);
    const around = BEGINNING.own * beginning + EXCHANGE.own * quick;
    return 1 / (1 + Math.exp(-(sum + Math.min(1, evidence[index] ?? 0) * around)));
  });
}
