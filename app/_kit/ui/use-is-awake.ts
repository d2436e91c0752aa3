import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False while nothing would react to a click: in the server's HTML and until hydration. */
export const useIsAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
