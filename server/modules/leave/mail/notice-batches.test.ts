import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leaveNotices } from "@/drizzle/schema/leave-mails";
import { leaves } from "@/drizzle/schema/leaves";
import { inTransaction, systemContext } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, makePerson, setApprovers } from "@/server/test/leave-kit";
import {
  addressOf,
  askForLeave,
  deliverLeaveMails,
  leaveMailWorkspace,
  writeLeaveMails,
} from "@/server/test/leave-mail-kit";
import { mailRows, postOffice } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { claimNotices } from "./claim";
import { compose } from "./compose";
import { writeLetters } from "./write-letters";

const office = postOffice();
const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let people: TestWorkspace["people"];
let nina: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock, mailer: office });
});

afterAll(() => services.close());

beforeEach(async () => {
  ({ workspace, people, nina } = await leaveMailWorkspace(services, office, clock));
});

const firstMonday = dayNumber("2027-03-01");

/** Leave of one day each, in consecutive weeks, added by the administrator. */
async function addLeave(person: TestPerson, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let week = 0; week < count; week++)
    ids.push(await makeLeave(services, person, { startDate: dayText(firstMonday + week * 7) }));
  const at = clock();
  await services.db.insert(leaveNotices).values(
    ids.map((leaveId) => ({
      ...{
        workspaceId: workspace.id,
        id: newId(),
        leaveId,
        kind: "tell" as const,
        status: "APPROVED" as const,
      },
      ...{ actingUserId: people.admin.id, createdAt: at, nextAttemptAt: at },
    })),
  );
  return ids;
}

const recipients = async () => (await mailRows(services)).map(({ recipient }) => recipient).sort();
const noticesLeft = () => services.db.select().from(leaveNotices);

const claimAll = async () => {
  const [batch] = await claimNotices(services, [
    { workspaceId: workspace.id, lane: workspace.id, capacity: 1, inHand: [] },
  ]);
  if (!batch) throw new Error("Nothing is due");
  return batch.notices;
};

describe("due notices of one workspace", () => {
  it("each become one mail, also across batches, with two processes at once", async () => {
    await addLeave(nina, 70);
    await writeLeaveMails(services, 2);
    expect(await recipients()).toEqual(Array.from({ length: 70 }, () => addressOf(nina)));
    expect(await noticesLeft()).toEqual([]);
  });

  it("reflect each leave's current state, and the user who caused it", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
    const [changed] = await addLeave(nina, 2);
    await services.db
      .update(leaves)
      .set({ status: "CANCELLED" })
      .where(eq(leaves.id, changed ?? ""));
    const { id } = await askForLeave(services, nina);
    await approveLeave(await as(services, people.approver), id);
    const mails = (await deliverLeaveMails(services, office)).map(({ to, subject, text }) => [
      to,
      subject,
      text,
    ]);
    expect(mails.sort()).toEqual([
      [
        addressOf(nina),
        "Leave was added for you: 8 March 2027",
        expect.stringContaining("Ada Admin added leave for you."),
      ],
      [
        addressOf(nina),
        expect.stringContaining("Your leave is approved: 11"),
        expect.stringContaining("Paul Approver approved your leave."),
      ],
    ]);
  });

  it("a notice that the database rejects leaves the others unaffected, and is retried later", async () => {
    const oscar = await makePerson(services, workspace);
    await addLeave(nina, 2);
    await addLeave(oscar, 1);
    const refused = addressOf(oscar);
    await services.db.execute(
      sql.raw(`alter table mails add constraint refused check (recipient <> '${refused}') not valid`),
    );
    try {
      await writeLeaveMails(services);
      expect(await recipients()).toEqual([addressOf(nina), addressOf(nina)]);
      expect(await noticesLeft()).toMatchObject([{ attemptCount: 1 }]);
    } finally {
      await services.db.execute(sql`alter table mails drop constraint refused`);
    }
    clock.pass(60_000);
    await writeLeaveMails(services);
    expect(await recipients()).toEqual([addressOf(nina), addressOf(nina), refused].sort());
    expect(await noticesLeft()).toEqual([]);
  });

  it("are written once, when the outcome of a first attempt is unknown", async () => {
    await askForLeave(services, nina);
    await addLeave(nina, 1);
    const composed = await compose(services, workspace.id, await claimAll());
    const write = () => inTransaction(systemContext(services), (tx) => writeLetters(tx, composed));
    await write();
    const first = await mailRows(services);
    const reminders = await noticesLeft();
    expect(first.length).toBeGreaterThan(1);
    expect(reminders.length).toBeGreaterThan(0);
    await write();
    expect(await mailRows(services)).toEqual(first);
    expect(await noticesLeft()).toEqual(reminders);
  });
});
