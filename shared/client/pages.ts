// Lists: one page, or everything as it is read.
import type { Pagination } from "./api-types.ts";
import { type CallOptions, type Connection, callApi } from "./call-api.ts";
import { ClipmillError } from "./client-error.ts";

export interface Page<Item> {
  readonly data: Item[];
  readonly pagination: Pagination;
}

type PagedOperation = "listJobs" | "listGenerationTasks" | "listTemplates";

/** @throws ClipmillError INVALID_REQUEST with the parameter that is wrong */
export async function listPage<Item>(
  connection: Connection,
  name: PagedOperation,
  query: object = {},
  { signal }: CallOptions = {},
): Promise<Page<Item>> {
  const { data, pagination } = await callApi(connection, name, { query, signal });
  if (pagination !== undefined) return { data: data as unknown as Item[], pagination };
  throw new ClipmillError("UNEXPECTED_ANSWER", "The list has no pagination.");
}

/** The items of a list from a query's page on; the next page is asked for when the one before was read. */
export async function* listAll<Item>(
  connection: Connection,
  name: PagedOperation,
  query: object = {},
  options: CallOptions = {},
): AsyncGenerator<Item> {
  let place: object = {};
  for (;;) {
    const { data, pagination } = await listPage<Item>(connection, name, { ...query, ...place }, options);
    yield* data;
    const { cursor, nextPage } = pagination;
    // Lists with a cursor are read on by it: pages would shift while tasks are created.
    if (typeof cursor === "string") place = { cursor, page: undefined };
    else if (cursor === undefined && nextPage !== null) place = { page: nextPage };
    else return;
  }
}
