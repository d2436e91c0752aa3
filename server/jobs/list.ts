import type { Services } from "@/server/kernel/services";
import { expireLeaves } from "@/server/modules/leaves/expire";

/** Due work: decides in the database what is due, and says how much it did. */
export interface Job {
  name: string;
  run(services: Services): Promise<number>;
}

/** Most urgent first. */
export const jobs: readonly Job[] = [{ name: "expire-leaves", run: expireLeaves }];
