import { test as base } from "./fixtures";
import { Receiver } from "./support/receiver";

/** `test` with an endpoint that receives webhooks. */
export const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
  receiver: async ({}, use) => {
    const receiver = await Receiver.start();
    await use(receiver);
    await receiver.close();
  },
});

export { expect } from "@playwright/test";
