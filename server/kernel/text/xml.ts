import { DOMParser } from "@xmldom/xmldom";

const maxDepth = 40;
const elementNode = 1;

/** Whether a node is an element. */
const isElement = (node: Node): node is Element => node.nodeType === elementNode;

/** The child elements, in their order. */
export const childrenOf = (parent: Element): Element[] =>
  Array.from(parent.childNodes ?? []).filter(isElement);

/** All elements of a document, its root first, without recursion. @returns null when they are nested too deeply */
function elementsOf(root: Element): Element[] | null {
  const found: Element[] = [];
  const waiting: [element: Element, depth: number][] = [[root, 1]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [element, depth] = next;
    if (depth > maxDepth) return null;
    found.push(element);
    for (const child of childrenOf(element)) waiting.push([child, depth + 1]);
  }
  return found;
}

/** A document of someone else, with all its elements. */
export interface Xml {
  root: Element;
  elements: readonly Element[];
}

/** What a reader takes in one way and another in a different one, or expands without end. */
const forbidden = {
  /** A document type: entities. */
  documentType: /<!DOCTYPE|<!ENTITY/i,
  /** Besides, comments, CDATA sections and processing instructions: some readers of a value stop at them. */
  anyMarkup: /<!|.<\?|<\?(?!xml\s)/is,
};
const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/;

/**
 * Parses a document of someone else, and takes none that is not well-formed, has a document type, or another encoding than UTF-8.
 * @param isStrict refuses comments, CDATA sections and processing instructions, too
 * @returns null when it is refused
 */
export function parseXml(text: string, { isStrict }: { isStrict: boolean }): Xml | null {
  const document = text.replace(/^\ufeff/, "").trim();
  if ((isStrict ? forbidden.anyMarkup : forbidden.documentType).test(document)) return null;
  if ((declared.exec(document)?.[1] ?? "utf-8").toLowerCase() !== "utf-8") return null;
  let isWellFormed = true;
  const refuse = () => {
    isWellFormed = false;
  };
  try {
    const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
    const root = new DOMParser({ errorHandler }).parseFromString(document, "text/xml")?.documentElement;
    const elements = root && isWellFormed ? elementsOf(root) : null;
    return elements ? { root, elements } : null;
  } catch {
    return null;
  }
}
