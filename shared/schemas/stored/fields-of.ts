// Ties the schema of something stored to the type that it is read as. Stored schemas let fields pass that they do not know,
// since another version may have written them; so a field that its type has and its schema lacks would pass, too, and reach
// whoever reads it unchecked. With this it does not compile.
import type { TOptional, TSchema } from "typebox";

/** A schema for each field of `T`, which is optional where the field is: `Type.Object({ … } satisfies FieldsOf<T>)`. */
export type FieldsOf<T> = {
  readonly [Key in keyof T]-?: T extends Readonly<Record<Key, unknown>> ? TSchema : TOptional;
};
