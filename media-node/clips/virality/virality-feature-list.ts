// The features of a candidate clip that the virality model reads, in the order of its input. Every one lies between 0
// and 1, or is unknown (NaN) where the source lacks what it needs; the model leaves unknown ones out of account. A change
// of meaning or order is a new version: models say which version they were made for, and stored vectors carry it.

export const FEATURES_VERSION = 5;

/** What a source must have for a feature to be known. */
export type Evidence =
  | "words"
  | "judged words"
  | "audio"
  | "video"
  | "audio and words"
  | "faces"
  | "prompt"
  | "title"
  | "any";

export interface ViralityFeature {
  readonly name: string;
  readonly needs: Evidence;
  readonly meaning: string;
}

/** "Opening": the first sentence, or its words of the first 3 s where it is longer. */
export const VIRALITY_FEATURES = [
  {
    name: "openingQuestion",
    needs: "words",
    meaning: "The opening asks a question.",
  },
  { name: "openingNumber", needs: "words", meaning: "The opening names a number." },
  {
    name: "openingContrast",
    needs: "words",
    meaning: "The opening contradicts or denies: but, nobody, wrong.",
  },
  {
    name: "openingAddress",
    needs: "words",
    meaning: "The opening speaks to the viewer: you, imagine, look.",
  },
  { name: "openingSuperlative", needs: "words", meaning: "The opening goes to extremes: best, never, only." },
  { name: "openingEmotion", needs: "words", meaning: "The opening has a word of feeling or arousal." },
  {
    name: "openingCuriosity",
    needs: "words",
    meaning: "The opening promises to reveal: secret, truth, mistake.",
  },
  {
    name: "openingStory",
    needs: "words",
    meaning: "The opening begins a story: I once, one day, when I was.",
  },
  { name: "rise", needs: "audio", meaning: "How suddenly the sound begins." },
  { name: "openingEnergy", needs: "audio", meaning: "Loudness of the first 3 s within the source." },
  { name: "openingPace", needs: "audio", meaning: "Syllable-like onsets of the first 3 s." },
  { name: "promptSpeech", needs: "audio", meaning: "Speech from the first second on." },
  { name: "openingMotion", needs: "video", meaning: "Motion and cuts of the first 3 s." },
  { name: "questions", needs: "words", meaning: "Share of sentences that ask; 1 from a third on." },
  { name: "numbers", needs: "words", meaning: "Numbers a second; 1 from one each 5 s on." },
  { name: "contrast", needs: "words", meaning: "Words of contrast a second; 1 from one each 4 s on." },
  { name: "address", needs: "words", meaning: "Words to the viewer a second; 1 from one each 3 s on." },
  { name: "superlatives", needs: "words", meaning: "Extremes a second; 1 from one each 5 s on." },
  {
    name: "emotion",
    needs: "words",
    meaning: "Words of feeling or arousal a second; 1 from one each 4 s on.",
  },
  { name: "personal", needs: "words", meaning: "First person a second; 1 from one each 3 s on." },
  { name: "speechRate", needs: "words", meaning: "Words a second; 1 is 5." },
  { name: "rateChange", needs: "words", meaning: "How much the rate changes between stretches of 5 s." },
  { name: "information", needs: "words", meaning: "Content words a second; 1 is 1.6." },
  {
    name: "rarity",
    needs: "words",
    meaning: "How particular the words are to this part of the source (mean IDF).",
  },
  { name: "quotability", needs: "words", meaning: "Strength of the strongest short sentence." },
  {
    name: "housekeeping",
    needs: "words",
    meaning: "Greetings, sponsors, slides and schedules: share of words times 8.",
  },
  { name: "hesitation", needs: "words", meaning: "Um, uh, sort of, you know: share of words times 8." },
  { name: "dynamics", needs: "audio", meaning: "How much loudness varies." },
  { name: "pace", needs: "audio", meaning: "Syllable-like onsets over the whole clip." },
  {
    name: "pitchDynamics",
    needs: "audio",
    meaning: "How much the voice's pitch moves; 1 is 5 semitones of deviation.",
  },
  { name: "speechDensity", needs: "audio", meaning: "Share of sound that is speech." },
  { name: "speechRank", needs: "audio", meaning: "Rank of that share within the source." },
  { name: "laughter", needs: "audio and words", meaning: "Loud, rhythmic sound without words; 1 is 3 s." },
  { name: "applause", needs: "audio and words", meaning: "Loud, steady sound without words; 1 is 3 s." },
  { name: "motion", needs: "video", meaning: "How much the video moves." },
  { name: "shots", needs: "video", meaning: "Shot changes a second; 1 from one each 5 s on." },
  { name: "faces", needs: "faces", meaning: "Share of time with a face in the frame." },
  {
    name: "fullness",
    needs: "any",
    meaning: "Time without long pauses, silent and still; 0 from a quarter of it on.",
  },
  { name: "unity", needs: "words", meaning: "No new subject begins inside it." },
  { name: "wholeness", needs: "words", meaning: "It begins and ends where a subject does." },
  { name: "cleanStart", needs: "any", meaning: "It begins a thought that needs nothing before it." },
  {
    name: "danglingStart",
    needs: "words",
    meaning:
      "Its first word joins it to something before: And, But, So, Because, or It, They without a noun.",
  },
  { name: "cleanEnd", needs: "any", meaning: "It ends a thought." },
  { name: "answered", needs: "words", meaning: "A question near the beginning is answered in the clip." },
  {
    name: "lengthFit",
    needs: "any",
    meaning: "Length against what was asked and what is watched to the end.",
  },
  { name: "peaks", needs: "any", meaning: "Share of the source's loudest and liveliest tenth." },
  { name: "position", needs: "any", meaning: "Where in the source it begins, 0 to 1." },
  { name: "promptMatch", needs: "prompt", meaning: "How well it matches what the client asked for." },
  { name: "titleMatch", needs: "title", meaning: "How well it matches the video's title." },
  {
    name: "thoughtBegins",
    needs: "judged words",
    meaning: "Its first sentence reads like the beginning of a clip.",
  },
  { name: "thoughtEnds", needs: "judged words", meaning: "Its last sentence reads like the end of a clip." },
  { name: "worth", needs: "judged words", meaning: "What is said reads like what editors take." },
  { name: "interest", needs: "judged words", meaning: "It lies in a part that editors would like." },
  {
    name: "support",
    needs: "judged words",
    meaning: "Much of what could be chosen lies about where it does.",
  },
  {
    name: "point",
    needs: "judged words",
    meaning: "One of its sentences reads like what a clip is taken for.",
  },
  {
    name: "idleTalk",
    needs: "judged words",
    meaning: "Share that reads like introductions, small talk or sponsors.",
  },
  { name: "claim", needs: "judged words", meaning: "Share that reads like an opinion or a claim." },
  { name: "story", needs: "judged words", meaning: "Share that reads like a story." },
  { name: "joke", needs: "judged words", meaning: "Share that reads like a joke." },
  { name: "advice", needs: "judged words", meaning: "Share that reads like advice." },
  { name: "surprise", needs: "judged words", meaning: "Share that reads like something unexpected." },
  { name: "conflict", needs: "judged words", meaning: "Share that reads like disagreement." },
  { name: "confession", needs: "judged words", meaning: "Share that reads like a confession." },
  { name: "number", needs: "judged words", meaning: "Share that reads like figures that matter." },
  {
    name: "definition",
    needs: "judged words",
    meaning: "Share that reads like an explanation of what something is.",
  },
  { name: "reaction", needs: "judged words", meaning: "Share that reads like a reaction to what was said." },
] as const satisfies readonly ViralityFeature[];

export type FeatureName = (typeof VIRALITY_FEATURES)[number]["name"];
export type FeatureValues = Record<FeatureName, number>;

export const FEATURE_COUNT = VIRALITY_FEATURES.length;

/** The values in the order of the model's input. */
export function featureRow(values: FeatureValues): number[] {
  return VIRALITY_FEATURES.map(({ name }) => values[name]);
}
