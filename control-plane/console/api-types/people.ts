// What the console's API tells its page of an account's people. Types alone. Times are ISO 8601, UTC.

/** One of `GET /console/api/people`. */
export interface MemberView {
  readonly id: string;
  readonly email: string;
  readonly role: "owner" | "member";
  /** Whether the account is theirs: nobody but operators takes it from them. */
  readonly holder: boolean;
  /** Whether a second factor is set up. */
  readonly totp: boolean;
  readonly joinedAt: string;
}

export interface InvitationView {
  readonly id: string;
  readonly email: string;
  readonly role: "owner" | "member";
  /** The inviter's address. */
  readonly invitedBy: string;
  readonly expiresAt: string;
}

/** `GET /console/api/people`. */
export interface PeopleView {
  readonly people: readonly MemberView[];
  readonly invitations: readonly InvitationView[];
}

/** `POST /console/api/people` `{ email, role }`: what its inviter passes on, this once. */
export type MadeInvitationView = InvitationView & { readonly url: string };

/** `DELETE /console/api/people/:id?keepKeys=true|false`; the id of a person, or of an invitation. */
export interface RemovalView {
  /** Keys that the person had made and that have been revoked with the membership. */
  readonly revokedKeys: number;
}

/** `POST /console/api/invitations/read` `{ token }`. */
export interface InvitationOfferView {
  /** The account's name. */
  readonly account: string;
  readonly email: string;
  readonly role: "owner" | "member";
}
