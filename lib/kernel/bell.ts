/**
 * What a follower waits for between two reads. A ring that comes while nobody waits is kept, so that none is lost
 * between a read and the next wait. One waits at a time.
 */
export class Bell {
  private wake = () => {};

  constructor(private isRung = false) {}

  readonly ring = (): void => {
    this.isRung = true;
    this.wake();
  };

  /** What it rang for was read otherwise. */
  forget(): void {
    this.isRung = false;
  }

  /** True when it rang, false when `ms` have passed without. */
  async wait(ms: number): Promise<boolean> {
    if (!this.isRung)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.wake = () => {};
    const rang = this.isRung;
    this.isRung = false;
    return rang;
  }
}
