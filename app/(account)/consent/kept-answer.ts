import { cookies } from "next/headers";
import { z } from "zod";
import { browserCookieOptions } from "@/app/(account)/consent/browser-cookie";
import { decrypt, encrypt } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";

const name = "timeaway-answer";
const purpose = "consent answer";
const lifeSeconds = 600;
/** Browsers drop a larger cookie. */
const longest = 3800;

const KeptAnswer = z.object({ session: z.string(), location: z.string(), clientName: z.string() });
/** The way back to an app that may not have come to the front. */
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** Lets this browser, and no other, open the app again while the code is valid. In route handlers only. */
export async function keepAnswer({ settings }: Services, answer: KeptAnswer): Promise<void> {
  const sealed = encrypt(settings.encryptionKeys, Buffer.from(JSON.stringify(answer)), purpose);
  const value = sealed.toString("base64url");
  if (value.length > longest) return;
  (await cookies()).set(name, value, { ...browserCookieOptions(), maxAge: lifeSeconds });
}

/** This browser's answer to a request; null when none was kept. */
export async function keptAnswer({ settings }: Services, session: string): Promise<KeptAnswer | null> {
  const value = (await cookies()).get(name)?.value;
  const plain = value ? decrypt(settings.encryptionKeys, Buffer.from(value, "base64url"), purpose) : null;
  const parsed = plain ? KeptAnswer.safeParse(JSON.parse(plain.toString())) : null;
  return parsed?.data?.session === session ? parsed.data : null;
}
