import { Children, cloneElement, isValidElement, type ReactNode } from "react";

type Props = { children?: ReactNode };
type AsyncComponent = (props: object) => Promise<ReactNode>;

const isAsync = (type: unknown): type is AsyncComponent =>
  typeof type === "function" && type.constructor.name === "AsyncFunction";

/**
 * Renders a page's content after all of its parts are ready. React sends a part that comes later than its surroundings at the end of the
 * document, and only a script moves it into place. For pages whose data is there already, so that nothing waits longer.
 */
export async function inOrder(node: ReactNode): Promise<ReactNode> {
  if (Array.isArray(node)) return Promise.all(Children.toArray(node).map(inOrder));
  if (!isValidElement<Props>(node)) return node;
  const { type, props, key } = node;
  if (isAsync(type)) {
    const shown = await inOrder(await type(props));
    return isValidElement(shown) && shown.key === null && key !== null ? cloneElement(shown, { key }) : shown;
  }
  if (props.children === undefined || typeof props.children === "function") return node;
  return cloneElement(node, undefined, await inOrder(props.children));
}
