// Where a task's files are in the storage. Media nodes write there and control planes remove, so both must agree.

/** Everything of a task. */
export function taskPrefix(taskId: string): string {
  return `tasks/${taskId}/`;
}

/** What only unfinished runs need. */
export function workPrefix(taskId: string): string {
  return `${taskPrefix(taskId)}work/`;
}

export function clipKey(taskId: string, clipId: string, file: string): string {
  return `${taskPrefix(taskId)}clips/${clipId}/${file}`;
}

/** A file that a task has one of, such as `reel.mp4`. */
export function taskFileKey(taskId: string, file: string): string {
  return `${taskPrefix(taskId)}${file}`;
}
