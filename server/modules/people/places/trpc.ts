import { z } from "zod";
import { encodeId, idOf } from "@/server/kernel/schema";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { createDepartment } from "./create-department";
import { createLabel } from "./create-label";
import { createLocation } from "./create-location";
import { deleteDepartment } from "./delete-department";
import { deleteLabel } from "./delete-label";
import { deleteLocation } from "./delete-location";
import { findDepartmentUses, findLocationUses } from "./find-uses";
import { getDepartment } from "./get-department";
import { getDepartmentDetails } from "./get-department-details";
import { getLocation } from "./get-location";
import { listDepartments } from "./list-departments";
import { listLabels, searchLabels } from "./list-labels";
import { listLocations } from "./list-locations";
import {
  departmentDetailsView,
  departmentDetailV2,
  departmentInTree,
  departmentV2,
  labelV2,
  locationDetailV2,
  locationListed,
  locationView,
} from "./present";
import {
  DepartmentCreate,
  DepartmentPatch,
  DepartmentSearch,
  LabelCreate,
  LabelPatch,
  LabelSearch,
  LocationCreate,
  LocationPatch,
  LocationSearch,
  ParentSearch,
} from "./schema";
import { searchDepartments } from "./search-departments";
import { searchLocations } from "./search-locations";
import { searchParents } from "./search-parents";
import { updateDepartment } from "./update-department";
import { updateLabel } from "./update-label";
import { updateLocation } from "./update-location";

/** Pages show all options at once; no workspace has more places than this. */
const all = { limit: 10_000, after: null };

const departmentRef = z.strictObject({ id: idOf("department") });
const locationRef = z.strictObject({ id: idOf("location") });
const labelRef = z.strictObject({ id: idOf("label") });

const departments = router({
  /** For the administrators' page. */
  page: procedure
    .input(DepartmentSearch)
    .query(({ ctx, input }) =>
      listPage(ctx, "departments", input, { list: searchDepartments, present: departmentInTree }),
    ),
  /** For the administrators' form. */
  details: procedure
    .input(departmentRef)
    .query(async ({ ctx, input }) => departmentDetailsView(await getDepartmentDetails(ctx, input.id))),
  searchParents: procedure.input(ParentSearch).query(async ({ ctx, input }) => {
    const { items, hasMore } = await searchParents(ctx, input);
    return { items: items.map((found) => ({ ...found, id: encodeId("department", found.id) })), hasMore };
  }),
  /** What prevents its deletion. */
  uses: procedure.input(departmentRef).query(({ ctx, input }) => findDepartmentUses(ctx, input.id)),
  list: procedure.query(async ({ ctx }) => (await listDepartments(ctx)).items.map(departmentV2)),
  get: procedure
    .input(departmentRef)
    .query(async ({ ctx, input }) => departmentDetailV2(await getDepartment(ctx, input.id))),
  create: procedure
    .input(DepartmentCreate)
    .mutation(async ({ ctx, input }) => departmentDetailV2(await createDepartment(ctx, input))),
  update: procedure
    .input(departmentRef.extend({ patch: DepartmentPatch }))
    .mutation(async ({ ctx, input }) =>
      departmentDetailV2(await updateDepartment(ctx, input.id, input.patch)),
    ),
  delete: procedure.input(departmentRef).mutation(({ ctx, input }) => deleteDepartment(ctx, input.id)),
});

const locations = router({
  /** For the administrators' page. */
  page: procedure
    .input(LocationSearch)
    .query(({ ctx, input }) =>
      listPage(ctx, "locations", input, { list: searchLocations, present: locationListed }),
    ),
  /** What prevents its deletion. */
  uses: procedure.input(locationRef).query(({ ctx, input }) => findLocationUses(ctx, input.id)),
  list: procedure.query(async ({ ctx }) => (await listLocations(ctx, all)).items.map(locationView)),
  get: procedure
    .input(locationRef)
    .query(async ({ ctx, input }) => locationDetailV2(await getLocation(ctx, input.id))),
  create: procedure
    .input(LocationCreate)
    .mutation(async ({ ctx, input }) => locationDetailV2(await createLocation(ctx, input))),
  update: procedure
    .input(locationRef.extend({ patch: LocationPatch }))
    .mutation(async ({ ctx, input }) => locationDetailV2(await updateLocation(ctx, input.id, input.patch))),
  delete: procedure.input(locationRef).mutation(({ ctx, input }) => deleteLocation(ctx, input.id)),
});

const labels = router({
  page: procedure
    .input(LabelSearch)
    .query(({ ctx, input }) => listPage(ctx, "labels", input, { list: searchLabels, present: labelV2 })),
  list: procedure.query(async ({ ctx }) => (await listLabels(ctx, all)).items.map(labelV2)),
  create: procedure
    .input(LabelCreate)
    .mutation(async ({ ctx, input }) => labelV2(await createLabel(ctx, input))),
  update: procedure
    .input(labelRef.extend({ patch: LabelPatch }))
    .mutation(async ({ ctx, input }) => labelV2(await updateLabel(ctx, input.id, input.patch))),
  delete: procedure.input(labelRef).mutation(({ ctx, input }) => deleteLabel(ctx, input.id)),
});

export const directoryRouters = { departments, locations, labels };
