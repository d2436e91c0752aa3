import { follow } from "./follow.js";
import { forward } from "./forward.js";
import type { ListenOptions } from "./read-arguments.js";
import { newSecret } from "./sign.js";

/** Where lines go: `print` for events, `note` for messages about the run. */
export interface Console {
  print(line: string): void;
  note(line: string): void;
}

/**
 * Forwards each event of a key to an address, one after the other, until the signal ends it.
 * @throws Refusal for a permanent fault
 */
export async function listen(options: ListenOptions, console: Console, signal: AbortSignal): Promise<void> {
  const { forwardTo, baseUrl, apiKey, types, since } = options;
  const { print, note } = console;
  const secret = options.secret ?? newSecret();
  const count = { forwarded: 0, givenUp: 0 };
  const onReady = (begin: Date) => {
    if (!options.secret) note(`Signing secret of this run: ${secret}`);
    note(`Events of ${baseUrl} since ${begin.toISOString()} go to ${forwardTo.href}. Ctrl-C ends.`);
  };
  try {
    for await (const event of follow({ apiKey, baseUrl, types, since, onReady, note, signal })) {
      const isAccepted = await forward(event, { to: forwardTo, secret, print, signal });
      count[isAccepted ? "forwarded" : "givenUp"] += 1;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  note(`Ended. ${count.forwarded} accepted, ${count.givenUp} given up.`);
}
