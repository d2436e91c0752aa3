// A child that outlives its parent has no one to report to.

const CHECK_MS = 300;

/**
 * Calls back once when the parent process has ended. A signal to npm ends its shell and is not forwarded; SIGKILL never is.
 * @param {() => void} onEnd
 */
export function watchParent(onEnd) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, CHECK_MS);
  timer.unref();
}
