/** How long a key waits for the page that it is meant for. */
const offerTimeoutMs = 2_000;

/** The forms that the page shown leads to. A wish for another is kept while the list that leads to it is on its way. */
export class OfferedForms {
  private readonly ways = new Map<string, () => void>();
  private wished: string | null = null;
  private waiting = new AbortController();

  /** @param follow leads to the form @returns takes the offer back */
  offer(form: string, follow: () => void): () => void {
    this.ways.set(form, follow);
    if (this.wished === form) this.wish(form);
    return () => {
      if (this.ways.get(form) === follow) this.ways.delete(form);
    };
  }

  /**
   * Leads to a form, as soon as it is offered: what may not be created never is. The wish ends when another key or a click means
   * something else, or when two seconds have passed.
   * @returns whether the form is offered already
   */
  wish(form: string): boolean {
    this.waiting.abort();
    const follow = this.ways.get(form);
    if (follow) follow();
    else this.waitFor(form);
    return follow !== undefined;
  }

  private waitFor(form: string): void {
    this.wished = form;
    const waiting = new AbortController();
    this.waiting = waiting;
    const giveUp = () => waiting.abort();
    const timer = setTimeout(giveUp, offerTimeoutMs);
    const { signal } = waiting;
    signal.addEventListener("abort", () => {
      this.wished = null;
      clearTimeout(timer);
    });
    window.addEventListener("keydown", giveUp, { signal, capture: true });
    window.addEventListener("pointerdown", giveUp, { signal, capture: true });
  }
}
