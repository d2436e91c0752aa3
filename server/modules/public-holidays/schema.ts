import { z } from "zod";
import { idOf } from "@/server/kernel/schema";

const code = z.string().regex(/^[A-Za-z0-9-]{1,12}$/);

/** What is asked of the source. */
export const SourceQuery = z.object({
  /** Of the names of countries and states. */
  language: z.string().regex(/^[a-z]{2}$/),
  /** Of the names of holidays, where they have one in it. */
  names: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]{2})?$/)
    .optional(),
  country: code.optional(),
  state: code.optional(),
  region: code.optional(),
  years: z.array(z.int().min(1970).max(2079)).max(5).default([]),
});
export type SourceQuery = z.output<typeof SourceQuery>;

export const ProposalQuery = SourceQuery.extend({ locationId: idOf("location") });
export type ProposalQuery = z.output<typeof ProposalQuery>;
