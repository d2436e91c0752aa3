import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { PasskeyRequest } from "@/server/signin/passkeys/request-passkey";
import type { StartedPasskey } from "@/server/signin/passkeys/start-passkey";

const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };

const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
};

/** CBOR (RFC 8949) of what an authenticator says: whole numbers, text, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** A COSE key of ES256 (RFC 9053, 7.1.1). */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const text = (bytes: Buffer): string => bytes.toString("base64url");

/** How a browser and its authenticator behave; by default as they should. */
export interface Behaviour {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** Of the signature counter; by default it goes up by one. */
  count?: number;
  challenge?: string;
  userHandle?: string | undefined;
}

/** An authenticator with one passkey, and the browser before it (WebAuthn, 6 and 7), written from the specification. */
export class TestPasskey {
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly credentialId = randomBytes(32);
  private userHandle = "";
  count = 0;

  /** @param origin of the page */
  constructor(private readonly origin: string) {}

  private authenticatorData({ rpId, isVerified = true }: Behaviour, more: number, rest = Buffer.alloc(0)) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.count);
    const set = flags.present | flags.backupEligible | (isVerified ? flags.verified : 0) | more;
    return Buffer.concat([sha256(rpId ?? new URL(this.origin).hostname), Buffer.from([set]), counter, rest]);
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Behaviour): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** Makes the passkey. */
  create({ options, token }: StartedPasskey, how: Behaviour = {}) {
    this.userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = [Buffer.alloc(16), length, this.credentialId, coseOf(this.keys.publicKey)];
    const authData = this.authenticatorData(how, flags.attested, Buffer.concat(attested));
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    const id = text(this.credentialId);
    return {
      token,
      response: {
        ...{ id, rawId: id, type: "public-key" as const, clientExtensionResults: {} },
        response: {
          clientDataJSON: text(this.clientData("webauthn.create", how.challenge ?? options.challenge, how)),
          attestationObject: text(cbor(attestation)),
          transports: ["internal"],
        },
      },
    };
  }

  /** Answers with the passkey. */
  get({ options, token }: PasskeyRequest, how: Behaviour = {}) {
    this.count = how.count ?? this.count + 1;
    const authData = this.authenticatorData(how, flags.backedUp);
    const clientData = this.clientData("webauthn.get", how.challenge ?? options.challenge, how);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    const id = text(this.credentialId);
    return {
      token,
      response: {
        ...{ id, rawId: id, type: "public-key" as const, clientExtensionResults: {} },
        response: {
          clientDataJSON: text(clientData),
          authenticatorData: text(authData),
          signature: text(createSign("sha256").update(signed).sign(this.keys.privateKey)),
          userHandle: "userHandle" in how ? how.userHandle : this.userHandle,
        },
      },
    };
  }
}
