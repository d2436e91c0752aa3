import type { Ctx } from "@/server/access/ctx";
import { type BalanceClaim, findMisfits } from "./claims";
import { type Cover, chargesOfCover } from "./cover-case";
import { overdraws } from "./overdraft";

/** A leave that a person would be given. */
export interface Claim extends BalanceClaim {
  leave: Cover;
}

const firstDay = (claims: readonly Claim[]) => Math.min(...claims.map(({ leave }) => leave.period.start));

/** Checks the balances of many leaves at once: finds the ones without enough balance, in this order. The caller has locked the people. */
export const findUncovered = <C extends Claim>(ctx: Ctx, claims: readonly C[]): Promise<ReadonlySet<C>> =>
  findMisfits(ctx, claims, {
    spanOf: (own) => ({
      from: firstDay(own),
      until: Math.max(...own.map(({ leave }) => leave.period.end)),
    }),
    trialOf: (_, { settings, terms, filter }, others) => {
      const given = [...others];
      return (some) => {
        const charges = some.flatMap(({ leave }) => chargesOfCover(leave, filter.cuts));
        const change = { before: given, after: [...given, ...charges], from: firstDay(some) };
        if (overdraws(settings, terms, change)) return false;
        given.push(...charges);
        return true;
      };
    },
  });
