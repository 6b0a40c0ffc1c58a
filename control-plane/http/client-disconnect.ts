// A client that went away in the middle of its request. Nobody waits for a reply, and nobody here made a mistake.

/** What such a request is measured as; the status that nginx made common. It is never sent. */
export const CLIENT_CLOSED_REQUEST_STATUS = 499;

export class ClientDisconnected extends Error {
  constructor() {
    super("The client went away.");
  }
}
