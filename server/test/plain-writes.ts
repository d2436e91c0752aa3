import { v2Endpoints } from "@/server/api/endpoints";

/** These have separate codes, order of checks, and tests. */
const special = /^\/v2\/(webhooks|notifications|scheduled-reports)/;

/** The writes of v2 that follow the common rules. */
export const plainWrites = v2Endpoints.filter(({ method, path }) => method !== "GET" && !special.test(path));
