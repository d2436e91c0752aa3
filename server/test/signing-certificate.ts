import { createSign, generateKeyPairSync } from "node:crypto";

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

/** sha256WithRSAEncryption. */
const algorithm = sequence(oid("2a864886f70d01010b"), der(0x05));
const nameOf = (text: string) => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(text)))));
/** GeneralizedTime. */
const timeOf = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));

const year = 365 * 24 * 3600 * 1000;

/** A key with a self-signed certificate (RFC 5280), as identity providers have them. Both in PEM. */
export function signingCertificate({ until = new Date(Date.now() + year), bits = 2048 } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const name = nameOf("identity provider of a test");
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(timeOf(new Date(until.getTime() - 2 * year)), timeOf(until)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("sha256").update(content).sign(privateKey);
  const whole = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
  };
}
