// Which ways of signing in this appliance has.
import type { SignInView } from "../../../api-types/session.ts";
import { get } from "../../api/request.ts";
import { type Resource, useResource } from "../../api/use-resource.ts";

const PATH = "/console/api/sign-in";

/** What pages offer by whether people have passwords, whether there is a provider, and whether there is an operator. */
export function useWaysIn(): Resource<SignInView> {
  return useResource(PATH, (signal) => get<SignInView>(PATH, { signal }));
}
