import { generateKeyPairSync, sign } from "node:crypto";

/*
 * A self-signed certificate, in DER (X.690) and PEM, made with Node alone: enough for a TLS server that a browser visits with its
 * certificate checks off.
 */

const bytes = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
};
const sequence = (...parts: Buffer[]) => bytes(0x30, ...parts);
const utcTime = (at: Date) =>
  bytes(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`));

const ecdsaWithSha256 = sequence(bytes(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const commonName = Buffer.from("550403", "hex");
const localhost = sequence(
  bytes(0x31, sequence(bytes(0x06, commonName), bytes(0x0c, Buffer.from("localhost")))),
);

const dayMs = 86_400_000;

/** A new key and certificate for localhost, valid for a day. */
export function selfSigned(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = Date.now();
  const toSign = sequence(
    bytes(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    localhost,
    sequence(utcTime(new Date(now - dayMs)), utcTime(new Date(now + dayMs))),
    localhost,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = bytes(0x03, Buffer.of(0), sign("sha256", toSign, privateKey));
  const body =
    sequence(toSign, ecdsaWithSha256, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: ["-----BEGIN CERTIFICATE-----", ...body, "-----END CERTIFICATE-----", ""].join("\n"),
  };
}
