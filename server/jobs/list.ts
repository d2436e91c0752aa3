import type { Services } from "@/server/kernel/services";

/** Due work: decides in the database what is due, and says how much it did. */
export interface Job {
  name: string;
  run(services: Services): Promise<number>;
}

/** Most urgent first. */
export const jobs: readonly Job[] = [];
