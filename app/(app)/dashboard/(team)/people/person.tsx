import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "@/app/_kit/ui/badge";
import type { AppRouter } from "@/server/api/trpc";
import type { PersonState as State } from "@/server/modules/people/people/schema";

const tones: Record<State, Tone> = {
  ACTIVE: "success",
  INVITED: "accent",
  NOT_INVITED: "neutral",
  INACTIVE: "neutral",
};

/** Whether a person can sign in, and has done so. */
export function PersonState({ state }: { state: State }) {
  const t = useTranslations("people.states");
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}

/** One person, as far as the visitor may see them. */
export type PersonDetails = inferRouterOutputs<AppRouter>["people"]["person"];
