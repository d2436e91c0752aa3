import type { Proposals } from "./find-proposals";

const choices = (pairs: readonly [string, string][]) => pairs.map(([code, name]) => ({ code, name }));

export const proposalsV2 = ({ countries, states, regions, languages, proposals }: Proposals) => ({
  countries: choices(countries),
  states: choices(states),
  regions: choices(regions),
  languages,
  proposals: proposals.map(({ present, ...proposal }) => ({ ...proposal, presentName: present })),
});
