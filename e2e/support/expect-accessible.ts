import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { partsOf } from "./known-parts";

declare global {
  interface Window {
    axe: typeof axe;
    partsOf: typeof partsOf;
  }
}

/** The minified form: the long one, which the package exports, takes twice as long to parse. */
const source = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Looks of texts with enough contrast: colours and backgrounds determine it, on any page. */
const readable = new Set<string>();
/** Structures of parts without a fault. */
const accessibleParts = new Set<string>();

/** WCAG 2.2 A and AA, except for the title, the contrast and the sizes of targets, which have separate checks. */
const everyRule: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  rules: {
    "document-title": { enabled: false },
    "color-contrast": { enabled: false },
    "target-size": { enabled: false },
  },
};
/** Depends on what stands beside an element, whatever its own structure. */
const sizes: RunOptions = { runOnly: { type: "rule", values: ["target-size"] } };
/** The other rule that different colours can break. */
const links: RunOptions = { runOnly: { type: "rule", values: ["link-in-text-block"] } };
const contrast: RunOptions = { runOnly: { type: "rule", values: ["color-contrast"] } };

/** Expects no violation of WCAG 2.2 A or AA on the current page, and nothing that scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // A run for screenshots only needs no check.
  if (process.env.SCREENSHOTS) return;
  // A page that re-renders removes its title for a moment.
  await expect(page).toHaveTitle(/\S/);
  expect(await faultsOn(page, everyRule)).toEqual([]);
  expect(await faultsOn(page, sizes)).toEqual([]);
  await expectNoSidewaysScroll(page);
}

/** Expects a page that is known to be accessible to be so after a change of colours. */
export async function expectReadable(page: Page): Promise<void> {
  if (process.env.SCREENSHOTS) return;
  expect(await faultsOn(page, links)).toEqual([]);
}

interface Fault {
  id: string;
  nodes: string[];
}

/** The violations that axe finds, with their elements. */
async function faultsOn(page: Page, options: RunOptions): Promise<Fault[]> {
  // Once per loaded page: it is half a megabyte to parse.
  if (!(await page.evaluate(() => "axe" in window)))
    await page.evaluate(`${source}; window.partsOf = ${partsOf}`);
  // Listing everything that passes takes axe as long as checking it.
  const [look, lookAtContrast] = [options, contrast].map((one) => ({
    ...one,
    resultTypes: ["violations"],
    selectors: false,
  })) as [RunOptions, RunOptions];
  const isWhole = options === everyRule;
  const parts = isWhole ? await page.evaluate(() => window.partsOf([]).keys) : [];
  const { faults, newLooks, newParts } = await page.evaluate(lookWithAxe, {
    ...{ look, lookAtContrast, isWhole },
    known: parts.filter((key) => accessibleParts.has(key)),
    readable: [...readable],
  });
  if (faults.length > 0) return faults;
  for (const one of newLooks) readable.add(one);
  for (const one of newParts) accessibleParts.add(one);
  return faults;
}

/** Runs in the page, and restores its scroll position. */
async function lookWithAxe(looks: {
  look: RunOptions;
  lookAtContrast: RunOptions;
  /** Whether all rules are looked at, which parts of a known structure need no more. */
  isWhole: boolean;
  known: string[];
  readable: string[];
}): Promise<{ faults: Fault[]; newLooks: string[]; newParts: string[] }> {
  const known = new Set(looks.readable);

  /** FNV-1a, twice: a look is a long text, and there are thousands of them. */
  function hash(text: string): string {
    const offsets = [0x811c9dc5, 0x01000193];
    return offsets
      .map((offset) => {
        let hash = offset;
        for (let index = 0; index < text.length; index++)
          hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
        return hash.toString(36);
      })
      .join("");
  }

  /** Two texts of each new look: axe takes seconds for the contrast of a long page, whose texts have some forty looks. */
  function textsOfEachNewLook(): Map<string, Element[]> {
    const grounds = new Map<Element | null, string>([[null, ""]]);
    /** All styles behind a text that determine its background colour. */
    const groundOf = (element: Element | null): string => {
      const known = grounds.get(element);
      if (known !== undefined || !element) return known ?? "";
      const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity, filter, position].join(" ");
      const ground = `${groundOf(element.parentElement)}|${own.replace("rgba(0, 0, 0, 0) none 1 none static", "")}`;
      grounds.set(element, ground.replace(/\|+/g, "|"));
      return ground;
    };
    const lookOf = (element: Element): string => {
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const isOff = element.closest(":disabled, [aria-disabled=true]") !== null;
      return [color, fontSize, fontWeight, textShadow, isOff, element.className, groundOf(element)].join(";");
    };
    // Missing from the types.
    const { isVisibleOnScreen } = window.axe.commons.dom as unknown as Record<
      string,
      (one: Element) => boolean
    >;
    const found = new Map<string, Element[]>();
    const consider = (element: Element) => {
      const look = hash(lookOf(element));
      if (known.has(look)) return;
      const alike = found.get(look) ?? [];
      if (alike.length < 2 && !alike.includes(element) && isVisibleOnScreen?.(element))
        found.set(look, [...alike, element]);
    };
    window.axe.setup();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (text.nodeValue?.trim() && text.parentElement) consider(text.parentElement);
    for (const control of document.querySelectorAll("input, select, textarea")) consider(control);
    window.axe.teardown();
    return found;
  }

  // Otherwise half-faded colours would be measured. Finished, not awaited: animations stand still where no frames are drawn.
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  const { scrollY } = window;
  // An element half below the sticky header is no small target: it can be scrolled out.
  window.scrollTo(0, 0);
  const { keys, skipped } = looks.isWhole ? window.partsOf(looks.known) : { keys: [], skipped: [] };
  const { violations } = await window.axe.run({ include: [document], exclude: skipped } as never, looks.look);
  const newLooks = textsOfEachNewLook();
  const texts = [...newLooks.values()].flat();
  const pale =
    texts.length > 0 ? await window.axe.run({ include: texts as never }, looks.lookAtContrast) : null;
  window.scrollTo(0, scrollY);
  const faults = [...violations, ...(pale?.violations ?? [])].map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html }) => html),
  }));
  return { faults, newLooks: [...newLooks.keys()], newParts: keys };
}

/** Everything fits the width: only code may scroll sideways, in its own box. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, "pixels that the page scrolls sideways").toBeLessThanOrEqual(0);
}
