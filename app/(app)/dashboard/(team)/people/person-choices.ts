import "server-only";
import { load } from "@/app/_kit/page/load";
import { caller } from "@/app/_trpc/server";
import type { PersonChoices } from "@/app/(app)/dashboard/(team)/people/person-form";

type Named = { id: string; name: string };
type Place = Named & { isDefault: boolean };
const defaultOf = (places: readonly Place[]) =>
  (places.find(({ isDefault }) => isDefault) ?? places[0])?.id ?? "";
const named = (rows: readonly Named[]) => rows.map(({ id, name }) => ({ id, name }));

/** The locations, departments and labels that the visitor may assign, or the error. */
export async function loadPersonChoices() {
  const { departments, locations, labels } = caller().directory;
  const [places, units, tags] = await Promise.all([
    load(locations.list()),
    load(departments.list()),
    load(labels.list()),
  ]);
  const error = places.error ?? units.error ?? tags.error;
  if (!places.data || !units.data || !tags.data) return { error };
  const data: PersonChoices = {
    locations: named(places.data),
    departments: named(units.data),
    labels: named(tags.data),
  };
  return {
    data,
    /** The default department and location. */
    defaults: { locationId: defaultOf(places.data), departmentId: defaultOf(units.data) },
  };
}

/** Keeps a person's current place in the choices, even if the visitor may not assign it. */
export const withPlace = (choices: readonly Named[], { id, name }: Named): Named[] =>
  choices.some((choice) => choice.id === id) ? [...choices] : [{ id, name }, ...choices];
