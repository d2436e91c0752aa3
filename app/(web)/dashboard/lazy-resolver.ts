import type { FieldValues, Resolver } from "react-hook-form";

/**
 * Rules of a form that are loaded when it is first checked: the library they are written with would be a fifth of what the page
 * ships, for a moment that may never come.
 */
export const lazyResolver = <Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> => {
  let loaded: Promise<Resolver<Input, unknown, Output>> | undefined;
  return async (values, context, options) => {
    loaded ??= load();
    return (await loaded)(values, context, options);
  };
};
