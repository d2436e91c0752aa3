import type { FieldError } from "@/server/kernel/errors";
import { fault, faultAt } from "@/server/kernel/field-faults";
import { nameText } from "@/server/kernel/schema";
import type { Candidate } from "@/server/modules/workspace/imports/outcome";
import type { Directory } from "./read-directory";
import type { MissingNames, UserImportRow } from "./schema";

/** A fault of a name in an import row; `missing` when nothing has the name yet. */
interface ReferenceFault extends FieldError {
  missing?: { kind: keyof MissingNames; name: string };
}

const things = { location: "locations", department: "departments", label: "labels" } as const;
type Thing = keyof typeof things;

/** The faults of the places and labels in an import row. */
export function findReferenceFaults(
  { sound, errors }: Candidate<UserImportRow>,
  directory: Directory,
): ReferenceFault[] {
  const { location, department, labels = [], managedLocations = [], approvedDepartments = [] } = sound;
  const named = (path: string, thing: Thing, name: string): ReferenceFault[] =>
    directory[thing](name) ? [] : [faultOf(path, thing, name, directory)];
  const each = (path: string, thing: Thing, names: readonly string[]) =>
    names.flatMap((name, i) => named(`${path}.${i}`, thing, name));
  const place = (thing: "location" | "department", name: string | undefined): ReferenceFault[] => {
    if (name !== undefined) return named(thing, thing, name);
    // A malformed place gets that fault only: it was not left out.
    if (directory[thing](name) || errors.some(({ path }) => path === thing)) return [];
    return [{ path: thing, ...fault("placeRequired") }];
  };
  return [
    ...place("location", location),
    ...place("department", department),
    ...each("managedLocations", "location", managedLocations),
    ...each("approvedDepartments", "department", approvedDepartments),
    ...each("labels", "label", labels),
  ];
}

function faultOf(path: string, thing: Thing, name: string, directory: Directory): ReferenceFault {
  const unknown = { path, ...fault(thing) };
  if (!directory[thing].isNew(name)) return unknown;
  const [wrong] = nameText(100).safeParse(name).error?.issues ?? [];
  return wrong ? faultAt(path, wrong) : { ...unknown, missing: { kind: things[thing], name } };
}
