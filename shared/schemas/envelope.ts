// The envelope of every successful JSON reply.
import { type TSchema, Type } from "typebox";

export const Pagination = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: "Items on all pages." }),
    nextPage: Type.Union([Type.Integer({ minimum: 2 }), Type.Null()], {
      description: "Null when there is no further page, or when it can only be read by `cursor`.",
    }),
    limit: Type.Integer({ minimum: 1, description: "Items on a page." }),
    currentPage: Type.Integer({
      minimum: 1,
      description: "This page; where the list is read by `cursor`, counted from where that reading began.",
    }),
    totalPage: Type.Integer({ minimum: 0, description: "How many pages there are." }),
    cursor: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          "Of lists of tasks: the query's `cursor` that reads on behind this page; null when it is the last.",
      }),
    ),
  },
  { description: "Which page of a list this is." },
);

/** The envelope around `data`. */
export function envelope(status: number, data: TSchema, isPaginated: boolean): TSchema {
  return Type.Object({
    status: Type.Literal(status, { description: "Mirrors the HTTP status." }),
    message: Type.String({ description: "What was done." }),
    data,
    ...(isPaginated ? { pagination: Pagination } : {}),
  });
}
