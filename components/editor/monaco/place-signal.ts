/** A place to go to in a file, 1-based; handed to the text pane once it shows that file. */
export type PlaceRequest = { path: string; line: number; column: number };

/** The pane that shows text takes requests; one that comes before the pane is there waits for it. */
export class PlaceSignal {
  private waiting: PlaceRequest | null = null;
  private listener: ((request: PlaceRequest) => boolean) | null = null;

  request(request: PlaceRequest): void {
    if (!this.listener?.(request)) this.waiting = request;
  }

  /** `listener` answers whether it could go there now. */
  listen(listener: (request: PlaceRequest) => boolean): () => void {
    this.listener = listener;
    this.retry();
    return () => {
      if (this.listener === listener) this.listener = null;
    };
  }

  /** Call when another file is shown. */
  retry(): void {
    if (this.waiting !== null && this.listener?.(this.waiting)) this.waiting = null;
  }
}
