// Fields that bodies of the console's API share. An unknown field is refused by name: the page is ours and of this version.
import { type TProperties, Type } from "typebox";
import {
  ACCOUNT_REQUEST_LIMITS,
  PASSWORD_LIMITS,
  SECOND_FACTOR_LIMITS,
} from "../../../shared/limits/people.ts";

/** A body with these fields and no others. */
export function bodyOf<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

export const Email = Type.String({ minLength: 3, maxLength: ACCOUNT_REQUEST_LIMITS.emailLength });
/** A password as it was typed; a new one is checked further. */
export const Password = Type.String({ minLength: 1, maxLength: PASSWORD_LIMITS.maxLength });
/** Of a second factor, or a recovery code, as it was typed. */
export const Code = Type.String({ maxLength: SECOND_FACTOR_LIMITS.typedLength });
export const AccountName = Type.String({ minLength: 1, maxLength: ACCOUNT_REQUEST_LIMITS.nameLength });
/** Of a link; one that is no token is answered like one that is over. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 100 });
