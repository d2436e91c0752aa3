// Vitest's reporter of `npm test`.
import { openTestLog } from "./test-log.mjs";

const messagesOf = (errors) => errors.map(({ stack, message }) => stack ?? message).join("\n");
const titleOf = (test) => `${test.module.relativeModuleId} › ${test.fullName}`;

export default class VitestLog {
  #write = openTestLog();

  onTestCaseReady(test) {
    this.#write({ event: "begin", test: titleOf(test) });
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    this.#write({
      event: "end",
      test: titleOf(test),
      status: state,
      durationMs: Math.round(test.diagnostic()?.duration ?? 0),
      message: messagesOf(errors ?? []),
    });
  }

  /** A file that fails before its first test, or after its last. */
  onTestModuleEnd(module) {
    const errors = module.errors();
    if (errors.length > 0)
      this.#write({ event: "fault", test: module.relativeModuleId, message: messagesOf(errors) });
  }

  onTestRunEnd(_modules, errors) {
    for (const error of errors)
      this.#write({ event: "fault", test: "unhandled error", message: messagesOf([error]) });
  }
}
