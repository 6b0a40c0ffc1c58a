// The token against forged requests that every change carries. It is the session's, and the session is the browser's: after
// a sign-in or a new password in another tab this one's is old, and the server says so by a detail of its own. Then the
// token is read again and the change is made once more.
import { hasDetails } from "./api-error.ts";

/** What the server's refusal of a token names (control-plane/http/cross-site.ts). */
const TOKEN_PATH = "/x-clipmill-csrf";

let token: string | undefined;
let renewToken = async (): Promise<void> => {
  throw new Error("Nobody knows how to read the session's token.");
};

export function setCsrfToken(value: string | undefined): void {
  token = value;
}

/** Asked to read the token again and to set it. It throws where a change must not be made again. */
export function whenTokenRefused(listener: () => Promise<void>): void {
  renewToken = listener;
}

function isTokenRefusal(thrown: unknown): boolean {
  return (
    hasDetails(thrown) && thrown.status === 403 && thrown.details.some(({ path }) => path === TOKEN_PATH)
  );
}

/** Makes a call with the session's token, and once more with its new one where that was old. @throws whatever `call` throws */
export async function withToken<T>(call: (token: string | undefined) => Promise<T>): Promise<T> {
  try {
    return await call(token);
  } catch (thrown) {
    if (!isTokenRefusal(thrown)) throw thrown;
    await renewToken();
    return call(token);
  }
}
