import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { inTransaction, systemContext } from "@/server/access/ctx";
import { createServices } from "@/server/kernel/services";
import { sealSession, sessionCookieName } from "@/server/signin/session-cookie";
import { startSession } from "@/server/signin/start-session";
import type { Stage } from "./stage";

export interface Cookie {
  name: string;
  value: string;
}

/** The session of the administrator, who sees everyone. No user of the large data has a password. */
export async function sessionCookieOf({ settings }: Stage): Promise<Cookie> {
  const services = createServices(settings);
  try {
    const [person] = await services.db
      .select({ workspaceId: users.workspaceId, userId: users.id })
      .from(users)
      .where(eq(users.isAdmin, true))
      .limit(1);
    if (!person) throw new Error("The large data has no administrator.");
    const proof = { method: "PASSWORD", browser: { ip: "127.0.0.1", userAgent: "bench" } } as const;
    const started = await inTransaction(systemContext(services), (tx) =>
      startSession(tx, person, proof, services.clock()),
    );
    if (!("session" in started)) throw new Error("The administrator has a second factor.");
    return { name: sessionCookieName(settings), value: await sealSession(settings, started.session) };
  } finally {
    await services.close();
  }
}
