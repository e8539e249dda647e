import "server-only";

const [prefixBytes, mostPacketBytes] = [4, 65_520];

/** `end`: how many of all bytes so far are the greeting's. */
type Greeting = { state: "more" } | { state: "whole"; end: number } | { state: "not-git" };

/**
 * Finds the end of what a server says of itself before it is asked anything: its packets up to the first flush. Told the
 * bytes as they come, it looks at each of them once. What does not begin with `first` is "not-git" at once.
 */
export function greetingFinder(first = ""): (piece: Buffer) => Greeting {
  const wanted = Buffer.from(first);
  let [before, left, prefix] = [0, 0, ""];
  const step = (piece: Buffer): Greeting => {
    const end = Math.min(wanted.length - before, piece.length);
    if (end > 0 && !piece.subarray(0, end).equals(wanted.subarray(before, before + end)))
      return { state: "not-git" };
    for (let at = 0; at < piece.length; ) {
      const skipped = Math.min(left, piece.length - at);
      [at, left] = [at + skipped, left - skipped];
      const taken = left > 0 ? "" : piece.toString("latin1", at, at + prefixBytes - prefix.length);
      [at, prefix] = [at + taken.length, prefix + taken];
      if (prefix.length < prefixBytes) continue;
      const length = /^[0-9a-f]{4}$/i.test(prefix) ? Number.parseInt(prefix, 16) : -1;
      if (length === 0) return { state: "whole", end: before + at };
      if (length < prefixBytes || length > mostPacketBytes) return { state: "not-git" };
      [left, prefix] = [length - prefixBytes, ""];
    }
    return { state: "more" };
  };
  return (piece) => {
    const found = step(piece);
    before += piece.length;
    return found;
  };
}
