// What of a client's prompt and title pictures can show. Kinds of moments ("the funniest") are no matter for pictures; what
// is left of a prompt without them is.
import type { PictureWishes } from "../../senses/image-text/match-pictures.ts";
import { wordKey } from "../../senses/meaning/text-lexicon.ts";
import { contentStems } from "../../senses/meaning/text-similarity.ts";
import { topicOf } from "./topic-match.ts";

/** Reads what pictures could show; null where that is nothing. */
export function readPictureWishes(prompt: string | null, title: string | null): PictureWishes | null {
  const named = (text: string): string | null =>
    contentStems(text.split(/\s+/).map(wordKey)).length === 0 ? null : text.trim().replaceAll(/\s+/g, " ");
  const wishes = { topic: named(topicOf(prompt, title)), title: named(title ?? "") };
  return wishes.topic === null && wishes.title === null ? null : wishes;
}
