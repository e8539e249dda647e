const second = 1_000;
const minute = 60 * second;

/** So many guesses in a window; then a wait, which doubles with each window that is used up, up to a longest. */
export type GuessLimit = {
  most: number;
  windowMs: number;
  waitMs: number;
  longestWaitMs: number;
  /** Being right forgets all that was counted; else only this one is taken back. */
  isForgiving?: true;
  /** Counts what is guessed at, and not how often: the first guess of its window at each. */
  isOfTargets?: true;
};

/**
 * Whose guesses at what are counted, for each kind. `pair` is one network at one target, `target` everybody at it,
 * `network` one network at all of them: everyone in an office may be behind one address, so it is the widest. `device`
 * is a browser that got in before: it is counted alone, and nobody elsewhere can lock it out.
 */
export const guessLimits = {
  /** A password, at somebody's e-mail address. */
  password: {
    device: { most: 20, windowMs: minute, waitMs: minute, longestWaitMs: 15 * minute, isForgiving: true },
    pair: { most: 10, windowMs: minute, waitMs: 30 * second, longestWaitMs: 15 * minute, isForgiving: true },
    target: { most: 20, windowMs: minute, waitMs: minute, longestWaitMs: 5 * minute, isForgiving: true },
    network: {
      most: 100,
      windowMs: 10 * minute,
      waitMs: minute,
      longestWaitMs: 10 * minute,
      isOfTargets: true,
    },
  },
  /** The password again, with somebody's open session. */
  confirmation: {
    target: { most: 20, windowMs: minute, waitMs: minute, longestWaitMs: 15 * minute, isForgiving: true },
  },
  /**
   * The code of the second step, of somebody whose password was right. better-auth locks after ten wrong ones in a row,
   * but counts them only once it has looked: this one holds for codes that come at once.
   */
  code: {
    target: {
      most: 20,
      windowMs: 15 * minute,
      waitMs: 15 * minute,
      longestWaitMs: 15 * minute,
      isForgiving: true,
    },
  },
  /** The set-up link's token: whom it is for is not guessed at, so only who tries is counted. */
  setup: {
    network: { most: 60, windowMs: minute, waitMs: minute, longestWaitMs: 5 * minute },
  },
  /** Asking for a reset link to an e-mail address. */
  reset: {
    target: { most: 20, windowMs: minute, waitMs: minute, longestWaitMs: 15 * minute },
    network: { most: 20, windowMs: minute, waitMs: minute, longestWaitMs: 15 * minute },
  },
  /** Going to the sign-in provider: no guess, but each leaves a row behind for ten minutes. */
  provider: {
    network: { most: 300, windowMs: minute, waitMs: minute, longestWaitMs: 5 * minute },
  },
  /** The token of a link, and whom an open link is for. Long tokens are not guessed: this bounds what trying costs. */
  link: {
    target: { most: 20, windowMs: minute, waitMs: minute, longestWaitMs: 5 * minute },
    network: { most: 60, windowMs: minute, waitMs: minute, longestWaitMs: 5 * minute },
  },
} as const satisfies Record<string, Partial<Record<GuessScope, GuessLimit>>>;

export type GuessScope = "device" | "pair" | "target" | "network";
export type GuessKind = keyof typeof guessLimits;
