// A value or null, as JSON Schema says it.
import { type TSchema, Type } from "typebox";

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
