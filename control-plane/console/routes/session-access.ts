// Whom a route of the console answers, by the session of the call.

/** Whoever is signed in. */
export const PERSON = { access: "session", role: "person" } as const;
/** The people of the session's account. */
export const MEMBER = { access: "session", role: "member" } as const;
/** Of these its owners alone. */
export const OWNER = { access: "session", role: "owner" } as const;
/** Operators of the appliance. */
export const OPERATOR = { access: "session", role: "operator" } as const;
