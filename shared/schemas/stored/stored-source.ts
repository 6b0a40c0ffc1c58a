// Where a task's media come from, as its row and its files hold it.
import { Type } from "typebox";
import { Nullable } from "../nullable.ts";

const Text = Type.String({ minLength: 1 });

export const MediaSource = Type.Union([
  Type.Object({ kind: Type.Literal("upload"), storageKey: Text, tag: Type.Optional(Text) }),
  Type.Object({ kind: Type.Literal("url"), url: Text }),
]);

export const MediaRange = Type.Object({
  startS: Type.Number({ minimum: 0 }),
  endS: Nullable(Type.Number({ minimum: 0 })),
});
