import { and, eq, isNull, type SQL } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { oauthClients } from "@/drizzle/schema/oauth";
import type { Ctx } from "@/server/access/ctx";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import type { Db } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import type { Services } from "@/server/kernel/services";
import { type AuditLine, recordAudit } from "@/server/modules/workspace/audit/record";

/** The manager of confidential clients: an administrator of those of their workspace, the operator of all. */
export interface ClientKeeper {
  db: Db;
  now(): Date;
  /** The workspace of new clients; null for the operator's. */
  workspaceId: string | null;
  userId: string | null;
  /** The clients within reach. */
  which: SQL | undefined;
  /** Writes the audit line of a change to a client of `workspaceId`, in the change's transaction. */
  record(tx: Db, workspaceId: string | null, line: AuditLine): Promise<void>;
}

const existing = and(eq(oauthClients.isConfidential, true), isNull(oauthClients.deletedAt));

/** @throws ApiError FORBIDDEN for anyone but an administrator at the dashboard */
export function administrator(ctx: Ctx): ClientKeeper {
  const { workspaceId, userId, role } = ctx.actor;
  if (role !== "ADMIN" || userId === null) throw new ApiError("FORBIDDEN", because("clientAdmins"));
  return {
    db: ctx.db,
    now: ctx.now,
    workspaceId,
    userId,
    which: and(existing, eq(oauthClients.workspaceId, workspaceId)),
    record: (tx, _workspaceId, line) => recordAudit({ ...ctx, db: tx }, line),
  };
}

/** For changes of clients (decision 2.19). @throws ApiError as `administrator`, and FORBIDDEN when their proof of a second factor is not fresh */
export async function provenAdministrator(ctx: Ctx): Promise<ClientKeeper> {
  const keeper = administrator(ctx);
  await requireFreshProof(ctx);
  return keeper;
}

export function operator({ db, clock, log }: Services): ClientKeeper {
  return {
    db,
    now: clock,
    workspaceId: null,
    userId: null,
    which: existing,
    async record(tx, workspaceId, line) {
      // A client without a workspace has no audit log.
      if (workspaceId === null) return log.info({ audit: line }, line.action);
      await tx.insert(auditEvents).values({ ...line, workspaceId, id: newId(), at: clock() });
    },
  };
}
