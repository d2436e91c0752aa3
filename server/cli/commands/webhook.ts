import { z } from "zod";
import { validate } from "@/server/transport/validate";
import { receiveWebhooks } from "../webhook-receiver";
import type { CommandGroup } from "./command";

const Options = z.object({
  port: z.coerce.number("Must be a port number.").int().min(1).max(65_535),
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/, "Must start with whsec_.")
    .optional(),
  status: z.coerce.number("Must be an HTTP status.").int().min(200).max(599),
});

export const webhookCommands: CommandGroup = (program, perform) => {
  program
    .command("webhook")
    .description("webhooks")
    .command("listen")
    .description(
      "receive webhooks on this machine, verify them and print each as a JSON object, until you press Ctrl-C",
    )
    .requiredOption("--port <n>")
    .option("--secret <whsec>", "secret to verify with; defaults to those of the webhooks that point here")
    .option("--status <n>", "the status to respond with", "204")
    .action((given: unknown) =>
      perform(async (services) => {
        const options = validate(Options, given);
        let received = 0;
        const server = await receiveWebhooks(services, {
          ...options,
          secret: options.secret,
          print(line) {
            received++;
            console.log(JSON.stringify(line));
          },
        });
        console.error(hint(options.port));
        await interrupted();
        server.closeAllConnections();
        server.close();
        return { received };
      }),
    );
};

const hint = (port: number): string =>
  `Listening on http://localhost:${port}. Start the application with WEBHOOK_ALLOW_HOSTS=localhost:${port} and create a webhook with this address.`;

const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
