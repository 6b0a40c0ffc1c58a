// The address of a file that is shown. Each answer of the API signs its files' addresses anew; a player that got each of
// them would begin again whenever the page reads its task, in the middle of what somebody watches.

/** What goes on being shown of two addresses: the former, unless the latter is of another file. */
export function steadyUrl<T extends string | undefined>(shown: T, latest: T): T {
  return shown?.split("?")[0] === latest?.split("?")[0] ? shown : latest;
}
