import type { PageLanguage } from "@/drizzle/schema/values";
import { loadActor } from "@/server/access/load-actor";
import { appRouter } from "@/server/api/trpc";
import { newId, newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { createCallerFactory } from "@/server/transport/trpc";
import type { TestPerson } from "./factories";
import { inApp } from "./stand-in-kit";

const factory = createCallerFactory(appRouter);

/** Calls every procedure as this signed-in person. @param language of their pages */
export async function signedInCaller(
  services: Services,
  person: TestPerson,
  language: PageLanguage | null = null,
) {
  const sessionId = newId();
  const found = await loadActor(services.db, person.workspaceId, person.id, { type: "session", sessionId });
  if (!found) throw new Error("cannot sign in");
  const actor = await inApp(services, found);
  return factory({
    services,
    requestId: newRequestId(),
    signedIn: async () => ({
      actor: { ...actor, userId: person.id },
      user: { id: person.id, name: person.name, email: "" },
      workspace: { name: "", plan: actor.plan, openApiEnabled: true },
      sessionId,
      language,
    }),
  });
}
