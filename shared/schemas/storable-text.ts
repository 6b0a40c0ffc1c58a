// What PostgreSQL stores of texts.

/** The pattern of texts that are looked for in the database, which stores none with this character. */
export const STORABLE_TEXT = "^[^\\u0000]*$";
