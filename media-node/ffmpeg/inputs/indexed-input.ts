// Inputs whose file begins with an index of ours (see source/indexing). ffmpeg reads that beginning from a file of its own and
// goes on with the source behind its own beginning, as if both were one file, so that no source is copied for its index.
// Such an input is known by its path, because calls are made in threads, which share no memory with those who know.
import { dirname, join } from "node:path";

/** The folder, in a run's own one, of a beginning and of the link to its source. */
export const INDEXED_FOLDER = "with-index";

const REST = "rest";
const BEGINNING = new RegExp(`/${INDEXED_FOLDER}/from-(\\d+)$`);
/** What divides files that are read as one. */
const DIVIDER = "|";

export interface IndexedPaths {
  /** The path of the input, where the new beginning lies. */
  readonly path: string;
  /** Where a link to the source lies: its own name could hold anything. */
  readonly rest: string;
}

/** Where an input lies of whose source so many bytes are replaced; undefined in a folder that ffmpeg cannot be told of. */
export function indexedPaths(folder: string, replacedBytes: number): IndexedPaths | undefined {
  if (folder.includes(DIVIDER)) return undefined;
  return { path: join(folder, `from-${replacedBytes}`), rest: join(folder, REST) };
}

export interface OpenedInput {
  /** All that ffmpeg may open it by. */
  readonly protocols: string;
  readonly url: string;
}

/** The file that an input's content is in. */
export function contentPath(path: string): string {
  return BEGINNING.test(path) ? join(dirname(path), REST) : path;
}

/** How ffmpeg opens a local file. */
export function openedInput(path: string): OpenedInput {
  const replacedBytes = BEGINNING.exec(path)?.[1];
  if (replacedBytes === undefined) return { protocols: "file", url: `file:${path}` };
  const rest = `subfile,,start,${replacedBytes},end,0,,:file:${join(dirname(path), REST)}`;
  return { protocols: "file,concat,subfile", url: `concat:file:${path}${DIVIDER}${rest}` };
}
