import { v2Endpoints } from "@/server/api/endpoints";

/** These have codes and an order of checks of their own, and tests for them. */
const special = /^\/v2\/(webhooks|notifications|scheduled-reports)/;

/** The writes of v2 that all follow the same rules. */
export const plainWrites = v2Endpoints.filter(({ method, path }) => method !== "GET" && !special.test(path));
