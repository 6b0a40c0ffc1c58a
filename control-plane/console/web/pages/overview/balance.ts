// The account's balance, which operators and other people's tasks change while somebody looks.
import type { Balance } from "../../../../../shared/schemas/balance.ts";
import { get } from "../../api/request.ts";
import { type Resource, useResource } from "../../api/use-resource.ts";

const POLL_MS = 30_000;

export function useBalance(): Resource<Balance> {
  return useResource("balance", (signal) => get<Balance>("/api/v1/balance", { signal }), { pollMs: POLL_MS });
}
