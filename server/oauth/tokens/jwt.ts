import { type KeyObject, sign, verify } from "node:crypto";
import type { SigningKey } from "../keys/keyring";
import type { SigningAlgorithm } from "../keys/signing-keys";

export type Claims = Record<string, unknown>;

export interface Jwt {
  header: Claims;
  claims: Claims;
  /** The signed text: header and claims. */
  input: string;
  signature: Buffer;
}

export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The text to sign. */
export const signingInput = (header: Claims, claims: Claims): string => `${encode(header)}.${encode(claims)}`;

// node:crypto and not jose: WebCrypto costs several times as much for one small signature.
const keyInput = (algorithm: SigningAlgorithm, key: KeyObject) =>
  algorithm === "ES256" ? { key, dsaEncoding: "ieee-p1363" as const } : key;

/** A signed JWT with the header `alg`, `typ`, `kid`. */
export function signJwt({ kid, algorithm, privateKey }: SigningKey, typ: string, claims: Claims): string {
  const input = signingInput({ alg: algorithm, typ, kid }, claims);
  const signature = sign("sha256", Buffer.from(input), keyInput(algorithm, privateKey));
  return `${input}.${signature.toString("base64url")}`;
}

export const isSignedBy = (jwt: Jwt, algorithm: SigningAlgorithm, publicKey: KeyObject): boolean =>
  verify("sha256", Buffer.from(jwt.input), keyInput(algorithm, publicKey), jwt.signature);

const compact = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

function decode(part: string): Claims | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Claims) : null;
  } catch {
    return null;
  }
}

/** The parts of a compact JWT; nothing is verified. Null when it is not one. */
export function parseJwt(token: string): Jwt | null {
  const [match, head = "", body = "", signature = ""] = compact.exec(token) ?? [];
  if (match === undefined) return null;
  const header = decode(head);
  const claims = decode(body);
  if (!header || !claims) return null;
  return { header, claims, input: `${head}.${body}`, signature: Buffer.from(signature, "base64url") };
}
