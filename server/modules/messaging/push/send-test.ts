import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { takeToken } from "@/server/kernel/http/throttle";
import { because } from "@/server/kernel/reasons";
import { plus } from "@/server/kernel/time/clock";
import { mailLanguageOf } from "@/server/modules/people/people/mail-language";
import { wordsOf } from "@/server/words/words";
import { enqueuePushes } from "./enqueue";
import { testLifeMs, testRate } from "./policy";
import { requireOn, sessionOf } from "./store";

/**
 * Sends a notification to one of the acting person's devices.
 * @throws ApiError RESOURCE_NOT_FOUND; RATE_LIMITED beyond five at once; CONFLICT where push notifications are off
 */
export async function sendTest(ctx: Ctx, id: string): Promise<void> {
  const own = sessionOf(ctx);
  const { workspaceId, userId } = own;
  requireOn(ctx);
  const now = ctx.now();
  const workspace = workspaceOf(own);
  const [person] = await scoped(workspace, users)
    .select(ctx.db, { locale: mailLanguageOf(workspace) })
    .innerJoin(pushSubscriptions, and(eq(pushSubscriptions.userId, users.id), eq(pushSubscriptions.id, id)))
    .where(eq(users.id, userId));
  if (!person) throw new ApiError("RESOURCE_NOT_FOUND");
  const taken = await takeToken(ctx.db, `push-test:${userId}`, { ...testRate, now });
  if (!taken.ok)
    throw new ApiError("RATE_LIMITED", {
      ...because("pushTestsOften"),
      resolution: "Try again in a minute.",
    });
  const { say } = wordsOf(person.locale);
  await inTransaction(ctx, (tx) =>
    enqueuePushes(tx, workspaceId, [
      {
        ...{ userId, deviceId: id, kind: "push_test", topic: "test", path: "/dashboard/settings/mail" },
        ...{ title: say("push.testTitle"), text: say("push.test"), expiresAt: plus(now, testLifeMs) },
      },
    ]),
  );
}
