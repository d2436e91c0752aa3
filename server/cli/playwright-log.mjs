// Playwright's reporter of `npm test`.
import path from "node:path";
import { openTestLog } from "./test-log.mjs";

const messagesOf = (errors) =>
  errors.map(({ stack, message, value }) => stack ?? message ?? value).join("\n");

function titleOf(test) {
  const [, project, , ...titles] = test.titlePath();
  return `${path.basename(test.location.file)}:${test.location.line} › ${titles.join(" › ")} (${project})`;
}

export default class PlaywrightLog {
  #write = openTestLog();

  onTestBegin(test) {
    this.#write({ event: "begin", test: titleOf(test) });
  }

  onTestEnd(test, { errors, duration }) {
    const outcome = test.outcome();
    const status = outcome === "expected" ? "passed" : outcome === "skipped" ? "skipped" : "failed";
    this.#write({
      event: "end",
      test: titleOf(test),
      status,
      durationMs: Math.round(duration),
      message: messagesOf(errors),
    });
  }

  onError(error) {
    this.#write({ event: "fault", test: "outside of any test", message: messagesOf([error]) });
  }
}
