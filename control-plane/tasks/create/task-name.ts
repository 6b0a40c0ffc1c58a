// What people call what a task is made of, by which they know it again among others: the title that its client gave it,
// a file's name, the end of an address, the beginning of a prompt. It is derived once, when the task is created, and stands
// in its row: lists read nothing else, and an upload's row may be gone before its tasks are. Strangers write all of it.
import { decodedUri } from "../../../shared/decoded-uri.ts";
import { graphemes } from "../../../shared/graphemes.ts";
import { TASK_NAME_LIMITS } from "../../../shared/limits/requests.ts";
import { seenLine } from "../../../shared/plain-line.ts";

function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** A text with an ellipsis for what does not fit, which begins behind a word where one ends in the second half. */
function shorten(text: string, maxCharacters: number): string {
  if (countCharacters(text) <= maxCharacters) return text;
  let kept = "";
  let left = maxCharacters - 1;
  for (const { segment } of graphemes.segment(text)) {
    left -= countCharacters(segment);
    if (left < 0) break;
    kept += segment;
  }
  const wordEnd = text[kept.length] === " " ? kept.length : kept.lastIndexOf(" ");
  return `${wordEnd > kept.length / 2 ? kept.slice(0, wordEnd) : kept}…`;
}

/**
 * One line of a text, shortened at a word; null where nothing of it can be seen.
 * @param text a title, or a file's name
 */
export function nameOfText(text: string, maxCharacters: number = TASK_NAME_LIMITS.characters): string | null {
  // Of ten thousand characters the first decide.
  const line = seenLine(text.slice(0, TASK_NAME_LIMITS.readCharacters));
  return line === null ? null : shorten(line, maxCharacters);
}

/** The last part of its path, or its host where it has none: never credentials, a query or a fragment, which may be secret. */
export function nameOfUrl(url: string): string | null {
  const { host, pathname } = new URL(url);
  const last = pathname.split("/").findLast((part) => part !== "") ?? "";
  return nameOfText(decodedUri(last)) ?? nameOfText(host);
}

/**
 * The beginning of a prompt; null where there is none to be seen, or where the model's `prompt` is no text.
 * @param prompt whatever stands there in a model's input
 */
export function nameOfPrompt(prompt: unknown): string | null {
  return typeof prompt === "string" ? nameOfText(prompt, TASK_NAME_LIMITS.promptCharacters) : null;
}
