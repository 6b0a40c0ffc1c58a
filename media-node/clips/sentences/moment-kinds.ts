// What kinds of moments an editor takes from a conversation. A moment has one kind, the one for which it would be posted;
// null where nothing tells it.

export const MOMENT_KINDS = [
  "claim",
  "story",
  "joke",
  "advice",
  "surprise",
  "conflict",
  "confession",
  "number",
  "definition",
  "reaction",
] as const;
export type MomentKind = (typeof MOMENT_KINDS)[number];
