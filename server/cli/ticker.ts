import type { Api } from "./dispatch-module";
import type { Dispatch } from "./lean-server";

const EVERY_MS = 3000;

/**
 * Calls the cron route every few seconds, as a platform's own cron would; calls never overlap.
 * @returns a function that ends it, after the call in progress
 */
export function startTicker(
  api: () => Pick<Api, "dispatch">,
  cronSecret: string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= call(api().dispatch, cronSecret)
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function call(dispatch: Dispatch, cronSecret: string): Promise<void> {
  const request = new Request("http://localhost/api/cron", {
    headers: { authorization: `Bearer ${cronSecret}` },
  });
  const response = await dispatch(request, { ip: "127.0.0.1", host: "localhost" });
  // Without the route there is nothing to do.
  if (!response || response.status === 404) return;
  if (!response.ok) throw new Error(`the cron route answered ${response.status}: ${await response.text()}`);
}
