// Saves a text that is written when it is asked for, in place of the browser, which would show a failed download where the
// control plane is busy and has it a moment later.
import { asApiError } from "../../api/api-error.ts";
import { getFile } from "../../api/request.ts";
import { fileNameOf, readWhenWritten } from "../../api/written-text.ts";
import { tellError, tellWait } from "../toast.tsx";
import { saveFile } from "./save-file.ts";

/** What is asked for, by its address: a second click waits for it, too. */
const underWay = new Map<string, Promise<void>>();

async function readAndSave(href: string): Promise<void> {
  try {
    const { content, disposition } = await readWhenWritten(
      () => getFile(href),
      () => tellWait("The control plane is busy. The file is asked for again until it is written."),
    );
    saveFile(content, fileNameOf(disposition) ?? href.split("/").at(-1) ?? "file");
  } catch (thrown) {
    tellError(asApiError(thrown));
  } finally {
    underWay.delete(href);
  }
}

/** Saves what a link leads to, and tells a failure in words. A click with a key is left to the browser. */
export async function saveText(event: MouseEvent, href: string): Promise<void> {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const saving = underWay.get(href) ?? readAndSave(href);
  underWay.set(href, saving);
  await saving;
}
