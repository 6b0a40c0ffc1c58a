// The talk, word for word: who says each phrase, how long the silence after it is, and which shot is on screen.
// A phrase is what is synthesized, subtitled and timed as one piece, so it ends where a speaker would breathe and has
// at most seven words. The facts are from T. D. Seeley, "Honeybee Democracy" (Princeton University Press, 2010).

export type Speaker = "host" | "guest";

export type ShotName =
  | "host-asks"
  | "swarm-hangs"
  | "scout-flies"
  | "scout-dances"
  | "both-talk"
  | "guest-explains"
  | "chart-grows"
  | "swarm-leaves"
  | "both-conclude"
  | "host-closes";

export interface Phrase {
  readonly speaker: Speaker;
  /** Read aloud and shown as it is; its last mark chooses the intonation. */
  readonly text: string;
  /** Silence after the phrase. */
  readonly pauseMs: number;
}

export interface Shot {
  readonly name: ShotName;
  readonly phrases: readonly Phrase[];
}

const BREATH_MS = 90;
const COMMA_MS = 190;
const SENTENCE_MS = 400;
const THOUGHT_MS = 720;
const CHAPTER_MS = 950;

type Line = readonly [text: string, pauseMs: number];

function spoken(speaker: Speaker, ...lines: readonly Line[]): Phrase[] {
  return lines.map(([text, pauseMs]) => ({ speaker, text, pauseMs }));
}

export const TITLE = "How ten thousand bees choose a home";

export const SHOTS: readonly Shot[] = [
  {
    name: "host-asks",
    phrases: spoken(
      "host",
      ["Ten thousand bees need a new home.", SENTENCE_MS],
      ["They have no map,", COMMA_MS],
      ["and no boss.", SENTENCE_MS],
      ["Even the queen gets no vote.", THOUGHT_MS],
      ["So how do they choose?", CHAPTER_MS],
    ),
  },
  {
    name: "swarm-hangs",
    phrases: spoken(
      "guest",
      ["They hold an election.", SENTENCE_MS],
      ["In spring,", COMMA_MS],
      ["more than half the colony leaves,", COMMA_MS],
      ["and hangs from a branch.", THOUGHT_MS],
    ),
  },
  {
    name: "scout-flies",
    phrases: spoken(
      "guest",
      ["Then a few hundred scouts,", COMMA_MS],
      ["the oldest bees of all,", COMMA_MS],
      ["search up to five kilometres away,", COMMA_MS],
      ["for one good hollow tree.", CHAPTER_MS],
    ),
  },
  {
    name: "scout-dances",
    phrases: spoken(
      "guest",
      ["A scout who finds one comes back,", BREATH_MS],
      ["and dances.", SENTENCE_MS],
      ["The angle of her dance", BREATH_MS],
      ["is the angle from the sun.", SENTENCE_MS],
      ["And every second of waggling", BREATH_MS],
      ["means about one kilometre.", THOUGHT_MS],
      ["The better the home,", COMMA_MS],
      ["the longer she dances.", CHAPTER_MS],
    ),
  },
  {
    name: "both-talk",
    phrases: [
      ...spoken("host", ["But what if two scouts disagree?", THOUGHT_MS]),
      ...spoken("guest", ["That is my favourite part.", SENTENCE_MS]),
    ],
  },
  {
    name: "guest-explains",
    phrases: spoken(
      "guest",
      ["Nobody argues for long.", SENTENCE_MS],
      ["After every trip,", COMMA_MS],
      ["a scout dances a little less,", COMMA_MS],
      ["even if she has found a palace.", THOUGHT_MS],
      ["So bad ideas fade away,", COMMA_MS],
      ["and good ones keep winning new dancers.", SENTENCE_MS],
      ["And some bees headbutt their rivals,", COMMA_MS],
      ["with a tiny beep that means:", COMMA_MS],
      ["stop.", CHAPTER_MS],
    ),
  },
  {
    name: "chart-grows",
    phrases: [
      ...spoken("host", ["So when is it decided?", THOUGHT_MS]),
      ...spoken(
        "guest",
        ["Not when everyone agrees.", SENTENCE_MS],
        ["When twenty or thirty scouts", BREATH_MS],
        ["meet at the same hollow,", COMMA_MS],
        ["the vote is over.", SENTENCE_MS],
        ["Biologists call that a quorum.", THOUGHT_MS],
      ),
    ],
  },
  {
    name: "swarm-leaves",
    phrases: spoken(
      "guest",
      ["Then the whole swarm shivers,", COMMA_MS],
      ["until it is thirty-five degrees warm,", COMMA_MS],
      ["and ten thousand bees take off,", COMMA_MS],
      ["in about a minute.", CHAPTER_MS],
    ),
  },
  {
    name: "both-conclude",
    phrases: [
      ...spoken("host", ["And do they choose well?", THOUGHT_MS]),
      ...spoken(
        "guest",
        ["In one test, they had five boxes,", COMMA_MS],
        ["and only one was ideal.", SENTENCE_MS],
        ["They found it", BREATH_MS],
        ["four times out of five.", CHAPTER_MS],
      ),
    ],
  },
  {
    name: "host-closes",
    phrases: spoken(
      "host",
      ["So bring evidence.", SENTENCE_MS],
      ["Let your opinions fade.", SENTENCE_MS],
      ["And stop when enough is enough.", THOUGHT_MS],
    ),
  },
];
