// What the tab's stream tells, by event name: `ready` and `reload` with nothing, `task` with this.

export interface TaskEventView {
  readonly taskId: string;
}
