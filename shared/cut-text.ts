// Cuts texts that people read. A JavaScript string counts UTF-16 units: a cut at one of them may leave half a character,
// which PostgreSQL refuses, and strict readers of JSON do.
import { graphemes } from "./graphemes.ts";

/** The beginning of a text, at most so many UTF-16 units long, that ends between two characters as people see them. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, graphemes.segment(text).containing(maxLength)?.index);
}
