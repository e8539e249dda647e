/** A port of this machine that nobody listens on at this moment. */
export function freePort(): Promise<number>;
