/** What was typed into a form when its session ended, kept in the tab until the same person has signed in again. */
const prefix = "timeaway-draft";

const openForms = new Set<() => void>();
let isKept = false;

const placeOf = (person: string, name: string): string =>
  [prefix, person, window.location.pathname, name].join(" ");

/** Storage that is full or forbidden keeps nothing, and must not break a page. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(window.sessionStorage);
  } catch {
    return null;
  }
}

/** Has `keepDrafts` ask a form what it holds. @param read undefined while there is nothing to keep @returns what ends that */
export function offerDraft(person: string, name: string, read: () => unknown): () => void {
  const keep = () => {
    const value = read();
    if (value === undefined) return;
    withStorage((storage) => storage.setItem(placeOf(person, name), JSON.stringify(value)));
  };
  openForms.add(keep);
  return () => void openForms.delete(keep);
}

/** Before a page is left to sign in. */
export function keepDrafts(): void {
  for (const keep of openForms) keep();
  isKept = true;
}

/** Whether leaving the page loses nothing, since what was typed is kept. */
export const areDraftsKept = (): boolean => isKept;

/** The draft of a form at this address, once. */
export function takeDraft(person: string, name: string): unknown {
  return withStorage((storage) => {
    const place = placeOf(person, name);
    const text = storage.getItem(place);
    storage.removeItem(place);
    return text === null ? null : (JSON.parse(text) as unknown);
  });
}

/** Another person's are never shown to this one, and not to that one later either. */
export function dropDraftsOfOthers(person: string): void {
  withStorage((storage) => {
    for (const place of Object.keys(storage))
      if (place.startsWith(`${prefix} `) && !place.startsWith(`${prefix} ${person} `))
        storage.removeItem(place);
  });
}
