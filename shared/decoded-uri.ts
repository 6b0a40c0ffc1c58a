// A part of an address as people read it. Strangers' addresses hold signs of percent that escape nothing.

/** The text without its escapes; as it is where they are none. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
