// What a reason says of what was asked for: whether a clip is that, or only comes close, with the sentence that shows it.
import { MOMENT_KINDS, type MomentKind } from "../sentences/moment-kinds.ts";
import { textBetween } from "../sentences/sentences.ts";
import { relevanceOf, stemsIn, type Wish } from "../wishes/wish-relevance.ts";
import { bearsOut } from "./kind-deeds.ts";
import { MAX_QUOTE_LENGTH, type Phrase, type PhraseSources, withQuote } from "./reason-sources.ts";
import { sentenceShowing } from "./wish-quotes.ts";

const MATCHES = "matches what was asked for";
const COMES_CLOSE = "comes close to what was asked for";
/** From here on a clip is said to be what was asked for, or close to it. */
const MIN_ASKED = 0.5;

function kindsAsked({ wishes }: PhraseSources): MomentKind[] {
  return MOMENT_KINDS.filter((name) => wishes.features?.has(name));
}

function isOfKindsAsked({ kind, wishes }: PhraseSources): boolean {
  return kind !== null && wishes.features?.has(kind) === true;
}

/** Whether a subject is asked for of which nobody speaks and nothing is shown: nothing of a kind is what was asked for then. */
function lacksSubject({ wishes, shown }: PhraseSources): boolean {
  return wishes.topic === null && wishes.named.topic.size > 0 && Number.isNaN(shown.topic);
}

/** Whether the clip may be said to be what was asked for, or close to it. */
export function isAsked(clip: PhraseSources): boolean {
  if (lacksSubject(clip)) return false;
  const asksTopic = clip.wishes.topic !== null || !Number.isNaN(clip.shown.topic);
  return clip.values.promptMatch >= MIN_ASKED || (!asksTopic && isOfKindsAsked(clip));
}

/**
 * What a clip that is posted for something else than the kinds asked for, or that is not surely of one of them, has only some
 * of, and none of where nothing that is said in it bears them out.
 */
function kindsPhrase(clip: PhraseSources): Phrase {
  const asked = kindsAsked(clip);
  const kind = clip.kind ?? clip.likeliestKind;
  if (kind === null || asked.length === 0) return { does: MATCHES };
  const isBorneOut = bearsOut(clip, kind);
  const isSure = clip.kind !== null;
  if (asked.includes(kind) && isSure && isBorneOut) return { does: MATCHES };
  if (asked.includes(kind)) return isSure || isBorneOut ? { does: COMES_CLOSE } : {};
  return asked.some((each) => bearsOut(clip, each)) ? { does: COMES_CLOSE } : {};
}

/**
 * Says that the topic asked for is met. Of several words the rarest tells the topic: a clip that does not say it, or that
 * is of another kind than those asked for, only comes close.
 */
function topicPhrase(clip: PhraseSources): string {
  const { kind, wishes, text, opens, closes } = clip;
  const asked = kindsAsked(clip);
  const isOfOther = kind !== null && asked.length > 0 && !asked.includes(kind);
  const said = stemsIn(
    textBetween(text.text, opens?.nextWord ?? 0, closes?.nextWord ?? 0),
    text.text.language,
  );
  const isSaid = wishes.telling.size === 0 || [...wishes.telling].some((stem) => said.has(stem));
  return wishPhrase(clip, "topic", isSaid && !isOfOther ? MATCHES : COMES_CLOSE, "shows what was asked for");
}

/** Says how well a clip meets the prompt, its topic or the kinds that it asks for. */
export function promptPhrase(clip: PhraseSources): Phrase {
  if (lacksSubject(clip)) return {};
  const asksTopic = clip.wishes.topic !== null || clip.shown.topic > 0;
  return asksTopic ? { does: topicPhrase(clip) } : kindsPhrase(clip);
}

/** Says that a wish is met by what is said, with the sentence, or by what is seen, whichever meets it better. */
export function wishPhrase(clip: PhraseSources, wish: Wish, said: string, seen: string): string {
  const from = clip.opens?.nextSentence ?? 0;
  const to = clip.closes?.nextSentence ?? 0;
  const inWords = relevanceOf(clip.wishes[wish], from, to);
  if (clip.shown[wish] > (Number.isNaN(inWords) ? 0 : inWords)) return seen;
  const { text } = clip.text;
  const shows = sentenceShowing(text, clip.wishes, wish, { from, to, maxLength: MAX_QUOTE_LENGTH });
  return shows === null ? said : withQuote(said, clip.text, shows, ": ");
}
