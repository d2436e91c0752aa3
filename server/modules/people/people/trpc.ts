import { z } from "zod";
import { userStatuses } from "@/drizzle/schema/values";
import { firstId } from "@/server/kernel/database/page-token";
import { encodeId, type IdKind, idOf, NameSearch } from "@/server/kernel/schema";
import { getOperation } from "@/server/modules/integrations/operations/get";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { countAccess } from "./count-access";
import { createUser } from "./create-user";
import { findColleagues } from "./find-colleagues";
import { findPeople } from "./find-people";
import { findPlaceChoices } from "./find-place-choices";
import { getPerson } from "./get-person";
import { getUser } from "./get-user";
import { handOverPeople } from "./hand-over";
import { listUsers } from "./list-users";
import { personDetailsView, personView, usersUpdatedV2, usersUpdatedView, userV2 } from "./present";
import { previewUsersChange } from "./preview-users-change";
import {
  HandOver,
  PeopleChange,
  PeoplePage,
  UserCreate,
  UserPatch,
  UserSearch,
  type UsersUpdateResult,
} from "./schema";
import { searchUsers } from "./search-users";
import { activateUser, deactivateUser } from "./set-status";
import { findChosen, startUsersChange } from "./start-users-change";
import { updateUser } from "./update-user";

const ref = z.strictObject({ id: idOf("user") });

const UserList = z.strictObject({
  status: z.array(z.enum(userStatuses)).min(1).default(["ACTIVE"]),
  locations: z.array(idOf("location")).optional(),
  departments: z.array(idOf("department")).optional(),
  limit: z.int().min(1).max(1000).default(300),
  /** `next` of the previous page. */
  after: idOf("user").optional(),
});

export const peopleRouter = router({
  list: procedure.input(UserList).query(async ({ ctx, input }) => {
    const after = { key: "", id: input.after ?? firstId };
    const page = await listUsers(ctx, { ...input, after });
    return { items: page.items.map(userV2), next: page.next && encodeId("user", page.next.id) };
  }),
  page: procedure
    .input(PeoplePage)
    .query(({ ctx, input }) => listPage(ctx, "people", input, { list: findPeople, present: personView })),
  /** One user within sight, with what the caller may see of them. */
  person: procedure
    .input(ref)
    .query(async ({ ctx, input }) => personDetailsView(await getPerson(ctx, input.id))),
  access: procedure.input(ref).query(({ ctx, input }) => countAccess(ctx, input.id)),
  /** Previews a bulk change. A mutation although it writes nothing: the selection does not fit into a URL. */
  previewChange: procedure.input(PeopleChange).mutation(async ({ ctx, input }) => {
    const { leaveCount, ...updated } = await previewUsersChange(ctx, await findChosen(ctx, input));
    return { ...usersUpdatedView(usersUpdatedV2(updated)), leaveCount };
  }),
  change: procedure.input(PeopleChange.extend({ attempt: attemptText })).mutation(async ({ ctx, input }) => ({
    operationId: encodeId("operation", await startUsersChange(ctx, input)),
  })),
  /** Progress of a bulk change. */
  changeStanding: procedure
    .input(z.strictObject({ operationId: idOf("operation") }))
    .query(async ({ ctx, input }) => {
      const { status, progress, error, result } = await getOperation(ctx, { id: input.operationId });
      const done = result && (result.body as { data: UsersUpdateResult }).data;
      return { status, progress, error, result: done && usersUpdatedView(done) };
    }),
  choices: procedure.query(async ({ ctx }) => {
    const { departments, locations, labels } = await findPlaceChoices(ctx);
    const named = (kind: IdKind, found: readonly { id: string; name: string }[]) =>
      found.map(({ id, name }) => ({ id: encodeId(kind, id), name }));
    return {
      departments: named("department", departments),
      locations: named("location", locations),
      labels: named("label", labels),
    };
  }),
  search: procedure
    .input(UserSearch)
    .query(async ({ ctx, input }) =>
      (await searchUsers(ctx, input)).map((found) => ({ ...found, id: encodeId("user", found.id) })),
    ),
  /** Active people within sight, also out of reach. */
  colleagues: procedure.input(NameSearch).query(async ({ ctx, input }) => {
    const { items, hasMore } = await findColleagues(ctx, input);
    const people = items.map(({ id, name, department }) => ({
      id: encodeId("user", id),
      name,
      department: { ...department, id: encodeId("department", department.id) },
    }));
    return { items: people, hasMore };
  }),
  get: procedure.input(ref).query(async ({ ctx, input }) => userV2(await getUser(ctx, input.id))),
  create: procedure
    .input(UserCreate)
    .mutation(async ({ ctx, input }) => userV2(await createUser(ctx, input))),
  update: procedure
    .input(ref.extend({ patch: UserPatch }))
    .mutation(async ({ ctx, input }) => userV2(await updateUser(ctx, input.id, input.patch))),
  handOver: procedure
    .input(ref.extend(HandOver.shape))
    .mutation(async ({ ctx, input: { id, approverId } }) => ({
      changedCount: await handOverPeople(ctx, id, { approverId }),
    })),
  activate: procedure
    .input(ref)
    .mutation(async ({ ctx, input }) => userV2(await activateUser(ctx, input.id))),
  deactivate: procedure
    .input(ref)
    .mutation(async ({ ctx, input }) => userV2(await deactivateUser(ctx, input.id))),
});
