import { readSearch } from "@/app/_kit/list/list-query";

/** The query of the list of departments in an address. */
export const readDepartmentsQuery = (address: URLSearchParams) => ({ q: readSearch(address) });
export type DepartmentsQuery = ReturnType<typeof readDepartmentsQuery>;
