/** Parts of a page by their structure: those that axe has looked at need no second look. */
export interface Parts {
  /** The structure of each visible part, once. */
  keys: string[];
  /** Parts whose structure is known, or stands twice before them. */
  skipped: Element[];
}

/**
 * Runs in the page. Two parts with the same key have the same elements with the same classes, roles and states, visible or not, at the same
 * width, below the same kind of parent; texts and names may differ, but none is empty in one of them only. Rules about elements find the same in
 * both. So a list is looked at by two of its rows, and the frame of all pages once.
 * @param known keys of parts without a fault
 */
export function partsOf(known: readonly string[]): Parts {
  const [smallest, looksAtMost] = [6, 2];
  const before = new Set(known);
  /** Attributes whose value decides a rule. Of others it matters whether they are empty. */
  const isExact = (name: string) =>
    /^(?:class|role|type|tabindex|lang|dir|scope|colspan|rowspan|autocomplete|hidden|disabled|inert)$/.test(
      name,
    ) ||
    /^aria-(?:atomic|autocomplete|busy|checked|current|disabled|expanded|haspopup|hidden|invalid|level|live|modal|multi\w+|orientation|pressed|readonly|required|selected|sort)$/.test(
      name,
    );

  /** FNV-1a, twice. */
  const hashOf = (text: string): string =>
    [0x811c9dc5, 0x01000193]
      .map((offset) => {
        let hash = offset;
        for (let index = 0; index < text.length; index++)
          hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
        return hash.toString(36);
      })
      .join("");

  interface Structure {
    hash: string;
    /** Of its elements. */
    size: number;
    isVisible: boolean;
  }
  const structures = new Map<Element, Structure>();
  function structureOf(element: Element): Structure {
    const isVisible = element.checkVisibility({ visibilityProperty: true });
    const attributes = [...element.attributes]
      .map(({ name, value }) => `${name}=${isExact(name) ? value : value.trim() !== ""}`)
      .sort();
    const content = [...element.childNodes].map((node): Pick<Structure, "hash" | "size"> => {
      if (node instanceof Element) return structureOf(node);
      return { hash: node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() ? "text" : "", size: 0 };
    });
    const size = 1 + content.reduce((sum, one) => sum + one.size, 0);
    const within = content.map(({ hash }) => hash).join();
    const structure = {
      hash: hashOf(`${element.localName} ${isVisible} ${attributes.join()} [${within}]`),
      ...{ size, isVisible },
    };
    structures.set(element, structure);
    return structure;
  }
  structureOf(document.body);

  const seen = new Map<string, number>();
  const skipped: Element[] = [];
  function walk(parent: Element): void {
    const place = `${window.innerWidth} ${parent.localName} ${parent.getAttribute("role")} ${parent.closest("[aria-hidden=true], [inert]") !== null}`;
    for (const element of parent.children) {
      const structure = structures.get(element);
      if (structure?.isVisible && structure.size >= smallest) {
        const key = hashOf(`${place} ${structure.hash}`);
        const times = seen.get(key) ?? 0;
        seen.set(key, times + 1);
        if (before.has(key) || times >= looksAtMost) {
          skipped.push(element);
          continue;
        }
      }
      walk(element);
    }
  }
  walk(document.body);
  return { keys: [...seen.keys()], skipped };
}
