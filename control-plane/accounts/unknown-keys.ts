// Keys that this process has not admitted lately are strangers until the database has spoken, and whoever sends junk has
// no end of them. They get a part of admission's places, a few for each address, and of an address whose keys were refused
// too often only a few dozen are looked up at a time; all this before any database work, so that junk never stands before
// holders of keys. None at all would lock out whoever shares the address, or whose address a stranger claims in a header:
// their valid keys would stay unknown after a restart or a rotation for as long as the junk comes. Counting by the socket's
// peer as well was rejected: behind a proxy it is everybody's. Addresses of IPv6 count by their network of 64 bits, which is
// what one subscriber gets.
import { AppError } from "../../shared/errors.ts";
import { ADMISSION_LIMITS } from "../../shared/limits/requests.ts";
import { parseAddress } from "../../shared/network/networks.ts";

interface Address {
  windowEndsMs: number;
  refused: number;
  waiting: number;
  /** How many requests wait with each key. */
  readonly keys: Map<string, number>;
}

/**
 * What an address counts as: itself, or its network of 64 bits for IPv6. The text of an address leaves out zeros, so that
 * its parts are counted when they are all there.
 */
export function networkOf(clientAddress: string): string {
  const address = parseAddress(clientAddress);
  if (address === undefined || address.kind() === "ipv4") return clientAddress;
  return address.toNormalizedString().split(":").slice(0, 4).join(":");
}

/** A set with a bound, which forgets what was not added for longest. */
class RecentSet {
  readonly #items = new Set<string>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  has(item: string): boolean {
    return this.#items.has(item);
  }

  add(item: string): void {
    this.#items.delete(item);
    this.#items.add(item);
    if (this.#items.size <= this.#size) return;
    const [oldest = ""] = this.#items;
    this.#items.delete(oldest);
  }

  delete(item: string): void {
    this.#items.delete(item);
  }
}

/** One for the API keys of a process, and one for its sessions; what it knows ends with it. */
export class UnknownKeys {
  readonly #known = new RecentSet(ADMISSION_LIMITS.knownKeys);
  readonly #addresses = new Map<string, Address>();
  #waiting = 0;

  /** Whether its holder was admitted lately, so that the request needs no place among strangers. */
  isKnown(secretHash: string): boolean {
    return this.#known.has(secretHash);
  }

  /**
   * Lets a request with an unknown key wait; call `decided` once it is.
   * @throws AppError RATE_LIMITED where the address's keys were refused too often, UNAVAILABLE where too many wait
   */
  enter(clientAddress: string, secretHash: string): void {
    const address = this.#addressOf(networkOf(clientAddress));
    const { keys } = address;
    const isOver = address.refused >= ADMISSION_LIMITS.refusedPerAddress;
    // More requests with a key that waits already cost no further look-up.
    if (isOver && !keys.has(secretHash) && keys.size >= ADMISSION_LIMITS.unknownOverBound) {
      throw new AppError("RATE_LIMITED");
    }
    const isFull = this.#waiting >= ADMISSION_LIMITS.unknownWaiting;
    if (isFull || address.waiting >= ADMISSION_LIMITS.unknownPerAddress) throw new AppError("UNAVAILABLE");
    keys.set(secretHash, (keys.get(secretHash) ?? 0) + 1);
    address.waiting += 1;
    this.#waiting += 1;
  }

  /** Notes what the database said of a key, for requests of this number that had entered. */
  decided(
    clientAddress: string,
    secretHash: string,
    { requests, isRefused }: { readonly requests: number; readonly isRefused: boolean },
  ): void {
    const address = this.#addressOf(networkOf(clientAddress));
    const stillWaiting = (address.keys.get(secretHash) ?? 0) - requests;
    if (stillWaiting > 0) address.keys.set(secretHash, stillWaiting);
    else address.keys.delete(secretHash);
    address.waiting = Math.max(0, address.waiting - requests);
    this.#waiting = Math.max(0, this.#waiting - requests);
    if (isRefused) address.refused += requests;
  }

  /** Notes a key that its holder may use. */
  remember(secretHash: string): void {
    this.#known.add(secretHash);
  }

  /** Notes a key that nobody may use any more. */
  forget(secretHash: string): void {
    this.#known.delete(secretHash);
  }

  #addressOf(network: string): Address {
    const now = performance.now();
    const known = this.#addresses.get(network);
    if (known !== undefined) {
      if (now >= known.windowEndsMs) {
        known.windowEndsMs = now + ADMISSION_LIMITS.refusedWindowMs;
        known.refused = 0;
      }
      return known;
    }
    if (this.#addresses.size >= ADMISSION_LIMITS.addresses) this.#forgetOldest();
    const windowEndsMs = now + ADMISSION_LIMITS.refusedWindowMs;
    const fresh: Address = { windowEndsMs, refused: 0, waiting: 0, keys: new Map() };
    this.#addresses.set(network, fresh);
    return fresh;
  }

  #forgetOldest(): void {
    const [oldest = ""] = this.#addresses.keys();
    this.#addresses.delete(oldest);
  }
}
