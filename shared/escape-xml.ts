// Texts of strangers in XML that we write: titles, prompts, paths.

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** What XML 1.0 cannot hold, not even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Text that may stand in an element, or in an attribute between double quotation marks. What XML cannot hold is left
 * out.
 */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_XML, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}
