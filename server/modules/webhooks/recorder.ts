import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import { type Attempt, recordAttempts } from "./record-attempts";

/** What ends within this time is written together. */
const gatherMs = 10;
/** A database that does not answer is asked again after this. */
const restMs = second;
const mostTries = 20;

/** Writes what became of attempts, many in one statement. */
export class Recorder {
  private waiting: Attempt[] = [];
  private isWriting = false;

  constructor(
    private readonly services: Services,
    private readonly onWritten: () => void,
  ) {}

  get isBusy(): boolean {
    return this.isWriting;
  }

  add(attempt: Attempt): void {
    this.waiting.push(attempt);
    if (!this.isWriting) void this.write();
  }

  private async write(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      await delay(gatherMs);
      const attempts = this.waiting;
      this.waiting = [];
      await this.writeOrRetry(attempts);
    }
    this.isWriting = false;
    this.onWritten();
  }

  /** The receiver has them: only a database that stays away makes it see them again, under the same webhook-id. */
  private async writeOrRetry(attempts: readonly Attempt[]): Promise<void> {
    for (let tries = 1; tries <= mostTries; tries++) {
      try {
        return await recordAttempts(this.services, attempts);
      } catch (err) {
        this.services.log.error({ err, tries }, "webhook attempts could not be recorded");
        await delay(restMs);
      }
    }
  }
}
