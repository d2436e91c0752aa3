import { useState } from "react";
import { leaveIfSignedOut } from "@/app/_trpc/leave-when-signed-out";

const atRest = { isPending: false, error: null as unknown };

/** A request sent on a user's action: whether it is pending, and its last error. */
export function useSending<Input extends unknown[], Output>(send: (...input: Input) => Promise<Output>) {
  const [state, setState] = useState(atRest);
  const run = async (...input: Input): Promise<Output> => {
    setState({ isPending: true, error: null });
    try {
      const output = await send(...input);
      setState(atRest);
      return output;
    } catch (error) {
      setState({ isPending: false, error });
      leaveIfSignedOut(error);
      throw error;
    }
  };
  return { ...state, run, reset: () => setState(atRest) };
}
