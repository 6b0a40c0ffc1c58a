// What the tab's stream tells, by event name: `ready` and `reload` with nothing, `task` with this.

export interface TaskEventView {
  readonly taskId: string;
  /** As an element of the API's lists, `GET /api/v1/jobs` or `GET /api/v1/generation-tasks`. */
  readonly task: Readonly<Record<string, unknown>>;
}
