import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { findDecisionLink } from "@/server/modules/leave/mail/find-decision-link";
import { askRequester, TooManyQuestions } from "./ask-requester";
import type { MailQuestion } from "./schema";

/**
 * Asks the person on leave by the link of a mail, as its approver with their current rights (decision 18.55). The link stays: the request
 * goes on waiting.
 * @returns "refused" when nothing was asked; `readDecision` gives the reason
 */
export async function askByMail(
  services: Services,
  token: string,
  { attempt, question }: MailQuestion,
): Promise<"asked" | "too-many" | "refused"> {
  const found = await findDecisionLink(services, token);
  if (!found || found.workspace.needsSignIn) return "refused";
  const { link } = found;
  if (link.usedAt || link.endedAt || link.expiresAt <= services.clock()) return "refused";
  const actor = await loadActor(services.db, link.workspaceId, link.userId, { type: "mail" });
  if (!actor) return "refused";
  const input = { leaveId: encodeId("leave", link.leaveId), question };
  const ask = (tx: Ctx) => askRequester(tx, link.leaveId, question);
  try {
    await oncePerForm(ctxFor(services, actor, newRequestId()), { attempt, input }, ask);
    return "asked";
  } catch (error) {
    if (error instanceof TooManyQuestions) return "too-many";
    if (error instanceof ApiError) return "refused";
    throw error;
  }
}
