import { Children, cloneElement, isValidElement, type ReactNode } from "react";

type Props = { children?: ReactNode };
type AsyncComponent = (props: object) => Promise<ReactNode>;

const isAsync = (type: unknown): type is AsyncComponent =>
  typeof type === "function" && type.constructor.name === "AsyncFunction";

/**
 * What a page shows, once all of its parts are there. Where a part comes later than what surrounds it, React sends it at the end of the
 * document, and only a script puts it into its place. For pages whose data is there already, so that nothing waits for longer.
 */
export async function inOrder(node: ReactNode): Promise<ReactNode> {
  if (Array.isArray(node)) return Promise.all(Children.toArray(node).map(inOrder));
  if (!isValidElement<Props>(node)) return node;
  const { type, props, key } = node;
  if (isAsync(type)) {
    const shown = await inOrder(await type(props));
    return isValidElement(shown) && shown.key === null ? cloneElement(shown, { key }) : shown;
  }
  if (props.children === undefined || typeof props.children === "function") return node;
  return cloneElement(node, undefined, await inOrder(props.children));
}
