import { readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { credentials } from "@/drizzle/schema/signin";
import type { Visibility } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { signIn, type Visitor } from "@/server/bench/page-visitor";
import { openDatabase } from "@/server/kernel/database/db";
import { hashPassword } from "@/server/kernel/password";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { verifyEmail } from "@/server/modules/people/people/verify-email";
import { type CastMember, makeLeave, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { activeMembers } from "@/server/test/sight-table";
import { testedServer } from "./tested-server";

/** A workspace with the cast of the unit tests, where every secret contains a unique word. */
export interface CastWorkspace {
  workspace: TestWorkspace;
  /** Today's leave, by its employee. */
  leaveIds: ReadonlyMap<CastMember, string>;
}

const password = "a horse that staples";

/** Creates workspaces with the cast directly in the database of the server under test. */
export async function withCast(work: (cast: Cast) => Promise<void>): Promise<void> {
  const { port, password: secret } = JSON.parse(
    readFileSync(path.join(testedServer().dataDir, "pg/access.json"), "utf8"),
  ) as { port: number; password: string };
  const database = openDatabase(`postgres://app:${secret}@127.0.0.1:${port}/timeaway`, {
    sizes: { main: 1, admission: 1 },
  });
  try {
    // The services that the factories need.
    await work(new Cast({ db: database.db, clock: () => new Date() } as Services));
  } finally {
    await database.close();
  }
}

class Cast {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** @param today `YYYY-MM-DD`: everyone is absent, and has requested more */
  async make(today: string): Promise<CastWorkspace> {
    const { db } = this.#services;
    const workspace = await makeWorkspace(this.#services, { openApiEnabled: true });
    const passwordHash = await hashPassword(password);
    const leaveIds = new Map<CastMember, string>();
    for (const member of activeMembers) {
      const person = workspace.people[member];
      const email = emailOf(workspace, member);
      await db.update(users).set({ birthday: "1987-06-05", email }).where(eq(users.id, person.id));
      const ids = { workspaceId: workspace.id, userId: person.id };
      await db.insert(credentials).values({ ...ids, passwordHash, updatedAt: new Date() });
      await verifyEmail(db, { ...ids, email }, new Date());
      const words = { reason: `because-${person.id}`, statusReason: `answer-${person.id}` };
      const id = await makeLeave(this.#services, person, { startDate: today, ...words });
      leaveIds.set(member, encodeId("leave", id));
      await makeLeave(this.#services, person, { startDate: "2035-03-01", status: "OPEN", ...words });
    }
    return { workspace, leaveIds };
  }

  show = async ({ workspace }: CastWorkspace, visibility: Visibility): Promise<void> =>
    void (await this.#services.db
      .update(workspaces)
      .set({ visibility })
      .where(eq(workspaces.id, workspace.id)));

  signIn = ({ workspace }: CastWorkspace, member: CastMember): Promise<Visitor> =>
    signIn(testedServer().url, { email: emailOf(workspace, member), password });
}

const emailOf = ({ people }: TestWorkspace, member: CastMember): string => `${people[member].id}@cast.test`;
