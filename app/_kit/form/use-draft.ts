import { useEffect, useRef } from "react";
import { usePerson } from "@/app/_trpc/client";
import { offerDraft, takeDraft } from "@/app/_trpc/drafts";

/**
 * Keeps typed input when the session ends, and restores it after the same user has signed in again.
 * @param name of the form, unique at its address
 * @param value undefined while there is nothing worth keeping
 * @param restore gets the value once the form is there again
 */
export function useDraft<Value>(name: string, value: Value | undefined, restore: (value: Value) => void) {
  const person = usePerson();
  const last = useRef({ value, restore });
  useEffect(() => {
    last.current = { value, restore };
  });
  useEffect(() => {
    if (person === null) return;
    const draft = takeDraft(person, name);
    if (draft !== null) last.current.restore(draft as Value);
    return offerDraft(person, name, () => last.current.value);
  }, [person, name]);
}
