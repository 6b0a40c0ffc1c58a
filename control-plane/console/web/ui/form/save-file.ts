// Gives a browser a file to save that the page has already.

/** A browser begins to save after the click that it is told of. */
const KEPT_MS = 60_000;

/** Begins a download of content that the page has. To be called within a click, or browsers may ask. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
