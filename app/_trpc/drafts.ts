/** Input typed into a form before its session ended, kept in the tab until the same user has signed in again. */
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

/** Registers a form's content for `keepDrafts`. @param read undefined while there is nothing to keep @returns unregisters it */
export function offerDraft(person: string, name: string, read: () => unknown): () => void {
  const keep = () => {
    const value = read();
    if (value === undefined) return;
    withStorage((storage) => storage.setItem(placeOf(person, name), JSON.stringify(value)));
  };
  openForms.add(keep);
  return () => void openForms.delete(keep);
}

/** Called before leaving a page to sign in. */
export function keepDrafts(): void {
  for (const keep of openForms) keep();
  isKept = true;
}

/** Whether leaving the page loses nothing, because the input is kept. */
export const areDraftsKept = (): boolean => isKept;

/** Returns the draft of a form at this address, once. */
export function takeDraft(person: string, name: string): unknown {
  return withStorage((storage) => {
    const place = placeOf(person, name);
    const text = storage.getItem(place);
    storage.removeItem(place);
    return text === null ? null : (JSON.parse(text) as unknown);
  });
}

/** Another user's drafts are never shown to this one, nor to that user later. */
export function dropDraftsOfOthers(person: string): void {
  withStorage((storage) => {
    for (const place of Object.keys(storage))
      if (place.startsWith(`${prefix} `) && !place.startsWith(`${prefix} ${person} `))
        storage.removeItem(place);
  });
}
