import "server-only";
import { services } from "@/server/kernel/process";

/** Whether mail reaches people. Otherwise it is written into files (decision 1.7), and invitations are links to copy. */
export const isMailSetUp = (): boolean => services().settings.smtpUrl !== undefined;
