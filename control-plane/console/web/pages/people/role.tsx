// What a person may be to an account.
import type { MemberView } from "../../../api-types/people.ts";
import { Badge } from "../../ui/badge.tsx";

export type Role = MemberView["role"];

export const ROLES = [
  { value: "member", label: "Member" },
  { value: "owner", label: "Owner" },
] as const satisfies readonly { value: Role; label: string }[];

export function RoleBadge({ role }: { role: Role }) {
  return <Badge plain>{ROLES.find(({ value }) => value === role)?.label ?? role}</Badge>;
}
