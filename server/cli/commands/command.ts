import type { Command } from "commander";
import { z } from "zod";
import { idOf } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";

/** Runs a command's work with open services, and prints its result as one JSON object. */
export type Perform = (work: (services: Services) => Promise<object>) => Promise<void>;

/** Adds the commands of one group to the program. */
export type CommandGroup = (program: Command, perform: Perform) => void;

/** Collects an option that may be repeated. */
export const repeated = (value: string, earlier: string[]): string[] => [...earlier, value];

/** Parses the option that names a workspace. */
export const WorkspaceOption = z.object({ workspace: idOf("workspace") });
