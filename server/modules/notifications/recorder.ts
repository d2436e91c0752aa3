import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import type { Outcome } from "@/server/modules/integrations/outcome";
import { type Claim, type Ended, recordOutcomes } from "./dispatch";

const tries = 20;
const mostAtOnce = 50;

interface Waiting extends Ended {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** Writes what came of messages. Those that end while others are written are written together: one commit for many. */
export class Recorder {
  private waiting: Waiting[] = [];
  private isWriting = false;

  constructor(
    private readonly services: Services,
    private readonly random: () => number,
  ) {}

  /** Resolves when it is written. @throws when the database stays away for longer */
  record(claim: Claim, outcome: Outcome): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ claim, outcome, random: this.random(), resolve, reject });
      if (!this.isWriting) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, mostAtOnce);
      try {
        await this.writeOrRetry(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isWriting = false;
  }

  /** The receiver may have it: only a database that stays away for longer leaves it without a record. */
  private async writeOrRetry(batch: readonly Ended[]): Promise<void> {
    for (let count = 1; ; count++) {
      try {
        return await recordOutcomes(this.services, batch);
      } catch (err) {
        if (count >= tries) throw err;
        this.services.log.error({ err, count }, "what came of notifications could not be recorded");
        await delay(second);
      }
    }
  }
}
