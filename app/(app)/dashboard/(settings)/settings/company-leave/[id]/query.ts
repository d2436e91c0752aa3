import { readChoice } from "@/app/_kit/list/list-query";
import { peopleShown } from "@/server/modules/leave/company-leaves/schema";

/** The query of the people of a company leave in an address. */
export const readPeopleShown = (address: URLSearchParams) => ({
  shown: readChoice("shown", peopleShown, address),
});
export type PeopleShown = ReturnType<typeof readPeopleShown>;
