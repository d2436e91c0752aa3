import { leavePages, openApiPages, settingsPages } from "@/app/(app)/dashboard/_shell/pages";
import { paths } from "@/app/paths";
import { type Role, type Visibility, visibilities } from "@/drizzle/schema/values";
import type { Visitor } from "@/server/bench/page-visitor";
import { type CastMember, type TestRole, testRoles } from "@/server/test/factories";
import { activeMembers, sightTable } from "@/server/test/sight-table";
import { expect, test } from "../fixtures";
import { type CastWorkspace, withCast } from "../support/cast";
import { testedServer } from "../support/tested-server";

const roleOf = {
  admin: "ADMIN",
  locationAdmin: "LOCATION_ADMIN",
  approver: "APPROVER",
  user: "USER",
} as const;
/** They are named to employees who wait for them or have to ask them. */
const known: readonly CastMember[] = ["admin", "approver"];

/** The text of a page, including its data. A missing page is an answer, too. */
async function read({ cookie }: Visitor, address: string): Promise<string> {
  const answer = await fetch(testedServer().url + address, { headers: { cookie, accept: "text/html" } });
  expect([200, 404], `${address} was answered with ${answer.status}`).toContain(answer.status);
  return answer.text();
}

/** Every page of the navigation; and the pages of leave and people that the user may not know. */
function addressesFor(
  role: Role,
  { leave, people }: { leave: readonly string[]; people: readonly string[] },
  today: string,
): string[] {
  const visitor = { actor: { role }, workspace: { plan: "COMPLETE", openApiEnabled: true } } as const;
  const listed = [...leavePages(visitor), ...openApiPages(visitor), ...settingsPages(visitor)];
  return [
    ...new Set(listed.map(({ href }) => href)),
    `${paths.wallchart}?view=week&on=${today}`,
    `${paths.wallchart}?view=quarter&conflicts=only`,
    `${paths.people}?state=ALL`,
    ...leave.flatMap((id) => [paths.leave(id), `${paths.approvals}?leave=${id}`]),
    ...people.flatMap((id) => [paths.person(`user-${id}`), paths.editPerson(`user-${id}`)]),
  ];
}

/** The texts that must not be in a page, and their owners. */
function secretsOf(here: CastWorkspace, there: CastWorkspace, role: TestRole, visibility: Visibility) {
  const fullyRead: readonly CastMember[] = sightTable.SELF[role];
  const seen: readonly CastMember[] = [...sightTable[visibility][role], ...known];
  const of = ({ workspace, leaveIds }: CastWorkspace, member: CastMember) => {
    const { id } = workspace.people[member];
    return [leaveIds.get(member) ?? "", `because-${id}`, `answer-${id}`, `${id}@cast.test`];
  };
  return activeMembers.flatMap((member) => {
    const { id, name } = here.workspace.people[member];
    return [
      ...of(there, member),
      there.workspace.people[member].id,
      ...(fullyRead.includes(member) ? [] : of(here, member)),
      ...(seen.includes(member) ? [] : [id, name]),
    ];
  });
}

for (const role of testRoles)
  test(`no page shows the ${role} anyone out of sight, nor more than sight allows`, async () => {
    test.slow();
    await withCast(async (cast) => {
      const today = new Date().toISOString().slice(0, 10);
      const [here, there] = [await cast.make(today), await cast.make(today)];
      const visitor = await cast.signIn(here, role);
      const hidden = activeMembers.filter((member) => !sightTable.SELF[role].some((one) => one === member));
      const foreign = [here, there].flatMap(({ leaveIds, workspace }, index) =>
        (index === 0 ? hidden : activeMembers.slice(0, 1)).map((member) => ({
          leave: leaveIds.get(member) ?? "",
          person: workspace.people[member].id,
        })),
      );
      const [leave, people] = [foreign.map((one) => one.leave), foreign.map(({ person }) => person)];
      const leaks: string[] = [];
      for (const visibility of visibilities) {
        await cast.show(here, visibility);
        const chart = await read(visitor, paths.wallchart);
        for (const member of sightTable[visibility][role])
          expect(chart, `${visibility}: ${member}`).toContain(here.workspace.people[member].name);
        const secrets = secretsOf(here, there, role, visibility);
        for (const address of addressesFor(roleOf[role], { leave, people }, today)) {
          const page = await read(visitor, address);
          // The requested address itself reveals nothing.
          const asked = [...leave, ...people].find((id) => address.includes(id));
          for (const secret of secrets)
            if (secret !== asked && page.includes(secret))
              leaks.push(`${visibility}: ${address} tells ${secret}`);
        }
      }
      expect(leaks).toEqual([]);
    });
  });
