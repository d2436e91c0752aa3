/** The timeout for a shortcut whose target page is still loading. */
const offerTimeoutMs = 2_000;

/** The forms that the current page links to. A request for another form is kept while the list that links to it loads. */
export class OfferedForms {
  private readonly ways = new Map<string, () => void>();
  private wished: string | null = null;
  private waiting = new AbortController();

  /** @param follow navigates to the form @returns withdraws the offer */
  offer(form: string, follow: () => void): () => void {
    this.ways.set(form, follow);
    if (this.wished === form) this.wish(form);
    return () => {
      if (this.ways.get(form) === follow) this.ways.delete(form);
    };
  }

  /**
   * Navigates to a form as soon as it is offered. A form that the user may not open is never offered. Another key, a click or a timeout of
   * two seconds cancels the request.
   * @returns whether the form is already offered
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
