// Encrypts the secrets of second factors: AES-256-GCM under a key that HKDF (RFC 5869) derives from the appliance's secret,
// which no database and no database's backup has. A sealed secret begins with the key's name, so that one that an earlier
// secret of the appliance has sealed is told from one that is damaged; and it belongs to its person: another's row with
// it is refused.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NAME_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = "clipmill second factors, 1";

interface Key {
  readonly name: Buffer;
  readonly key: Buffer;
}

function derive(secret: string): Key {
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", PURPOSE, NAME_BYTES + KEY_BYTES));
  return { name: bytes.subarray(0, NAME_BYTES), key: bytes.subarray(NAME_BYTES) };
}

export class FactorCipher {
  readonly #keys: readonly [Key, ...Key[]];

  /** @param secrets the appliance's: the first encrypts, all decrypt */
  constructor([first, ...others]: readonly [string, ...string[]]) {
    this.#keys = [derive(first), ...others.map(derive)];
  }

  /** What everything begins with that is encrypted from now on. */
  get prefix(): Buffer {
    return this.#keys[0].name;
  }

  /** The key's name, a nonce, the encrypted secret and its tag, in this order. */
  seal(userId: string, secret: Uint8Array): Buffer {
    const [{ name, key }] = this.#keys;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(userId),
    );
    return Buffer.concat([name, nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** The secret; undefined where no secret of the appliance opens it for this person. */
  open(userId: string, sealed: Buffer): Buffer | undefined {
    const name = sealed.subarray(0, NAME_BYTES);
    const key = this.#keys.find((each) => each.name.equals(name))?.key;
    if (key === undefined || sealed.length < NAME_BYTES + NONCE_BYTES + TAG_BYTES) return undefined;
    const nonce = sealed.subarray(NAME_BYTES, NAME_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(userId)).setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const text = sealed.subarray(NAME_BYTES + NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]);
    } catch {
      return undefined;
    }
  }
}
