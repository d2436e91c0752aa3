import { examine } from "../doctor/examine";
import type { Finding } from "../doctor/finding";
import type { CommandGroup } from "./command";

/** The doctor found an error that keeps the service from working, and has printed it. */
export class UnwellError extends Error {
  override name = "UnwellError";
}

const lineOf = ({ status, part, message, resolution }: Finding): string =>
  `${status.padEnd(7)}  ${part.padEnd(13)}  ${message}${resolution ? ` ${resolution}` : ""}`;

export const doctorCommand: CommandGroup = (program) => {
  program
    .command("doctor")
    .description("look at configuration, disk, database, clock, keys, mail and queues, and say what to do")
    .option("--json", "print one JSON object")
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examine(process.env);
      const isWell = findings.every(({ status }) => status !== "error");
      console.log(json ? JSON.stringify({ isWell, findings }, null, 2) : findings.map(lineOf).join("\n"));
      if (!isWell) throw new UnwellError();
    });
};
